//! The calls that leave a unit, as a list.

use super::border::{Border, Why, callee};
use isolde_build::{DRIVER_CRATE, Isolated};
use isolde_instrument::border::{Home, Impurity, Outgoing, Purity, Reached, Site};
use isolde_record::{LeavingCall, THROUGH, Treatment};
use serde::Serialize;

/// All calls that leave a unit, in the order of their places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The calls.
    pub calls: Vec<LeavingCall>,
}

impl Listing {
    /// Lists what was found and decided.
    pub fn new(border: &Border, isolated: &Isolated) -> Listing {
        let mut calls: Vec<LeavingCall> = Vec::new();
        for outgoing in &isolated.outgoing {
            let why = border.decide(&callee(outgoing)).why;
            let looks = matches!(why, Why::LooksInto(_));
            let is_foreign = outgoing.home == Home::Foreign;
            let unfaked = isolated
                .unfaked
                .iter()
                .find(|unfaked| unfaked.function == outgoing.name);
            let (treatment, why) = match unfaked {
                _ if drops(outgoing) => (Treatment::Kept, DROPS.to_owned()),
                Some(unfaked) if is_foreign => (Treatment::Unfaked, unfaked.why.to_string()),
                Some(unfaked) => (Treatment::Unfaked, format!("{}{BEHIND}", unfaked.why)),
                _ if outgoing.is_kept => (Treatment::Kept, why.to_string()),
                _ if isolated.faked.contains(&outgoing.name) => (
                    Treatment::Faked,
                    format!("{why}{}", reaches(outgoing, &why)),
                ),
                None if outgoing.purity > Purity::None => (Treatment::Kept, PURE.to_owned()),
                // Where such a value would be stood in for, there is a fake.
                None if looks => (Treatment::Kept, LOOKS.to_owned()),
                None => (Treatment::Unfaked, NOT_NEEDED.to_owned()),
            };
            // What only other code outside reaches is of interest if it is answered, or if it acts on the outside.
            let is_inner = outgoing.reached == Reached::Through
                && match treatment {
                    Treatment::Faked => false,
                    Treatment::Kept => true,
                    Treatment::Unfaked => !is_foreign && outgoing.home != Home::Std,
                };
            // A driver's mocks have no place in the user's code.
            let is_of_driver = outgoing
                .name
                .trim_start_matches('<')
                .starts_with(DRIVER_CRATE);
            if is_inner || is_of_driver {
                continue;
            }
            calls.extend(
                outgoing
                    .sites
                    .iter()
                    .map(|site| call(site, &outgoing.name, outgoing.reached, treatment, &why)),
            );
        }
        calls.sort();
        calls.dedup();
        Listing { calls }
    }
}

/// Why a function of the package or of another crate is faked: what it reaches, after a reason that does not say that.
fn reaches(outgoing: &Outgoing, why: &Why) -> String {
    if !matches!(why, Why::OtherCrate(_) | Why::OutsideUnit) {
        return String::new();
    }
    match &outgoing.impurity {
        None => String::new(),
        Some(Impurity::Reaches(function)) => format!("; it reaches `{function}`"),
        Some(Impurity::Assembly(function)) => format!("; `{function}` contains assembly"),
        Some(Impurity::OpenCalls) => {
            "; it calls functions that are only known at run time".to_owned()
        }
    }
}

/// Why a function outside is kept if nobody said anything about it.
const PURE: &str = "reaches nothing outside of the program";
/// Why what drops a value is kept.
const DROPS: &str = "drops values, but not what stands in for one";
/// Why what looks into a value that the world makes is kept.
const LOOKS: &str = "looks into a value that tests can make";
/// What happens instead if a function whose code is known has no fake.
const BEHIND: &str = "; what it calls is faked instead";
/// Why a function outside has no fake.
const NOT_NEEDED: &str = "no fake was made";

/// Whether this is the function that drops the values of a type, or the type's own part of that.
fn drops(outgoing: &Outgoing) -> bool {
    outgoing.item.as_ref().is_some_and(|item| {
        let of_trait = item.method_of_trait();
        item.dropped().is_some() || of_trait.is_some_and(|it| it.place() == DROP)
    })
}

/// Where std defines the trait of types that do something when they are dropped.
const DROP: [&str; 4] = ["core", "ops", "drop", "Drop"];

fn call(
    site: &Site,
    callee: &str,
    reached: Reached,
    treatment: Treatment,
    why: &str,
) -> LeavingCall {
    LeavingCall {
        file: site.file.clone(),
        line: site.line,
        column: site.column,
        function: without_driver(&site.function),
        callee: without_driver(callee),
        reached: match reached {
            Reached::Called => None,
            Reached::Value => Some("by value".to_owned()),
            Reached::Table => Some("as a method of an object".to_owned()),
            Reached::Through => Some(THROUGH.to_owned()),
        },
        treatment,
        why: without_driver(why),
    }
}

/// A text with `_` in place of the types of a driver: mocks and closures are arguments of generic functions.
fn without_driver(text: &str) -> String {
    let driver = format!("{DRIVER_CRATE}::");
    let mut rest = text;
    let mut out = String::new();
    while let Some(at) = rest.find(&driver) {
        out.push_str(&rest[..at]);
        out.push('_');
        rest = &rest[at..];
        let (mut depth, mut before) = (0_usize, ' ');
        let end = rest.char_indices().find(|(_, letter)| {
            // The arrow before a result is no bracket.
            let is_arrow = std::mem::replace(&mut before, *letter) == '-' && *letter == '>';
            match letter {
                '<' => depth += 1,
                '>' if is_arrow => {}
                '>' if depth == 0 => return true,
                '>' => depth -= 1,
                _ => {}
            }
            let is_of_name = letter.is_alphanumeric() || "_:{}#<>".contains(*letter);
            depth == 0 && !is_of_name
        });
        rest = end.map_or("", |(at, _)| &rest[at..]);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isolate::IsolateConfig;
    use isolde_harness::{Unfaked, WhyUnfaked};

    fn outgoing(name: &str, home: Home, reached: Reached, is_kept: bool) -> Outgoing {
        Outgoing {
            name: name.to_owned(),
            home,
            item: None,
            sites: vec![Site {
                file: "src/lib.rs".into(),
                line: 1,
                column: 1,
                function: "demo::f".to_owned(),
            }],
            reached,
            purity: Purity::None,
            impurity: None,
            is_kept,
        }
    }

    #[test]
    fn types_of_the_driver_are_not_named() {
        for (text, expected) in [
            ("dep::send::<__isolde_driver::Mock>", "dep::send::<_>"),
            (
                "<dep::Pool<__isolde_driver::Mock2<fn(u8) -> u8>, u8>>::run::<__isolde_driver::thunk_1::{closure#0}>",
                "<dep::Pool<_, u8>>::run::<_>",
            ),
            ("dep::send::<&str>", "dep::send::<&str>"),
        ] {
            assert_eq!(without_driver(text), expected);
        }
    }

    #[test]
    fn what_only_other_code_reaches_is_listed_if_it_matters() {
        let pool = || Home::Dependency("pool".to_owned());
        let all = vec![
            outgoing("pool::install", pool(), Reached::Called, true),
            outgoing("pool::wait", pool(), Reached::Through, true),
            outgoing("pool::wake", pool(), Reached::Through, false),
            outgoing("pool::connect", pool(), Reached::Through, false),
            outgoing("unlink", Home::Foreign, Reached::Through, false),
            outgoing(
                "<__isolde_driver::Mock as pool::Job>::run",
                pool(),
                Reached::Called,
                true,
            ),
        ];
        let unfaked = |function: &str| Unfaked {
            function: function.to_owned(),
            why: WhyUnfaked::Unknown,
        };
        let isolated = Isolated {
            outgoing: all,
            faked: ["pool::connect".to_owned()].into(),
            unfaked: vec![unfaked("pool::wake"), unfaked("unlink")],
            ..Isolated::default()
        };
        let border = Border::new("demo", &IsolateConfig::default(), &[], &[]);
        let listing = Listing::new(&border, &isolated);
        let listed: Vec<(&str, &str)> = listing
            .calls
            .iter()
            .map(|call| (call.callee.as_str(), call.treatment.word()))
            .collect();
        assert_eq!(
            listed,
            [
                ("pool::connect", "faked"),
                ("pool::install", "kept"),
                ("unlink", "not faked")
            ]
        );
    }
}
