//! Ids that a sequence is given.

use super::super::Pool;
use crate::{Chooser, Passing, RunOutcome, build, capture_panics};
use isolde_record::Observation;
use std::collections::BTreeMap;

#[test]
fn an_id_is_only_compared_with_those_that_the_same_call_gave() {
    static LAW: crate::laws::Law = crate::laws::Law {
        name: "ids_are_unique",
        promise: "",
        assertion: "assert_ne!({0}, {1})",
        strength: crate::laws::Strength::Convention,
    };
    type Ids = (Pool<()>, Pool<u8>);
    fn insert(c: &mut Chooser, p: &mut Ids) {
        if p.0.is_empty() {
            return;
        }
        let a0 = p.0.take(c, Passing::Receiver { mutable: true });
        let a1 = c.argument("value", Passing::Value, build::u8);
        let r = c.call("{0}.insert({1})", || a1);
        if p.1.add(c, r, "") {
            p.1.check_new(c, &LAW, &p.0);
        }
        p.0.put(a0);
    }
    let makes_arena: fn(&mut Chooser, &mut Ids) = |c, p| p.0.build(c, |_| ());
    let makes_id: fn(&mut Chooser, &mut Ids) = |c, p| {
        p.1.build(c, |c| {
            c.text("0");
            0
        });
    };
    capture_panics();
    let mut broken = 0;
    for seed in 1..=3000 {
        let mut chooser = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let steps = [makes_arena, makes_id, insert];
        let ids = |c: &mut Chooser| {
            c.sequence(
                (Pool::new("arena", 0), Pool::new("id", 1)),
                2,
                &steps,
                |_| true,
                |_, _| {},
            );
        };
        let (outcome, _) = crate::drive::attempt(ids, &mut chooser, &mut |_, _| {});
        if outcome != RunOutcome::Panicked {
            continue;
        }
        broken += 1;
        let rendering = chooser.rendering.take().unwrap();
        let text = crate::json::observation(&rendering, None);
        let observation: Observation = serde_json::from_str(&text).unwrap();
        let statements = observation.statements.iter();
        let arenas = statements
            .clone()
            .filter(|text| text.contains("arena ="))
            .count();
        let given = statements.filter(|text| text.contains(".insert(")).count();
        assert!(arenas <= 1 && given >= 2, "{observation:#?}");
    }
    assert!(broken > 0);
}
