//! Finds the parts without which something builds, when errors do not tell which parts are to blame: by halving.

/// How many builds one search may take.
const BUILDS: usize = 48;

/// How many parts are left out one by one if no half of them can be left out.
const ONE_BY_ONE: usize = 16;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub struct Culprits<'p, P> {
    /// Parts each of which is to blame for itself.
    pub found: Vec<&'p P>,
    /// Parts that were given up together, some of which are to blame, because the search would have taken too long.
    pub given_up: Vec<&'p P>,
}

/// The parts without which the others build together. `fits` tells whether only these parts do; it is known that `all` do not. `None` if nothing
/// builds, even without any of the parts.
///
/// # Errors
/// Those of `fits`.
pub fn culprits<'p, P, E>(
    all: &'p [P],
    fits: &mut dyn FnMut(&[&'p P]) -> Result<bool, E>,
) -> Result<Option<Culprits<'p, P>>, E> {
    if !fits(&[])? {
        return Ok(None);
    }
    let mut search = Search {
        fits,
        kept: Vec::new(),
        builds: BUILDS,
        culprits: Culprits {
            found: Vec::new(),
            given_up: Vec::new(),
        },
    };
    search.halve(all)?;
    Ok(Some(search.culprits))
}

struct Search<'s, 'p, P, E> {
    fits: &'s mut dyn FnMut(&[&'p P]) -> Result<bool, E>,
    /// Pieces that compile together.
    kept: Vec<&'p P>,
    /// How many builds are left.
    builds: usize,
    culprits: Culprits<'p, P>,
}

impl<'p, P, E> Search<'_, 'p, P, E> {
    /// Keeps the parts, if they build together with those that are kept already. Returns whether they do.
    fn keep(&mut self, parts: &'p [P]) -> Result<bool, E> {
        if parts.is_empty() {
            return Ok(true);
        }
        if self.builds == 0 {
            self.culprits.given_up.extend(parts);
            return Ok(true);
        }
        self.builds -= 1;
        let together: Vec<&P> = self.kept.iter().copied().chain(parts).collect();
        let do_fit = (self.fits)(&together)?;
        if do_fit {
            self.kept = together;
        }
        Ok(do_fit)
    }

    /// Keeps as many as possible of the parts, which do not build together with those that are kept already.
    fn halve(&mut self, parts: &'p [P]) -> Result<(), E> {
        if let [part] = parts {
            self.culprits.found.push(part);
            return Ok(());
        }
        if self.builds == 0 {
            // Without builds nothing would tell the halves apart.
            self.culprits.given_up.extend(parts);
            return Ok(());
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        if !self.keep(first)? {
            self.halve(first)?;
            if self.keep(second)? {
                return Ok(());
            }
        }
        // If the first half was kept, the second one is known not to fit.
        self.halve(second)
    }
}

/// The one part of `all` without which the rest builds, if there is one. `builds_without` tells whether the rest builds without these parts.
///
/// # Errors
/// Those of `builds_without`.
pub fn single<'p, P, E>(
    all: &'p [P],
    builds_without: &mut dyn FnMut(&'p [P]) -> Result<bool, E>,
) -> Result<Option<&'p P>, E> {
    let mut suspects = all;
    while suspects.len() > 2 {
        let (first, second) = suspects.split_at(suspects.len() / 2);
        suspects = if builds_without(first)? {
            first
        } else if builds_without(second)? {
            second
        } else {
            // The rest may need one of several parts, whichever it is.
            break;
        };
    }
    for part in suspects.iter().take(ONE_BY_ONE) {
        if builds_without(std::slice::from_ref(part))? {
            return Ok(Some(part));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// The culprits among the numbers below `count`, and the number of builds; nothing builds with one of `bad`.
    fn search(count: u32, bad: &[u32]) -> (Vec<u32>, Vec<u32>, usize) {
        let all: Vec<u32> = (0..count).collect();
        let mut builds = 0;
        let mut compiles = |kept: &[&u32]| -> Result<bool, Infallible> {
            builds += 1;
            Ok(!kept.iter().any(|part| bad.contains(part)))
        };
        let Ok(Some(found)) = culprits(&all, &mut compiles) else {
            panic!("it builds without any part");
        };
        let numbers = |parts: Vec<&u32>| parts.into_iter().copied().collect();
        (numbers(found.found), numbers(found.given_up), builds)
    }

    #[test]
    fn culprits_are_found_one_by_one_and_all_others_stay() {
        assert_eq!(search(1, &[0]).0, [0]);
        for bad in [&[0][..], &[99], &[42], &[3, 4], &[0, 50, 99]] {
            let (found, given_up, builds) = search(100, bad);
            assert_eq!(found, bad);
            assert!(given_up.is_empty());
            assert!(builds <= 1 + 14 * bad.len(), "{builds} for {bad:?}");
        }
    }

    #[test]
    fn a_search_among_very_many_culprits_ends() {
        let bad: Vec<u32> = (0..500).collect();
        let (found, given_up, builds) = search(1000, &bad);
        assert!(builds <= BUILDS + 1);
        assert!(
            bad.iter()
                .all(|part| found.contains(part) || given_up.contains(part))
        );
    }

    #[test]
    fn no_innocent_part_is_found_when_builds_run_out() {
        for step in [1, 2, 3, 7, 50, 64, 99] {
            for first in 0..step {
                let bad: Vec<u32> = (first..1000).step_by(step as usize).collect();
                let (found, given_up, builds) = search(1000, &bad);
                assert_eq!(builds, BUILDS + 1, "{first} and every {step}th");
                assert!(!given_up.is_empty());
                let innocent: Vec<&u32> = found.iter().filter(|part| !bad.contains(part)).collect();
                assert!(
                    innocent.is_empty(),
                    "{innocent:?} for {first} and every {step}th"
                );
            }
        }
    }

    #[test]
    fn if_nothing_builds_no_part_is_to_blame() {
        let compiles = &mut |_: &[&u8]| -> Result<bool, Infallible> { Ok(false) };
        assert_eq!(culprits(&[1, 2], compiles), Ok(None));
    }

    #[test]
    fn the_one_part_that_the_rest_can_do_without_is_found() {
        let all: Vec<u32> = (0..9).collect();
        let find = |needed: &[u32]| {
            let mut without = |left_out: &[u32]| -> Result<bool, Infallible> {
                let is_free = !needed.iter().any(|part| left_out.contains(part));
                Ok(is_free && left_out.contains(&7))
            };
            single(&all, &mut without).map(|part| part.copied())
        };
        assert_eq!(find(&[]), Ok(Some(7)));
        assert_eq!(find(&[0]), Ok(Some(7)));
        assert_eq!(find(&[7]), Ok(None));
        assert_eq!(find(&[4, 5, 6, 8]), Ok(Some(7)));
        assert_eq!(
            single(&[] as &[u32], &mut |_| Ok::<_, Infallible>(true)),
            Ok(None)
        );
    }
}
