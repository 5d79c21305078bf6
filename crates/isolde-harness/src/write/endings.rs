//! What a sequence does after its calls: it checks laws, invariants and conventions, and observes the values.

use super::file::File;
use super::{Writer, conventions};
use crate::plan::{Pool, Sequence};
use crate::spell::Style;

impl Writer<'_, '_> {
    /// The function that observes the values at the end.
    pub(super) fn finish(&self, number: usize, plan: &Sequence, file: &mut File) {
        let laws: String = plan
            .pools
            .iter()
            .enumerate()
            .flat_map(|(place, pool)| self.laws_of_pool(place, pool))
            .collect();
        let pools = plan.pools.iter().enumerate();
        let states: String = pools
            .filter_map(|(place, pool)| self.states_of_pool(place, pool))
            .collect();
        let mut calls = format!(
            "    if c.notes_states() {{\n{states}    }}\n    if c.checks_laws() {{\n{laws}    }}\n"
        );
        for (place, pool) in plan.pools.iter().enumerate() {
            let mut is_seen = false;
            for (which, observer) in pool.observers.iter().enumerate() {
                let name = format!("sequence_{number}_observe_{place}_{which}");
                let of = self.type_text(&pool.of, Style::Signature);
                let call = |value: &str| self.call(&observer.call, &[value.to_owned()]);
                file.piece(
                    &observer.piece,
                    &format!(
                        "fn {name}(c: &mut __isolde::Chooser, pool: &__isolde::sequence::Pool<{of}>) {{\n    \
                         pool.observe(c, {:?}, |v, o| __isolde::observe!(o, &{}));\n}}\n",
                        call("{}"),
                        call("v")
                    ),
                );
                calls.push_str(&format!("    {name}(c, &p.{place});\n"));
                is_seen = true;
            }
            if !is_seen && pool.has_debug && !pool.is_copy {
                calls.push_str(&format!(
                    "    p.{place}.observe(c, \"{{}}\", |v, o| __isolde::observe!(o, v));\n"
                ));
            }
        }
        for (place, pool) in plan.pools.iter().enumerate() {
            if let Some(check) = laws_that_use_up(pool) {
                calls.push_str(&format!(
                    "    if c.checks_laws() {{ p.{place}.check_used_up(c, |v| __isolde::{check}); }}\n"
                ));
            }
        }
        file.text(&format!(
            "fn sequence_{number}_finish(c: &mut __isolde::Chooser, p: &mut Pools_{number}) {{\n{calls}}}\n\n"
        ));
    }

    /// The statements that check the laws, invariants and conventions of a pool's values at the end of a sequence.
    fn laws_of_pool(&self, place: usize, pool: &Pool) -> Vec<String> {
        let statement = |(method, parameters, check): (&str, &str, String)| {
            format!("        p.{place}.{method}(c, |{parameters}| {check});\n")
        };
        let laws = laws_at_the_end(pool)
            .into_iter()
            .map(|(method, parameters, check)| (method, parameters, format!("__isolde::{check}")));
        let invariants = pool.invariants.iter().map(|each| self.invariant(each));
        let always = invariants
            .chain(conventions::always(pool))
            .map(|(broken, law)| ("check_each", "v", format!("({broken}).then_some({law})")));
        let comparisons = pool.comparisons.iter().flat_map(conventions::comparison);
        laws.chain(always)
            .chain(comparisons)
            .map(statement)
            .collect()
    }

    /// The statement that summarizes the states of a pool's values, if anything shows them.
    fn states_of_pool(&self, place: usize, pool: &Pool) -> Option<String> {
        let shown = match pool.has_debug {
            true => "v".to_owned(),
            false if pool.state.is_empty() => return None,
            false => self.state(pool, "v"),
        };
        Some(format!(
            "        p.{place}.note_states(c, |v, show| show(format_args!(\"{{:?}}\", {shown})));\n"
        ))
    }
}

/// The laws that are checked at the end of a sequence: method of the pool, parameters, check.
fn laws_at_the_end(pool: &Pool) -> Vec<(&'static str, &'static str, &'static str)> {
    let mut found = Vec::new();
    if pool.lawful.compares {
        found.push(("check_each", "a", "laws_of_one!(a)"));
        found.push(("check_pairs", "a, b", "laws_of_two!(a, b)"));
        found.push(("check_each", "a", "laws_of_views!(a, a)"));
        found.push(("check_pairs", "a, b", "laws_of_views!(a, b)"));
        found.push(("check_triples", "a, b, d", "laws_of_three!(a, b, d)"));
    }
    if pool.lawful.prints {
        found.push(("check_each", "a", "laws_of_text!(a)"));
    }
    found
}

/// The checks of laws for which the values are used up, so that there is only one.
fn laws_that_use_up(pool: &Pool) -> Option<&'static str> {
    let lawful = pool.lawful;
    let checks = [
        (lawful.iterates, "laws_of_iterator!(v)"),
        (lawful.reads, "laws::of_reader(v)"),
        (lawful.writes, "laws::of_writer(v)"),
    ];
    let mut checks = checks.into_iter().filter(|(applies, _)| *applies);
    checks.next().map(|(_, check)| check)
}
