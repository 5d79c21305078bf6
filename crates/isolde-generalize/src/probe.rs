//! Probes: each value of a test is wrapped into a call that reports the value's exact type and returns the value, so that the test means what it meant.

use crate::body::Place;
use crate::read::Test;
use crate::splice::Edit;
use std::collections::{BTreeMap, BTreeSet};

/// What a report begins with.
const MARK: &str = "isolde-probe";
const NAME: &str = "__isolde_probe";

/// The changes that put probes around places, which are numbered from `first` in their order; `without` contains numbers that the compiler refused. The
/// lines of the text stay what they are.
pub fn edits(test: &Test, places: &[Place], first: u32, without: &BTreeSet<u32>) -> Vec<Edit> {
    let reported = report(
        &format!("{MARK} {{}} {{}}"),
        "number, __isolde_std::any::type_name::<T>()",
    );
    let function = format!(
        " #[allow(warnings)] fn {NAME}<T>(number: u32, value: T) -> T {{ {reported} value }}"
    );
    let mut edits = vec![Edit::new(test.body.start..test.body.start, function)];
    for (number, place) in (first..).zip(places) {
        if without.contains(&number) || place.implied.is_some() {
            continue;
        }
        let (start, end) = (place.range.start, place.range.end);
        edits.push(Edit::new(start..start, format!("{NAME}({number}, ")));
        edits.push(Edit::new(end..end, ")"));
    }
    edits
}

/// Statements that print a line with this format and these arguments, in which std is `__isolde_std`.
pub(crate) fn report(format: &str, arguments: &str) -> String {
    // Standard error itself is not captured by the test harness. A crate without std has to ask for it, and in edition
    // 2015 a path cannot begin with another crate.
    format!(
        "extern crate std as __isolde_std; \
         let _ = __isolde_std::io::Write::write_fmt(&mut __isolde_std::io::stderr(), \
         __isolde_std::format_args!(\"{format}\\n\", {arguments}));"
    )
}

/// The types that a run reported, by the numbers of their probes. A value of which several types were reported, as in generic code, has none.
pub fn answers(output: &str) -> BTreeMap<u32, String> {
    let mut found: BTreeMap<u32, Option<String>> = BTreeMap::new();
    for line in output.lines() {
        // The harness may have begun the line.
        let Some((_, report)) = line.split_once(MARK) else {
            continue;
        };
        let Some((number, ty)) = report.trim_start().split_once(' ') else {
            continue;
        };
        let Ok(number) = number.parse() else {
            continue;
        };
        let known = found.entry(number).or_insert_with(|| Some(ty.to_owned()));
        if known.as_deref() != Some(ty) {
            *known = None;
        }
    }
    found
        .into_iter()
        .filter_map(|(number, ty)| Some((number, ty?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splice::apply;
    use crate::{body, read};

    #[test]
    fn each_value_is_wrapped_on_its_line() {
        let text = "#[test]\nfn f() {\n    assert_eq!(g(5, P::A(1)), Some(&2));\n}\n";
        let test = &read::tests(text).unwrap()[0];
        let places = body::read(text, &test.function.block).places;
        let probed = apply(text, &edits(test, &places, 7, &BTreeSet::from([10])));
        assert!(probed.contains(
            "assert_eq!(g(__isolde_probe(7, 5), __isolde_probe(8, P::A(__isolde_probe(9, 1)))), Some(&2));"
        ), "{probed}");
        assert_eq!(probed.lines().count(), text.lines().count());
        syn::parse_file(&probed).expect("still Rust");
    }

    #[test]
    fn reports_are_read_and_contradictions_left_out() {
        let output = "test a ... isolde-probe 1 &str\nisolde-probe 2 i32\nisolde-probe 3 u8\nisolde-probe 3 u16\nother\n";
        let expected = [(1, "&str".to_owned()), (2, "i32".to_owned())];
        assert_eq!(answers(output), BTreeMap::from(expected));
    }
}
