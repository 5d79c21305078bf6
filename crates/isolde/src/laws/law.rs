//! What a law consists of, and how its assertion is written for given variables.

/// Something that the documentation of a trait promises about all types that implement it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// A name that stays the same from version to version, in snake case.
    pub name: &'static str,
    /// The promise in plain words, with the trait that makes it.
    pub promise: &'static str,
    /// A Rust statement, without a semicolon at its end, that panics if the law is broken. `{0}`, `{1}` and `{2}` are in place of variables. If
    /// fewer values than that were checked, the same variable is in several places. See [`Law::assertion_for`].
    pub assertion: &'static str,
    /// Whether a type that breaks the law is wrong.
    pub strength: Strength,
}

/// How much it means that a law is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The documentation of the trait demands it: a type that breaks the law is wrong.
    Law,
    /// Users expect it, but there may be good reasons for a type to be different.
    Convention,
}

impl Law {
    /// How many places the assertion mentions: 1 to 3.
    pub fn places(&self) -> usize {
        let holes = ["{2}", "{1}"].into_iter().zip([3, 2]);
        let mut holes = holes.filter(|(hole, _)| self.assertion.contains(hole));
        holes.next().map_or(1, |(_, places)| places)
    }

    /// The assertion about some places: variables, or variables behind a `*` if these are references to the values. Where the assertion mentions
    /// more places than are given, the first one is repeated.
    ///
    /// ```
    /// let law = isolde::laws::LAWS.iter().find(|law| law.name == "eq_symmetric").unwrap();
    /// assert_eq!(law.assertion_for(&["a", "*b"]), "assert_eq!(PartialEq::eq(&a, b), PartialEq::eq(b, &a), \"`==` is symmetric\")");
    /// ```
    pub fn assertion_for(&self, places: &[&str]) -> String {
        let mut text = self.assertion.to_owned();
        for (index, hole) in ["{0}", "{1}", "{2}"].into_iter().enumerate() {
            let Some(place) = places.get(index).or(places.first()) else {
                break;
            };
            if let Some(reference) = place.strip_prefix('*') {
                // A reference to the value, and what a format string prints.
                text = text.replace(&format!("&{hole}"), reference);
                text = text.replace(&format!("{{{hole}"), &format!("{{{reference}"));
            }
            text = text.replace(hole, place);
        }
        text
    }
}
