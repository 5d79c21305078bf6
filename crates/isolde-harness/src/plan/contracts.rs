//! Contracts that the package declares by attributes of the library `isolde`: functions over a value, and functions over the arguments and the result of
//! a call.

use super::Thunk;
use super::calls::{cloned, target};
use super::refused::{is_about, is_reachable};
use crate::call::{Call, FunctionPath, Output, Syntax};
use crate::index::Index;
use crate::instances::Traits;
use crate::types::Substitution;
use isolde_model::{Contract, Function, Receiver, StdTrait, Type};

/// A function that says something about a value.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    /// The function's name, for readers.
    pub name: String,
    /// Its call.
    pub call: Call,
}

/// A function that says whether a call did what it should.
#[derive(Clone, Debug)]
pub(crate) struct CallContract {
    /// The function's name, for readers.
    pub name: String,
    /// Its call: references to the arguments, as they are after the call, and to the result.
    pub call: Call,
    /// Whether the first input is a clone of the first argument as it was before the call.
    pub sees_before: bool,
    /// For each argument of the call: whether the call gets a clone, since the contract looks at the argument afterwards.
    pub is_cloned: Vec<bool>,
}

/// The invariants, or the filters, of a type.
pub(crate) fn of_value(index: &Index, kind: &Contract, of: &Type) -> Vec<Predicate> {
    let functions = index.model.functions.iter();
    functions
        .filter(|function| {
            function.contract.as_ref() == Some(kind) && is_reachable(index, function)
        })
        .filter_map(|function| predicate(index, function, of))
        .collect()
}

fn predicate(index: &Index, function: &Function, of: &Type) -> Option<Predicate> {
    let signature = index.signature(function, None);
    let mut instance = Substitution::default();
    let is_method = signature.receiver == Some(Receiver::Shared);
    let looked_at = match (is_method, &signature.parameters[..]) {
        (true, []) => signature.self_type.as_ref()?,
        (false, [(_, Type::Reference { target, .. })]) => target,
        _ => return None,
    };
    if !index.unify(looked_at, of, &mut instance) {
        return None;
    }
    let mut call = Call::new(index.callee(function, &signature, &instance)?).with_inputs(1);
    if is_method {
        call.syntax = Syntax::Method;
    }
    Some(Predicate {
        name: function.name.clone(),
        call,
    })
}

/// The contracts of a call of the function.
pub(crate) fn of_call(
    index: &Index,
    traits: &mut Traits,
    function: &Function,
    thunk: &Thunk,
) -> Vec<CallContract> {
    if thunk.call.output != Output::Value {
        return Vec::new();
    }
    let functions = index.model.functions.iter();
    functions
        .filter(|contract| is_about(contract, function) && is_reachable(index, contract))
        .filter_map(|contract| call_contract(index, traits, contract, thunk))
        .collect()
}

fn call_contract(
    index: &Index,
    traits: &mut Traits,
    contract: &Function,
    thunk: &Thunk,
) -> Option<CallContract> {
    let parameters = &contract.callable.parameters;
    let count = parameters.len() + usize::from(contract.callable.receiver.is_some());
    let sees_before = contract.callable.receiver.is_none()
        && parameters
            .first()
            .is_some_and(|first| first.name == "before");
    if count != thunk.arguments.len() + 1 + usize::from(sees_before) {
        return None;
    }
    let path = match index.self_type(contract) {
        Some(of) => FunctionPath::Associated {
            of: of.clone(),
            name: contract.name.clone(),
        },
        None => FunctionPath::Free(contract.public_path.clone()?),
    };
    if sees_before && !traits.implements(target(&thunk.arguments.first()?.of), StdTrait::Clone) {
        return None;
    }
    Some(CallContract {
        name: contract.name.clone(),
        call: Call::of_path(path, Vec::new(), count),
        sees_before,
        is_cloned: cloned(traits, thunk)?,
    })
}
