//! The ways to write a call of a function, the most readable first.

use super::{By, Call, Callee, Output, Syntax};
use crate::index::Index;
use crate::instances::Signature;
use crate::types::{Substitution, callable, is_concrete};
use isolde_model::{Container, Function, GenericParam, Receiver, StdTrait, Type};

impl Index<'_> {
    /// The ways to write a call, best first. The last one discards the result.
    pub(crate) fn forms(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        callee: &Callee,
    ) -> Vec<Call> {
        let count = signature.parameters.len() + usize::from(signature.receiver.is_some());
        let as_path = Call::new(callee.clone()).with_inputs(count);
        let special = signature
            .own_type(self, instance)
            .and_then(|of| self.special_form(function, signature, instance, &of, &as_path));
        let mut forms: Vec<Call> = special.into_iter().chain([as_path]).collect();
        let is_whole = |call: &&Call| {
            !matches!(
                call.output,
                Output::Items | Output::Polled | Output::Streamed(_) | Output::Called(_)
            )
        };
        let discarded = forms.iter().find(is_whole).cloned();
        let result = self.substitute(&signature.result, instance);
        let better = if self.is_iterator(&result) {
            Some(Output::Items)
        } else if self.output_of_future(&result).is_some() {
            Some(Output::Polled)
        } else if let Some(times) = times_to_call(&result) {
            Some(Output::Called(times))
        } else {
            let stream = self.stream(&result);
            stream.map(|stream| Output::Streamed(stream.of_trait))
        };
        if let Some(output) = better {
            let whole = forms.iter().filter(is_whole);
            let observed: Vec<Call> = whole.map(|call| call.clone().observed_by(output)).collect();
            forms.splice(0..0, observed);
        }
        forms.extend(discarded.map(|call| call.observed_by(Output::Discarded)));
        forms
    }

    /// A way to call a method other than by its path, if it is unambiguous.
    fn special_form(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        of: &Type,
        as_path: &Call,
    ) -> Option<Call> {
        let is_method = signature.receiver.is_some_and(Receiver::is_plain);
        match &function.container {
            Container::Module => None,
            Container::Inherent(_) => (is_method && self.is_meant(function, of))
                .then(|| as_path.clone().into_method(signature)),
            Container::TraitImpl(_) => {
                let bound = self.block(function)?.of_trait.as_ref()?;
                let bound = self.substitute_bound(bound, instance);
                self.form_of_trait(function, signature, of, &bound, as_path)
            }
            Container::Trait(id) => {
                let item = self.model.traits.get(id)?;
                let mut params = item.generics.params.iter();
                // The trait's arguments must be written; a method call would leave them undetermined.
                let is_open = params.any(|param| matches!(param, GenericParam::Type { .. }));
                let path = item.public_path.as_deref()?;
                (!is_open && is_method && self.is_meant(function, of))
                    .then(|| as_path.clone().into_method(signature).using(path))
            }
        }
    }
}

/// How often a result of this type is called; `None` if it is no function, or one whose arguments or result are not known. A function that may change
/// something is called again.
fn times_to_call(of: &Type) -> Option<usize> {
    let (signature, of_trait, _) = callable(of)?;
    let mut types = signature.parameters.iter().chain([&signature.result]);
    types.all(is_concrete).then_some(match of_trait {
        StdTrait::FnMut if !signature.result.is_unit() => 2,
        _ => 1,
    })
}

impl Call {
    /// The same call, written as a method call on the receiver in place.
    pub(super) fn into_method(self, signature: &Signature) -> Call {
        let is_changed = signature.receiver == Some(Receiver::Mutable);
        self.written(Syntax::Method).placed(0, is_changed)
    }

    /// The same call, written in another way.
    pub(super) fn written(mut self, syntax: Syntax) -> Call {
        self.syntax = syntax;
        self
    }

    /// The same call with an input taken in place.
    pub(super) fn placed(self, input: usize, is_changed: bool) -> Call {
        self.reached(input, By::Place(is_changed))
    }

    /// The same call with one input passed in this way.
    pub(super) fn reached(mut self, input: usize, by: By) -> Call {
        if let Some(input) = self.inputs.get_mut(input) {
            input.by = Some(by);
        }
        self
    }

    /// The same call with only the first input, because the expression has no place for others.
    pub(super) fn of_first(mut self) -> Call {
        self.inputs.truncate(1);
        self
    }
}
