//! Objects of a sequence that refer to other values.

use super::super::Pool;
use crate::{Chooser, Passing, build};
use isolde_record::Observation;
use std::collections::BTreeMap;

#[test]
fn what_an_object_refers_to_becomes_a_variable_before_it() {
    type Borrowing = (Pool<&'static [u8]>,);
    fn length(c: &mut Chooser, p: &mut Borrowing) {
        let a0 = p.0.take(c, Passing::Receiver { mutable: false });
        let r = c.call("{0}.len()", || a0.value.len());
        c.returned(|o| crate::observe!(o, &r));
        p.0.put(a0);
    }
    fn borrowing(c: &mut Chooser) {
        let make: fn(&mut Chooser, &mut Borrowing) = |c, p| {
            p.0.build(c, |c| {
                build::reference(c, |c| {
                    c.text("Vec::<u8>::new()");
                    Vec::new()
                })
                .as_slice()
            });
        };
        c.sequence(
            (Pool::new("items", 0),),
            1,
            &[make, length],
            |_| true,
            |_, _| {},
        );
    }
    let statements = (1..=50).find_map(|seed| {
        let mut chooser = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let run = crate::run(borrowing, &mut chooser);
        let observation: Observation = serde_json::from_str(&run.text).unwrap();
        (observation.call == "items.len()").then_some(observation.statements)
    });
    let statements = statements.unwrap();
    assert_eq!(
        statements[..2],
        ["let value = Vec::<u8>::new();", "let items = &value;"]
    );
}
