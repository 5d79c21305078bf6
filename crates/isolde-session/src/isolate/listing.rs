//! The calls that leave a unit, as a list.

use super::border::{Border, callee};
use isolde_build::Isolated;
use isolde_instrument::border::{Outgoing, Reached, Site};
use isolde_record::{LeavingCall, Treatment};
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
            let unfaked = isolated
                .unfaked
                .iter()
                .find(|unfaked| unfaked.function == outgoing.name);
            let (treatment, why) = match unfaked {
                _ if drops(outgoing) => (Treatment::Kept, DROPS.to_owned()),
                Some(unfaked) => (Treatment::Unfaked, unfaked.why.to_string()),
                _ if outgoing.is_kept => (Treatment::Kept, why.to_string()),
                _ if isolated.faked.contains(&outgoing.name) => (Treatment::Faked, why.to_string()),
                None if outgoing.is_pure => (Treatment::Kept, PURE.to_owned()),
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
/// Why a function outside has no fake.
const NOT_NEEDED: &str = "no fake was made";

/// Whether this is the function that drops the values of a type.
fn drops(outgoing: &Outgoing) -> bool {
    let item = outgoing.item.as_ref();
    item.is_some_and(|item| item.dropped().is_some())
}

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
            Reached::Through => Some("through other code".to_owned()),
        },
        treatment,
        why: why.to_owned(),
    }
}
