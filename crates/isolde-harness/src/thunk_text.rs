//! The text of thunks.

use crate::builders::Builders;
use crate::context::Context;
use crate::forms::By;
use crate::observe::{Sources, shapes};
use crate::text::describe;
use crate::thunks::Plan;
use isolde_model::Type;
use isolde_record::{Argument, Passing, SkipReason};

impl Plan {
    /// The argument or receiver type that cannot be built, if there is one.
    pub fn unbuildable(&self, builders: &Builders) -> Option<SkipReason> {
        self.arguments
            .iter()
            .enumerate()
            .find_map(|(index, argument)| {
                let of = builders.unbuildable(&argument.builder.needs())?;
                Some(match (index, argument.by) {
                    (0, By::Place(_)) => SkipReason::UnsupportedReceiver(describe(of)),
                    _ => SkipReason::UnsupportedArgument(describe(of)),
                })
            })
    }

    /// The thunk's text.
    pub fn text(&self, index: u32, context: &Context, sources: &mut Sources) -> String {
        let mut text = format!("fn thunk_{index}(c: &mut __isolde::Chooser) {{\n");
        for line in &self.form.uses {
            text.push_str(&format!("    #[allow(unused_imports)]\n    {line}\n"));
        }
        let mut code = self.form.format.clone();
        for (number, argument) in self.arguments.iter().enumerate() {
            let (passing, value) = match argument.by {
                By::Value => ("Value".to_owned(), format!("a{number}")),
                By::Shared => ("Shared".to_owned(), format!("(&a{number})")),
                By::Mutable => ("Mutable".to_owned(), format!("(&mut a{number})")),
                By::Place(mutable) => (
                    format!("Receiver {{ mutable: {mutable} }}"),
                    format!("a{number}"),
                ),
            };
            let keyword = if matches!(argument.by, By::Mutable | By::Place(_)) {
                "let mut"
            } else {
                "let"
            };
            text.push_str(&format!(
                "    {keyword} a{number} = c.argument({:?}, __isolde::Passing::{passing}, {});\n",
                argument.name, argument.builder.builder
            ));
            code = code.replace(&format!("{{{number}}}"), &value);
        }
        let call = if self.form.is_silent {
            format!("|| {{ let _ = {code}; }}")
        } else {
            format!("|| {code}")
        };
        text.push_str(&format!(
            "    {{\n        let r = c.call({:?}, {call});\n",
            self.form.format
        ));
        let shapes = self
            .result
            .as_ref()
            .map(|of| shapes(context, of))
            .unwrap_or_default();
        text.push_str(&format!(
            "        c.shape(|s| {{ __isolde::shape!(s, &r); {shapes} }});\n"
        ));
        match self.result.as_ref().and_then(|of| sources.function(of)) {
            Some(function) => text.push_str(&format!(
                "        c.returned(|o| {{ let mut text = String::new(); if {function}(&r, &mut text) {{ o.source(text) }} else {{ __isolde::observe!(o, &r) }} }});\n"
            )),
            None => text.push_str("        c.returned(|o| __isolde::observe!(o, &r));\n"),
        }
        text.push_str("    }\n");
        for (number, argument) in self.arguments.iter().enumerate() {
            // A receiver that is returned, as builders do it, was observed already.
            let is_returned = number == 0
                && matches!(&self.result, Some(Type::Reference { target, .. }) if **target == argument.of);
            let changes = matches!(argument.by, By::Mutable | By::Place(true));
            if changes && argument.is_observed && !is_returned {
                text.push_str(&format!(
                    "    c.after({:?}, |o| __isolde::observe!(o, &a{number}));\n",
                    argument.name
                ));
            }
        }
        text.push_str("}\n");
        text
    }

    /// The arguments as the record describes them.
    pub fn described(&self) -> Vec<Argument> {
        self.arguments
            .iter()
            .map(|argument| Argument {
                name: argument.name.clone(),
                passing: match argument.by {
                    By::Value | By::Place(false) => Passing::Value,
                    By::Shared => Passing::Shared,
                    By::Mutable | By::Place(true) => Passing::Mutable,
                },
            })
            .collect()
    }
}
