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
    use super::*;
    use isolde_abi::key::key;
    use std::collections::BTreeMap;

    #[test]
    fn the_clock_goes_on_and_never_back() {
        // Each answer takes two choices: seconds and nanoseconds.
        let tape = BTreeMap::from([(key(0, 0), 7), (key(0, 2), 0), (key(0, 4), 5)]);
        let mut chooser = Chooser::from_tape(tape, 0).rendered();
        let [first, second, third] = [(); 3].map(|()| later(&mut chooser));
        assert_eq!(second - first, Duration::ZERO);
        assert_eq!(third - second, Duration::from_secs(5));
        let text = chooser.expression();
        assert_eq!(text.matches("isolde::detour::moment(").count(), 3, "{text}");
    }
}
