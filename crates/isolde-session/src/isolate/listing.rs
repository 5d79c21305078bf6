//! The calls that leave a unit, as a list.

use super::border::{Border, Why, callee};
use isolde_build::Isolated;
use isolde_instrument::border::{Outgoing, Purity, Reached, Site};
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
            let unfaked = isolated
                .unfaked
                .iter()
                .find(|unfaked| unfaked.function == outgoing.name);
            let (treatment, why) = match unfaked {
                _ if drops(outgoing) => (Treatment::Kept, DROPS.to_owned()),
                Some(unfaked) => (Treatment::Unfaked, unfaked.why.to_string()),
                _ if outgoing.is_kept => (Treatment::Kept, why.to_string()),
                _ if isolated.faked.contains(&outgoing.name) => (Treatment::Faked, why.to_string()),
                None if outgoing.purity >= Purity::OfData => (Treatment::Kept, PURE.to_owned()),
                // Where such a value would be stood in for, there is a fake.
                None if looks => (Treatment::Kept, LOOKS.to_owned()),
                None => (Treatment::Unfaked, NOT_NEEDED.to_owned()),
            };
            calls.extend(
                outgoing
                    .sites
                    .iter()
                    .map(|site| call(site, &outgoing.name, outgoing.reached, treatment, &why)),
            );
        }
        calls.sort();
        Listing { calls }
    }
}

/// Why a function outside is kept if nobody said anything about it.
const PURE: &str = "reaches nothing outside of the program";
/// Why what drops a value is kept.
const DROPS: &str = "drops values, but not what stands in for one";
/// Why what looks into a value that the world makes is kept.
const LOOKS: &str = "looks into a value that tests can make";
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
        function: site.function.clone(),
        callee: callee.to_owned(),
        reached: match reached {
            Reached::Called => None,
            Reached::Value => Some("by value".to_owned()),
            Reached::Table => Some("as a method of an object".to_owned()),
            Reached::Through => Some(THROUGH.to_owned()),
        },
        treatment,
        why: why.to_owned(),
    }
}
