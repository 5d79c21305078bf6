//! The clock that only measures how much time goes by, as fakes tell it.

use super::run::facts;
use crate::build;
use crate::chooser::Chooser;
use std::time::{Duration, Instant};

/// The last moment, in seconds after the first one.
const LAST: Duration = Duration::from_secs(1 << 40);

/// The answer of `Instant::now`: not before the answers that were given already.
pub fn later(c: &mut Chooser) -> Instant {
    let start = c.expression().len();
    let step = build::duration(c);
    let after = facts(|known| {
        let after = known.time.saturating_add(step).min(LAST);
        known.time = after;
        after
    });
    c.write(|r| r.expression.truncate(start));
    build::write_moment(c, after)
}

#[cfg(test)]
mod tests {
    use super::super::fakes::tests::{HOST, observed};
    use super::later;
    use crate::chooser::Chooser;

    fn asks_three_times(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let r = c.call("times()", || {
            let [a, b, d] = [(); 3].map(|()| fake.call(0, |_| {}).answer(later));
            (b - a, d - b)
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn the_clock_goes_on_and_never_back() {
        let observation = observed(asks_three_times, &[7, 0, 5]);
        let Some(isolde_record::Observed::Source(returned)) = &observation.returned else {
            panic!("{observation:?}");
        };
        assert_eq!(
            returned,
            "(std::time::Duration::from_secs(0), std::time::Duration::from_secs(5))"
        );
        let closure = &observation.fakes[0].closure;
        for text in [
            "isolde::detour::moment(std::time::Duration::from_secs(7))",
            "isolde::detour::moment(std::time::Duration::from_secs(12))",
        ] {
            assert!(closure.contains(text), "{closure}");
        }
    }
}
