//! The properties as parameterized tests. `cargo isolde explore` refutes the false ones, which `cargo test` ignores.

use properties as property;
use std::time::{Duration, SystemTime};

type Holds = property::Holds;

#[isolde::put]
fn durations_survive_text(duration: Duration) -> Holds {
    property::durations_survive_text(duration)
}

#[isolde::put]
fn times_survive_text(time: SystemTime) -> Holds {
    property::times_survive_text(time)
}

#[isolde::put]
fn weak_accepts_what_strict_does(text: &str) -> Holds {
    property::weak_accepts_what_strict_does(text)
}

#[isolde::put]
fn leap_years_are_gregorian(year: u16) -> Holds {
    isolde::assume!((1970..=9999).contains(&year));
    property::leap_years_are_gregorian(year)
}

#[isolde::put]
fn full_texts_sort_as_times(a: SystemTime, b: SystemTime) -> Holds {
    property::full_texts_sort_as_times(a, b)
}

#[isolde::put]
#[ignore = "false on purpose"]
fn every_fourth_year_leaps(year: u16) -> Holds {
    isolde::assume!((1970..=9999).contains(&year));
    property::every_fourth_year_leaps(year)
}

#[isolde::put]
#[ignore = "false on purpose"]
fn seconds_are_kept(hour: u8, minute: u8, second: u8) -> Holds {
    property::seconds_are_kept(hour, minute, second)
}

#[isolde::put]
#[ignore = "false on purpose"]
fn texts_sort_as_times(a: SystemTime, b: SystemTime) -> Holds {
    property::texts_sort_as_times(a, b)
}

#[isolde::put]
#[ignore = "false on purpose"]
fn case_does_not_matter(text: &str) -> Holds {
    property::case_does_not_matter(text)
}

#[isolde::put]
#[ignore = "false on purpose"]
fn a_time_has_one_text(text: &str) -> Holds {
    property::a_time_has_one_text(text)
}
