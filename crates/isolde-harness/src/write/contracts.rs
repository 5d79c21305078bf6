//! Checks of declared contracts, and the laws that they are.

use super::Writer;
use super::conventions::law_of_strength;
use super::thunks::{cloned, template};
use crate::call::{Call, Syntax};
use crate::plan::{CallContract, Predicate, Thunk};

/// A law that holds because the package says so.
fn declared(name: &str, promise: &str, assertion: &str) -> String {
    law_of_strength("Law", name, promise, assertion)
}

impl Writer<'_, '_> {
    /// A check of an invariant of `v`, which is a reference: an expression that is true if it is broken; and the law.
    pub(super) fn invariant(&self, invariant: &Predicate) -> (String, String) {
        let Predicate { name, call } = invariant;
        let promise = format!("`{name}` holds of each value (`#[isolde::invariant]`)");
        let assertion = format!("assert!({}, {promise:?})", self.predicate(call, "{0}", "&"));
        (
            format!(
                "__isolde::sequence::unless_panicking(|| {}) != Some(true)",
                self.predicate(call, "v", "")
            ),
            declared(&format!("invariant_{name}"), &promise, &assertion),
        )
    }

    /// What a function says about a value; `sign` makes a reference of it.
    pub(super) fn predicate(&self, call: &Call, value: &str, sign: &str) -> String {
        let value = match call.syntax {
            Syntax::Method => value.to_owned(),
            _ => format!("{sign}{value}"),
        };
        self.call(call, &[value])
    }

    /// A statement that ends the run if the call that was just made, with the result `r`, breaks a contract. `places` are the arguments; `inputs` are
    /// those in a template of the call.
    pub(super) fn call_contract(
        &self,
        contract: &CallContract,
        thunk: &Thunk,
        places: &[String],
    ) -> String {
        let CallContract { name, call, .. } = contract;
        let looks = |arguments: &[String], result: &str| {
            let before = contract.sees_before.then(|| "&before".to_owned());
            let arguments = arguments.iter().map(|argument| format!("&{argument}"));
            let inputs: Vec<String> = before
                .into_iter()
                .chain(arguments)
                .chain([format!("&{result}")])
                .collect();
            self.call(call, &inputs)
        };
        let template = template(thunk);
        let before = match contract.sees_before {
            true => "let before = {0}.clone(); ",
            false => "",
        };
        let promise = format!("`{name}` holds after each call (`#[isolde::contract]`)");
        let assertion = format!(
            "{{ {before}let result = {}; assert!({}, {promise:?}) }}",
            self.call(&thunk.call, &cloned(&contract.is_cloned, &template)),
            looks(&template, "result")
        );
        format!(
            "        if __isolde::sequence::unless_panicking(|| {}) != Some(true) {{ c.broken_instead({}); }}\n",
            looks(places, "r"),
            declared(&format!("contract_{name}"), &promise, &assertion)
        )
    }
}
