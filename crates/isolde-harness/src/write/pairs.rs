//! Pairs of functions that belong together, as functions: each calls the first one and compares its result with what the second one gives.

use super::conventions::law;
use super::thunks::{self, cloned, template};
use super::{Entry, Writer, import};
use crate::call::{By, Syntax};
use crate::plan::{Compared, Pair, Relation, Returns, Undoing};

/// The same check twice: as it is made in the driver, where arguments and results are variables, and as the assertion of a test, in which `{0}` is the
/// first argument.
struct Check {
    /// Statements of the driver that end with an expression: whether the convention is broken. `r` is the first function's result.
    broken: String,
    /// The assertion.
    assertion: String,
    name: &'static str,
    promise: String,
}

impl Writer<'_, '_> {
    /// The function of the driver's table.
    pub(super) fn pair(&self, number: usize, pair: &Pair) -> String {
        let thunk = &pair.chosen.thunk;
        let mut text = format!("fn pair_{number}(c: &mut __isolde::Chooser) {{\n");
        for path in thunk.call.imports.iter().chain(&pair.other.imports) {
            text.push_str(&format!(
                "    #[allow(unused_imports)]\n    {}\n",
                import(path)
            ));
        }
        for (number, argument) in thunk.arguments.iter().enumerate() {
            text.push_str(&self.argument(number, argument));
        }
        let values: Vec<String> = thunk
            .arguments
            .iter()
            .enumerate()
            .map(thunks::value)
            .collect();
        let check = match &pair.relation {
            Relation::Contract(contract) => {
                let places: Vec<String> = (0..values.len())
                    .map(|number| format!("a{number}"))
                    .collect();
                let then = self.call_contract(contract, thunk, &places);
                if contract.sees_before {
                    text.push_str("    let before = a0.clone();\n");
                }
                return self.pair_text(text, pair, &values, &then);
            }
            Relation::Undoes(undoing) => self.undoes(pair, *undoing, &values),
            Relation::Panics {
                returns,
                is_comparable,
            } => self.panics(pair, (*returns, *is_comparable), &values),
            Relation::Mutable => self.mutable(pair, &values),
        };
        let law = law(check.name, &check.promise, &check.assertion);
        let then = format!(
            "        if {{ {} }} {{ c.broken_instead({law}); }}\n",
            check.broken
        );
        self.pair_text(text, pair, &values, &then)
    }

    /// The text that begins with `text` and makes the first call, followed by the statement `then`.
    fn pair_text(&self, mut text: String, pair: &Pair, values: &[String], then: &str) -> String {
        let entry = Entry {
            thunk: pair.chosen.thunk.clone(),
            source: None,
            variants: Vec::new(),
        };
        text.push_str(&self.call_and_observe(&entry, &cloned(&pair.is_cloned, values), then));
        text.push_str("}\n");
        text
    }

    fn undoes(&self, pair: &Pair, undoing: Undoing, values: &[String]) -> Check {
        let place = undoing.place;
        let argument = &pair.chosen.thunk.arguments[place];
        // Whether `undone` is what was converted.
        let equal = |original: &str| match undoing.compared {
            Compared::Whole if argument.by == By::Shared => format!("&undone == {original}"),
            Compared::Whole => format!("undone == {original}"),
            Compared::Content => format!("undone[..] == {original}[..]"),
            Compared::Single => {
                format!("undone.len() == 1 && undone[0][..] == {original}[..]")
            }
        };
        let pattern = |returns, name: &str| match returns {
            Returns::Always => name.to_owned(),
            Returns::Some => format!("Some({name})"),
            Returns::Ok => format!("Ok({name})"),
        };
        let undone = |inputs: &[String], code: &str| {
            let code = match undoing.by_reference {
                true => format!("&{code}"),
                false => code.to_owned(),
            };
            let is_plain = matches!(pair.other.syntax, Syntax::Path | Syntax::Associated(_));
            let mut inputs = inputs.to_vec();
            inputs[place] = if is_plain { code } else { format!("({code})") };
            self.call(&pair.other, &inputs)
        };
        let is_undone = |undone: &str, original: &str| {
            format!(
                "matches!({undone}, {} if {})",
                pattern(undoing.undone_returns, "undone"),
                equal(original)
            )
        };
        let places = template(&pair.chosen.thunk);
        let call = self.call(&pair.chosen.thunk.call, &cloned(&pair.is_cloned, &places));
        let code = match undoing.returns {
            Returns::Always => call,
            Returns::Some => format!("{call}.unwrap()"),
            Returns::Ok => format!("{call}.ok().unwrap()"),
        };
        let [name, other] = &pair.names;
        let promise = format!("`{other}` undoes `{name}`");
        Check {
            broken: format!(
                "if let {} = r {{ !{} }} else {{ false }}",
                pattern(undoing.returns, "x"),
                is_undone(&undone(values, "x"), &values[place])
            ),
            assertion: format!(
                "assert!({}, {promise:?})",
                is_undone(&undone(&places, &code), &format!("{{{place}}}"))
            ),
            name: "round_trip",
            promise,
        }
    }

    fn panics(
        &self,
        pair: &Pair,
        (returns, is_comparable): (Returns, bool),
        values: &[String],
    ) -> Check {
        let places = template(&pair.chosen.thunk);
        let value = match returns {
            Returns::Ok => ".ok()",
            Returns::Some | Returns::Always => "",
        };
        let shown = if is_comparable { "" } else { ".is_some()" };
        let call = self.call(&pair.chosen.thunk.call, &cloned(&pair.is_cloned, &places));
        let [name, other] = &pair.names;
        let promise =
            format!("`{name}` returns what `{other}` does, and nothing where `{other}` panics");
        Check {
            broken: format!(
                "r{value}{shown} != __isolde::sequence::unless_panicking(|| {}){shown}",
                self.call(&pair.other, values)
            ),
            assertion: format!(
                "assert_eq!({call}{value}{shown}, \
                 std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {})).ok(){shown}, {promise:?})",
                self.call(&pair.other, &places)
            ),
            name: "agrees_with_panicking",
            promise,
        }
    }

    fn mutable(&self, pair: &Pair, values: &[String]) -> Check {
        let places = template(&pair.chosen.thunk);
        let [name, other] = &pair.names;
        let promise = format!("`{name}` gives what `{other}` shows");
        Check {
            broken: format!(
                "let changed = format!(\"{{:?}}\", r); changed != format!(\"{{:?}}\", {})",
                self.call(&pair.other, values)
            ),
            assertion: format!(
                "{{ let changed = format!(\"{{:?}}\", {}); assert_eq!(changed, format!(\"{{:?}}\", {}), {promise:?}) }}",
                self.call(&pair.chosen.thunk.call, &cloned(&pair.is_cloned, &places)),
                self.call(&pair.other, &places)
            ),
            name: "agrees_with_shared",
            promise,
        }
    }
}
