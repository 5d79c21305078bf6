use super::*;

#[test]
fn the_machine_is_to_blame_for_a_full_disk() {
    let linking = |message: &str| {
        BuildError::Link {
            program: "plain",
            message: message.into(),
        }
        .or_shortage()
    };
    let full = linking("ld: final link failed: No space left on device");
    assert_eq!(full.fault(), Fault::Machine);
    assert!(full.to_string().contains("no space is left"), "{full}");
    let quoted = BuildError::DoesNotBuild {
        package: "demo".into(),
        message: "error: unused string \"No space left on device\"".into(),
    };
    assert_eq!(quoted.or_shortage().fault(), Fault::Package);
}
