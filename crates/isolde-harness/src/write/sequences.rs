//! Sequences as functions: one for each call that a sequence can make, and one that makes an object and lets the library choose calls.

use super::file::File;
use super::own::fresh;
use super::thunks::{self, cloned};
use super::{Entry, Writer, after, import};
use crate::call::By;
use crate::plan::{After, Gives, Holds, Nested, Origin, Pool, Sequence, Step, Taken};
use crate::results::SeenVariant;
use crate::spell::Style;

/// A sequence and what is observed of the results of its calls.
#[derive(Clone, Debug)]
pub(crate) struct SequenceEntry {
    /// The sequence.
    pub sequence: Sequence,
    /// For each of its steps, then for those of each nested value: what is observed.
    pub observed: Vec<(Option<String>, Vec<SeenVariant>)>,
}

/// A place where a step is written.
struct Site<'s> {
    /// The number of the sequence.
    sequence: usize,
    plan: &'s Sequence,
    /// The nested value that the call is made on.
    nested: Option<&'s Nested>,
    /// For each nested value, the number of its first call among all calls.
    firsts: &'s [usize],
}

impl Writer<'_, '_> {
    /// The function of the driver's table.
    pub(super) fn sequence(&self, number: usize, entry: &SequenceEntry) -> String {
        let plan = &entry.sequence;
        let pools = plan.pools.iter().enumerate();
        let pools: Vec<String> = pools
            .map(|(place, pool)| format!("__isolde::sequence::Pool::new({:?}, {place})", pool.name))
            .collect();
        let makers: Vec<String> = self.makers(plan).collect();
        let steps: Vec<String> = makers
            .iter()
            .cloned()
            .chain((0..plan.steps.len()).map(|step| format!("sequence_{number}_step_{step}")))
            .collect();
        format!(
            "fn sequence_{number}(c: &mut __isolde::Chooser) {{\n    \
             let pools = ({},);\n    \
             c.sequence(pools, {}, &[{}], |p| {}, sequence_{number}_finish);\n}}\n",
            pools.join(", "),
            makers.len(),
            steps.join(", "),
            self.worth_more(plan),
        )
    }

    /// An expression: whether the values in the pools `p` are worth more calls.
    fn worth_more(&self, plan: &Sequence) -> String {
        let pools = plan.pools.iter().enumerate();
        let filters = pools.flat_map(|(place, pool)| {
            let filters = pool.filters.iter();
            filters.map(move |filter| {
                let worth = self.predicate(&filter.call, "v", "");
                format!("p.{place}.all(|v| {worth})")
            })
        });
        let filters: Vec<String> = filters.collect();
        match filters.is_empty() {
            true => "true".to_owned(),
            false => filters.join(" && "),
        }
    }

    /// Steps that make an object.
    fn makers(&self, plan: &Sequence) -> impl Iterator<Item = String> {
        plan.pools.iter().enumerate().filter_map(|(place, pool)| {
            let builder = fresh(self.settled.get(pool.builder?));
            Some(format!("|c, p| p.{place}.build(c, {builder})"))
        })
    }

    /// The functions that the sequence's own function calls.
    pub(super) fn sequence_parts(&self, number: usize, entry: &SequenceEntry, file: &mut File) {
        let plan = &entry.sequence;
        let types: Vec<String> = plan
            .pools
            .iter()
            .map(|pool| {
                format!(
                    "__isolde::sequence::Pool<{}>",
                    self.type_text(&pool.of, Style::Signature)
                )
            })
            .collect();
        file.text(&format!(
            "type Pools_{number} = ({},);\n\n",
            types.join(", ")
        ));
        let mut firsts = Vec::new();
        let mut first = plan.steps.len();
        for nested in &plan.nested {
            firsts.push(first);
            first += nested.steps.len();
        }
        let site = Site {
            sequence: number,
            plan,
            nested: None,
            firsts: &firsts,
        };
        let mut observed = entry.observed.iter();
        let mut entry_of = |step: &Step| {
            let (source, variants) = observed.next().cloned().unwrap_or_default();
            Entry {
                thunk: step.chosen.thunk.clone(),
                source,
                variants,
            }
        };
        for (place, step) in plan.steps.iter().enumerate() {
            let name = format!("sequence_{number}_step_{place}");
            file.piece(&step.piece, &self.step(&name, step, &entry_of(step), &site));
        }
        for (which, nested) in plan.nested.iter().enumerate() {
            let site = Site {
                nested: Some(nested),
                ..site
            };
            for (place, step) in nested.steps.iter().enumerate() {
                let name = format!("sequence_{number}_nested_{which}_step_{place}");
                file.piece(&step.piece, &self.step(&name, step, &entry_of(step), &site));
            }
        }
        self.finish(number, plan, file);
    }

    /// The function of one call.
    fn step(&self, name: &str, step: &Step, entry: &Entry, site: &Site) -> String {
        let thunk = &step.chosen.thunk;
        let number = site.sequence;
        let (signature, end, nothing) = match site.nested {
            None => (
                format!("fn {name}(c: &mut __isolde::Chooser, p: &mut Pools_{number})"),
                "",
                "",
            ),
            Some(nested) => {
                let of = self.borrowed_type(nested);
                let is_consumed = consumes(step);
                (
                    format!(
                        "fn {name}<'v>(c: &mut __isolde::Chooser, p: &mut Pools_{number}, mut v: {of}) -> Option<{of}>"
                    ),
                    if is_consumed {
                        "    None\n"
                    } else {
                        "    Some(v)\n"
                    },
                    "Some(v)",
                )
            }
        };
        let mut text = format!("{signature} {{\n");
        for path in &thunk.call.imports {
            text.push_str(&format!(
                "    #[allow(unused_imports)]\n    {}\n",
                import(path)
            ));
        }
        for (pool, needed) in needed(step, &site.plan.pools) {
            text.push_str(&format!(
                "    if p.{pool}.len() < {needed} {{ return {nothing}; }}\n"
            ));
        }
        let mut values = Vec::new();
        // The arguments themselves, whichever way they are passed.
        let mut places = Vec::new();
        let mut back = String::new();
        for (place, (argument, origin)) in thunk.arguments.iter().zip(&step.origins).enumerate() {
            match origin {
                Origin::Built => {
                    text.push_str(&self.argument(place, argument));
                    places.push(format!("a{place}"));
                    values.push(thunks::value((place, argument)));
                }
                Origin::Borrowed => {
                    let holds = site.nested.map_or(Holds::Value, |nested| nested.holds);
                    text.push_str(&format!(
                        "    c.borrowed(__isolde::Passing::{}, {});\n",
                        thunks::passing(argument.by),
                        holds == Holds::Value
                    ));
                    places.push("v".to_owned());
                    values.push(borrowed_value(argument.by, holds));
                }
                Origin::Pool(pool) => {
                    let plan = &site.plan.pools[*pool];
                    let passing = thunks::passing(argument.by);
                    let is_moved = argument.is_moved();
                    let taken = match (is_moved && plan.is_copy, plan.builder) {
                        (true, _) => format!("copy(c, __isolde::Passing::{passing})"),
                        (false, Some(builder)) if place > 0 => format!(
                            "take_or(c, {:?}, __isolde::Passing::{passing}, {})",
                            argument.name,
                            fresh(self.settled.get(builder))
                        ),
                        _ => format!("take(c, __isolde::Passing::{passing})"),
                    };
                    text.push_str(&format!("    let mut a{place} = p.{pool}.{taken};\n"));
                    let value = format!("a{place}.value");
                    places.push(value.clone());
                    values.push(match argument.by {
                        By::Shared => format!("(&{value})"),
                        By::Mutable => format!("(&mut {value})"),
                        _ => value,
                    });
                    if !is_moved {
                        back.insert_str(0, &format!("    p.{pool}.put(a{place});\n"));
                    }
                }
            }
        }
        let conventions = match step.origins.first() {
            Some(Origin::Pool(pool)) => self.after(step, (*pool, &site.plan.pools[*pool])),
            _ => after::Checks::default(),
        };
        text.push_str(&conventions.before);
        let mut then = conventions.with_result;
        for contract in &step.contracts {
            if contract.sees_before {
                text.push_str(&format!("    let before = {}.clone();\n", places[0]));
            }
            let check = self.call_contract(contract, thunk, &places);
            then.push_str(&format!(
                "        if c.is_last() && c.checks_laws() {{\n{check}        }}\n"
            ));
            values = cloned(&contract.is_cloned, &values);
        }
        then.push_str(&self.gives(step, site));
        text.push_str(&self.call_and_observe(entry, &values, &then));
        text.push_str(&conventions.after);
        text.push_str(&back);
        text.push_str(end);
        text.push_str("}\n");
        text
    }

    /// The statement that passes on the result `r`.
    fn gives(&self, step: &Step, site: &Site) -> String {
        let (pattern, unwrap) = match step.gives {
            Gives::Nothing => return String::new(),
            Gives::Value(_, taken) | Gives::Borrowed(_, taken) => match taken {
                Taken::Whole => ("let x = r;", ""),
                Taken::Some => ("if let Some(x) = r", ".unwrap()"),
                Taken::Ok(true) => ("if let Ok(x) = r", ".unwrap()"),
                Taken::Ok(false) => ("if let Ok(x) = r", ".ok().unwrap()"),
            },
        };
        let action = match step.gives {
            Gives::Borrowed(which, _) => {
                let nested = &site.plan.nested[which];
                let steps: Vec<String> = (0..nested.steps.len())
                    .map(|step| {
                        format!(
                            "sequence_{0}_nested_{which}_step_{step} as __isolde::sequence::NestedStep<Pools_{0}, _>",
                            site.sequence
                        )
                    })
                    .collect();
                format!(
                    "c.nested(p, x, ({:?}, {unwrap:?}), {}, &[{}]);",
                    nested.name,
                    site.firsts[which],
                    steps.join(", ")
                )
            }
            Gives::Value(pool, _) => {
                let is_id = site.plan.pools[pool].is_id && step.after.iter().any(gives_id);
                let name = step.chosen.thunk.call.callee.path.name();
                let check = match step.origins[..] {
                    [Origin::Pool(receivers), ..] if is_id => {
                        after::new_id((pool, receivers), name)
                    }
                    _ => String::new(),
                };
                format!("if p.{pool}.add(c, x, {unwrap:?}) {{ {check} }}")
            }
            Gives::Nothing => String::new(),
        };
        format!("        {pattern} {{ {action} }}\n")
    }

    /// The type of a borrowed value, in a function with the lifetime `'v`.
    fn borrowed_type(&self, nested: &Nested) -> String {
        match nested.holds {
            Holds::Shared => format!("&'v {}", self.type_text(&nested.of, Style::Signature)),
            Holds::Mutable => format!("&'v mut {}", self.type_text(&nested.of, Style::Signature)),
            Holds::Value => self.type_text(&nested.of, Style::Borrowed),
        }
    }
}

fn gives_id(convention: &After) -> bool {
    matches!(convention, After::NewId)
}

/// Whether the call takes the borrowed value itself.
fn consumes(step: &Step) -> bool {
    let mut inputs = step.chosen.thunk.arguments.iter().zip(&step.origins);
    inputs.any(|(argument, origin)| *origin == Origin::Borrowed && argument.is_moved())
}

/// The expression that passes a borrowed value.
fn borrowed_value(by: By, holds: Holds) -> String {
    match (by, holds) {
        (By::Shared, Holds::Value) => "(&v)",
        (By::Mutable, Holds::Value) => "(&mut v)",
        (By::Shared, _) => "(&*v)",
        (By::Mutable, _) => "(&mut *v)",
        _ => "v",
    }
    .to_owned()
}

/// How many values the step needs in each pool.
fn needed(step: &Step, pools: &[Pool]) -> Vec<(usize, usize)> {
    let mut needed: Vec<(usize, usize)> = Vec::new();
    for (place, origin) in step.origins.iter().enumerate() {
        let Origin::Pool(pool) = origin else {
            continue;
        };
        let argument = &step.chosen.thunk.arguments[place];
        let is_copied = argument.is_moved() && pools[*pool].is_copy;
        let is_made = place > 0 && pools[*pool].builder.is_some() && !is_copied;
        if is_made {
            continue;
        }
        match needed.iter_mut().find(|(other, _)| other == pool) {
            Some((_, count)) => *count += usize::from(!is_copied),
            None => needed.push((*pool, 1)),
        }
    }
    needed
}
