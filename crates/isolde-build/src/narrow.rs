//! Finds the pieces of a driver that the compiler refuses when its errors do not tell where they are: by halving.

/// How many builds one search may take.
const BUILDS: usize = 48;

/// How many pieces are left out one by one if no half of them can be left out.
const ONE_BY_ONE: usize = 16;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Culprits<'p, P> {
    /// Pieces each of which is refused for itself.
    pub(crate) found: Vec<&'p P>,
    /// Pieces that were given up together, some of which are refused, because the search would have taken too long.
    pub(crate) given_up: Vec<&'p P>,
}

/// The pieces without which all others compile. `compiles` tells whether a driver with only these pieces does; it is known not to for `all`. `None` if
/// not even a driver without pieces compiles.
pub(crate) fn culprits<'p, P, E>(
    all: &'p [P],
    compiles: &mut dyn FnMut(&[&'p P]) -> Result<bool, E>,
) -> Result<Option<Culprits<'p, P>>, E> {
    if !compiles(&[])? {
        return Ok(None);
    }
    let mut search = Search {
        compiles,
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
    compiles: &'s mut dyn FnMut(&[&'p P]) -> Result<bool, E>,
    /// Pieces that compile together.
    kept: Vec<&'p P>,
    /// How many builds are left.
    builds: usize,
    culprits: Culprits<'p, P>,
}

impl<'p, P, E> Search<'_, 'p, P, E> {
    /// Keeps the pieces, if they compile together with those that are kept already. Returns whether they do.
    fn keep(&mut self, pieces: &'p [P]) -> Result<bool, E> {
        if pieces.is_empty() {
            return Ok(true);
        }
        if self.builds == 0 {
            self.culprits.given_up.extend(pieces);
            return Ok(true);
        }
        self.builds -= 1;
        let together: Vec<&P> = self.kept.iter().copied().chain(pieces).collect();
        let fits = (self.compiles)(&together)?;
        if fits {
            self.kept = together;
        }
        Ok(fits)
    }

    /// Keeps as many as possible of the pieces, which do not compile together with those that are kept already.
    fn halve(&mut self, pieces: &'p [P]) -> Result<(), E> {
        if let [piece] = pieces {
            self.culprits.found.push(piece);
            return Ok(());
        }
        let (first, second) = pieces.split_at(pieces.len() / 2);
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

/// The one piece of `all` without which the rest compiles, if there is one. `compiles_without` tells whether a driver without these pieces does.
pub(crate) fn single<'p, P, E>(
    all: &'p [P],
    compiles_without: &mut dyn FnMut(&'p [P]) -> Result<bool, E>,
) -> Result<Option<&'p P>, E> {
    let mut suspects = all;
    while suspects.len() > 2 {
        let (first, second) = suspects.split_at(suspects.len() / 2);
        suspects = if compiles_without(first)? {
            first
        } else if compiles_without(second)? {
            second
        } else {
            // A driver may need one of several pieces, whichever it is.
            break;
        };
    }
    for piece in suspects.iter().take(ONE_BY_ONE) {
        if compiles_without(std::slice::from_ref(piece))? {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// The culprits among the numbers below `count`, and the number of builds; drivers with one of `bad` do not compile.
    fn search(count: u32, bad: &[u32]) -> (Vec<u32>, Vec<u32>, usize) {
        let all: Vec<u32> = (0..count).collect();
        let mut builds = 0;
        let mut compiles = |kept: &[&u32]| -> Result<bool, Infallible> {
            builds += 1;
            Ok(!kept.iter().any(|piece| bad.contains(piece)))
        };
        let Ok(Some(found)) = culprits(&all, &mut compiles) else {
            panic!("a driver without pieces compiles");
        };
        let numbers = |pieces: Vec<&u32>| pieces.into_iter().copied().collect();
        (numbers(found.found), numbers(found.given_up), builds)
    }

    #[test]
    fn refused_pieces_are_found_one_by_one_and_all_others_stay() {
        assert_eq!(search(1, &[0]).0, [0]);
        for bad in [&[0][..], &[99], &[42], &[3, 4], &[0, 50, 99]] {
            let (found, given_up, builds) = search(100, bad);
            assert_eq!(found, bad);
            assert!(given_up.is_empty());
            assert!(builds <= 1 + 14 * bad.len(), "{builds} for {bad:?}");
        }
    }

    #[test]
    fn a_search_among_very_many_refused_pieces_ends() {
        let bad: Vec<u32> = (0..500).collect();
        let (found, given_up, builds) = search(1000, &bad);
        assert!(builds <= BUILDS + 1);
        assert!(
            bad.iter()
                .all(|piece| found.contains(piece) || given_up.contains(piece))
        );
    }

    #[test]
    fn without_a_driver_that_compiles_no_piece_is_to_blame() {
        let compiles = &mut |_: &[&u8]| -> Result<bool, Infallible> { Ok(false) };
        assert_eq!(culprits(&[1, 2], compiles), Ok(None));
    }

    #[test]
    fn the_one_piece_that_a_refused_driver_can_do_without_is_found() {
        let all: Vec<u32> = (0..9).collect();
        let find = |needed: &[u32]| {
            let mut without = |left_out: &[u32]| -> Result<bool, Infallible> {
                let is_free = !needed.iter().any(|piece| left_out.contains(piece));
                Ok(is_free && left_out.contains(&7))
            };
            single(&all, &mut without).map(|piece| piece.copied())
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
