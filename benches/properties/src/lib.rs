//! Properties of [humantime](https://docs.rs/humantime/2.1.0) 2.1.0, as a user of it might state them. Each is a function that returns `Err` where the property
//! does not hold.
//!
//! Half of them are false: beliefs that look right after a glance at the documentation, and that a test with a few examples confirms.
//! [`PROPERTIES`] tells which. `tests/isolde.rs` and `examples/proptest.rs` test them with Isolde and proptest.

use humantime::{
    format_duration, format_rfc3339, format_rfc3339_nanos, parse_duration, parse_rfc3339,
    parse_rfc3339_weak,
};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The names of the properties, and whether they hold.
pub const PROPERTIES: [(&str, bool); 10] = [
    ("durations_survive_text", true),
    ("times_survive_text", true),
    ("weak_accepts_what_strict_does", true),
    ("leap_years_are_gregorian", true),
    ("full_texts_sort_as_times", true),
    ("every_fourth_year_leaps", false),
    ("seconds_are_kept", false),
    ("texts_sort_as_times", false),
    ("case_does_not_matter", false),
    ("a_time_has_one_text", false),
];

/// The result of a property for an input.
pub type Holds = Result<(), String>;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Holds {
    if holds { Ok(()) } else { Err(why()) }
}

/// True: a duration equals the duration that its text is parsed as.
pub fn durations_survive_text(duration: Duration) -> Holds {
    let text = format_duration(duration).to_string();
    ensure(parse_duration(&text) == Ok(duration), || {
        format!("{text:?} is another duration")
    })
}

/// True: a time equals the time that its full text is parsed as, up to the year 9999.
pub fn times_survive_text(time: SystemTime) -> Holds {
    let text = format_rfc3339_nanos(time).to_string();
    ensure(parse_rfc3339(&text) == Ok(time), || {
        format!("{text:?} is another time")
    })
}

/// True, and documented: if the strict parser accepts a text, the weak parser accepts it too, with the same result.
pub fn weak_accepts_what_strict_does(text: &str) -> Holds {
    match parse_rfc3339(text) {
        Ok(time) => ensure(parse_rfc3339_weak(text) == Ok(time), || {
            format!("{text:?} is refused or another time")
        }),
        Err(_) => Ok(()),
    }
}

fn leaps(year: u16) -> bool {
    parse_rfc3339(&format!("{year:04}-02-29T00:00:00Z")).is_ok()
}

/// True: February has 29 days in the leap years of the Gregorian calendar. For years from 1970 to 9999.
pub fn leap_years_are_gregorian(year: u16) -> Holds {
    let expected = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    ensure(leaps(year) == expected, || format!("{year} is wrong"))
}

/// True: texts with full precision have the same order as their times.
pub fn full_texts_sort_as_times(a: SystemTime, b: SystemTime) -> Holds {
    let text = |time| format_rfc3339_nanos(time).to_string();
    ensure(text(a).cmp(&text(b)) == a.cmp(&b), || {
        format!("{:?} and {:?}", text(a), text(b))
    })
}

/// False, for example for 2100: February has 29 days in every fourth year. For years from 1970 to 9999.
pub fn every_fourth_year_leaps(year: u16) -> Holds {
    ensure(leaps(year) == (year % 4 == 0), || {
        format!("{year} is wrong")
    })
}

/// False, for second 60: the seconds in an accepted text are the seconds of the time.
pub fn seconds_are_kept(hour: u8, minute: u8, second: u8) -> Holds {
    let text = format!("2016-12-31T{hour:02}:{minute:02}:{second:02}Z");
    match parse_rfc3339(&text) {
        Ok(time) => {
            let seconds = time
                .duration_since(UNIX_EPOCH)
                .map_err(|error| error.to_string())?
                .as_secs();
            ensure(seconds % 60 == u64::from(second), || {
                format!("{text:?} has second {}", seconds % 60)
            })
        }
        Err(_) => Ok(()),
    }
}

/// False, since `Z` sorts after `.`: texts with just the precision that the time needs have the same order as their times.
pub fn texts_sort_as_times(a: SystemTime, b: SystemTime) -> Holds {
    let text = |time| format_rfc3339(time).to_string();
    ensure(text(a).cmp(&text(b)) == a.cmp(&b), || {
        format!("{:?} and {:?}", text(a), text(b))
    })
}

/// False, since `1M` is a month and `1m` a minute: an accepted text means the same in lower case.
pub fn case_does_not_matter(text: &str) -> Holds {
    match parse_duration(text) {
        Ok(duration) => ensure(
            parse_duration(&text.to_ascii_lowercase()) == Ok(duration),
            || format!("{text:?} is not what it is in lower case"),
        ),
        Err(_) => Ok(()),
    }
}

/// False, since there are leap seconds, fractions that are zero, and fractions without digits: the strict parser accepts only one text for each time.
pub fn a_time_has_one_text(text: &str) -> Holds {
    match parse_rfc3339(text) {
        Ok(time) => ensure(format_rfc3339(time).to_string() == text, || {
            format!("{text:?} is accepted")
        }),
        Err(_) => Ok(()),
    }
}
