//! How a call names its function, and with which generic arguments.

use super::{Callee, FunctionPath, Generic};
use crate::index::Index;
use crate::instances::{Param, Place, Signature};
use crate::spell::Style;
use crate::types::{Substitution, is_concrete, mentions};
use isolde_model::{Bound, Container, Function, GenericParam, StdItem, StdTrait, Type};

impl Index<'_> {
    /// The function at an instance; `None` if code outside the package cannot name the function.
    pub(crate) fn callee(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<Callee> {
        Some(Callee {
            generics: self.generics(function, signature, instance)?,
            path: self.function_path(function, signature, instance)?,
        })
    }

    fn function_path(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<FunctionPath> {
        let name = function.name.clone();
        let own = || {
            let of = signature.own_type(self, instance)?;
            self.is_nameable(&of).then_some(of)
        };
        Some(match &function.container {
            Container::Module => FunctionPath::Free(function.public_path.clone()?),
            Container::Inherent(_) => FunctionPath::Associated { of: own()?, name },
            Container::TraitImpl(_) => {
                let block = self.block(function)?;
                let bound = self.substitute_bound(block.of_trait.as_ref()?, instance);
                let path = self.trait_path(&bound);
                let path = match &bound.signature {
                    // The model knows re-exports of foreign traits, which cannot be found from the path alone.
                    None => block.trait_public_path.clone().or(path)?,
                    Some(_) => path?,
                };
                self.of_trait(own()?, path, bound, name)?
            }
            Container::Trait(id) => {
                let item = self.model.traits.get(id)?;
                let params = item.generics.params.iter();
                let arguments: Option<Vec<Type>> = params
                    .filter_map(|param| match param {
                        GenericParam::Type { name, .. } => Some(instance.types.get(name).cloned()),
                        _ => None,
                    })
                    .collect();
                let bound = Bound {
                    defined: item.defined.clone(),
                    id: Some(*id),
                    arguments: arguments?,
                    associated: Vec::new(),
                    constants: Vec::new(),
                    signature: None,
                    maybe: false,
                };
                self.of_trait(own()?, item.public_path.clone()?, bound, name)?
            }
        })
    }

    fn of_trait(&self, of: Type, path: String, bound: Bound, name: String) -> Option<FunctionPath> {
        self.bound_text_at(&path, &bound, Style::Expression)?;
        Some(FunctionPath::OfTrait {
            of,
            path,
            bound,
            name,
        })
    }

    /// The function's own generic arguments, in their order; none if the compiler can infer them from the arguments as tests write them.
    fn generics(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<Vec<Generic>> {
        let own: Vec<_> = signature
            .params
            .iter()
            .filter(|param| param.place == Place::Function)
            .collect();
        let given = |param: &Param| match instance.types.get(&param.name) {
            Some(of) if appears(signature, &param.name, 0) => Given::of(of, &param.bounds),
            _ => Given::Unclear,
        };
        let constants: Vec<&String> = signature
            .constants
            .iter()
            .map(|(name, _)| name)
            .filter(|name| !is_of_block(signature, name))
            .collect();
        let are_lengths_clear = constants.iter().all(|name| is_length(signature, name));
        if are_lengths_clear && own.iter().all(|param| given(param) == Given::Clear) {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        for param in own {
            let of = instance.types.get(&param.name)?;
            let written = match given(param) {
                Given::Clear | Given::ByOthers => Generic::Inferred,
                Given::Unclear if self.is_nameable(of) => Generic::Type(of.clone()),
                Given::Unclear => return None,
            };
            found.push((&param.name, written));
        }
        for name in constants {
            let value = instance.constants.get(name)?.clone();
            found.push((name, Generic::Constant(value)));
        }
        let declared = &function.callable.generics.params;
        found.sort_by_key(|(name, _)| {
            declared
                .iter()
                .position(|param| param.name() == name.as_str())
        });
        Some(found.into_iter().map(|(_, written)| written).collect())
    }
}

/// Whether the compiler can infer a type parameter from the arguments as tests write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    /// It can.
    Clear,
    /// It can if it knows the others.
    ByOthers,
    /// It cannot.
    Unclear,
}

impl Given {
    /// For a parameter with these bounds that is the type of an argument.
    fn of(of: &Type, bounds: &[Bound]) -> Given {
        if is_evident(of) {
            return Given::Clear;
        }
        let is_future = matches!(of.std_item(), Some(StdItem::Ready | StdItem::Pin));
        let output = bounds.iter().find_map(|bound| {
            let is_future = matches!(
                bound.std_trait(),
                Some(StdTrait::Future | StdTrait::IntoFuture)
            );
            let mut associated = bound.associated.iter();
            associated.find(|(name, _)| is_future && name == "Output")
        });
        match output {
            Some((_, output)) if is_future && is_concrete(output) => Given::Clear,
            Some(_) if is_future => Given::ByOthers,
            _ => Given::Unclear,
        }
    }
}

/// Whether a parameter is the type of an argument, or of what a closure returns that is an argument. Inside a container the type is not evident,
/// because the container may be empty.
fn appears(signature: &Signature, name: &str, depth: usize) -> bool {
    let is_it = |of: &Type| matches!(of, Type::Generic(own) if own == name);
    let is_argument = signature.parameters.iter().any(|(_, of)| match of {
        Type::Reference { target, .. } => is_it(target),
        other => is_it(other),
    });
    let returns = |bound: &Bound| {
        let signature = bound.signature.as_ref();
        signature.is_some_and(|signature| is_it(&signature.result))
    };
    is_argument
        || depth < 2
            && signature.params.iter().any(|closure| {
                closure.bounds.iter().any(returns) && appears(signature, &closure.name, depth + 1)
            })
}

/// Whether a constant parameter is a part of an argument's type, so that the argument tells it.
fn is_length(signature: &Signature, constant: &str) -> bool {
    let mut parameters = signature.parameters.iter();
    parameters.any(|(_, of)| mentions(of, &|each| names_constant(each, constant)))
}

/// Whether a constant parameter belongs to the impl block.
fn is_of_block(signature: &Signature, constant: &str) -> bool {
    signature
        .self_type
        .as_ref()
        .is_some_and(|of| mentions(of, &|each| names_constant(each, constant)))
}

/// Whether a type itself has this constant as an argument or a length.
fn names_constant(of: &Type, constant: &str) -> bool {
    match of {
        Type::Path { constants, .. } => constants.iter().any(|each| each == constant),
        Type::Array(_, length) => length == constant,
        _ => false,
    }
}

/// Whether the compiler can infer the type from an expression as tests write it. It cannot for numbers, and for containers, which may be empty.
fn is_evident(of: &Type) -> bool {
    match of {
        Type::Primitive(name) => matches!(name.as_str(), "bool" | "char" | "str"),
        Type::Closure(_) | Type::Mock(_) => true,
        Type::Path { id, arguments, .. } => {
            let is_text = matches!(
                of.std_item(),
                Some(StdItem::String | StdItem::PathBuf | StdItem::FmtError)
            );
            is_text || (id.is_some() && arguments.is_empty())
        }
        Type::Reference { target, .. } => is_evident(target),
        _ => false,
    }
}
