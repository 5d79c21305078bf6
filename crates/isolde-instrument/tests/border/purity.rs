//! Whether what a unit reaches may reach the world.

use super::find;
use isolde_instrument::border::Purity;

#[test]
fn functions_that_only_compute_are_distinguished_from_those_that_may_reach_more() {
    let found = find(&["demo::unit"]);
    let pure: Vec<&str> = found
        .iter()
        .filter(|outgoing| outgoing.purity == Purity::Always)
        .map(|outgoing| &*outgoing.name)
        .collect();
    let of = |name: &str| {
        let found = found.iter().find(|outgoing| outgoing.name == name);
        found.map(|outgoing| outgoing.purity)
    };
    // Whatever is called there comes from the crate itself, and reaches nothing.
    for own in [
        "dep::through_pointer",
        "dep::through_object",
        "dep::through_static",
        "dep::through_detection",
        "<dep::Machine>::run",
    ] {
        assert_eq!(of(own), Some(Purity::OfOwnCode), "{own}");
    }
    // One of the crate's own objects reads files.
    assert_eq!(of("<feed::Feed>::next"), Some(Purity::OfData));
    for computes in [
        "dep::double",
        "dep::largest::<u8>",
        "<dep::Client>::size",
        "dep::magnitude",
        "dep::yields",
    ] {
        assert!(pure.contains(&computes), "{computes}: {pure:?}");
    }
    // C, assembly, std's files, std's clock, an object's method.
    for reaches in [
        "dep::process",
        "dep::asks_kernel",
        "dep::parent",
        "getppid",
        "std::fs::read_to_string::<&str>",
        "<std::time::SystemTime>::elapsed",
        "dep::through_object",
    ] {
        assert!(found.iter().any(|outgoing| outgoing.name == reaches));
        assert!(!pure.contains(&reaches), "{reaches}: {pure:?}");
    }
}
