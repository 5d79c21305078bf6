//! Settings for runs under `cargo test`, from the environment.

use std::hash::{BuildHasher, Hasher};

/// The default number of fresh inputs.
const FRESH: u32 = 32;

/// How a parameterized test is run by `cargo test`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// The number of fresh inputs.
    pub fresh: u32,
    /// The seed of the fresh inputs.
    pub seed: u64,
}

impl Settings {
    /// Reads `ISOLDE_FRESH` and `ISOLDE_SEED`. The number of fresh inputs in the attribute counts unless the environment sets one.
    ///
    /// # Panics
    /// If a variable is not a number: a run with settings other than those asked for would be misleading.
    pub fn from_environment(attribute: Option<u32>) -> Settings {
        Settings::from_variables(attribute, |name| std::env::var(name).ok())
    }

    fn from_variables(
        attribute: Option<u32>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Settings {
        let number = |name: &str| {
            let text = variable(name).filter(|text| !text.is_empty())?;
            let number = match text.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            };
            assert!(number.is_some(), "{name} is {text:?}, but must be a number");
            number
        };
        Settings {
            fresh: number("ISOLDE_FRESH").map_or(attribute.unwrap_or(FRESH), |fresh| {
                u32::try_from(fresh).unwrap_or(u32::MAX)
            }),
            seed: number("ISOLDE_SEED").unwrap_or_else(random),
        }
    }
}

/// A seed that differs from process to process.
fn random() -> u64 {
    // The keys of hash tables are the only source of randomness in std.
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
        & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_wins_over_the_attribute() {
        let of = |fresh: Option<&'static str>| {
            Settings::from_variables(Some(5), |name| match name {
                "ISOLDE_SEED" => Some("0x10".to_owned()),
                _ => fresh.map(str::to_owned),
            })
        };
        assert_eq!(of(None), Settings { fresh: 5, seed: 16 });
        assert_eq!(of(Some("0")), Settings { fresh: 0, seed: 16 });
        assert_eq!(Settings::from_variables(None, |_| None).fresh, FRESH);
        let empty = Settings::from_variables(None, |_| Some(String::new()));
        assert_eq!(empty.fresh, FRESH, "an empty variable counts as unset");
    }

    #[test]
    #[should_panic(expected = "ISOLDE_FRESH is \"off\", but must be a number")]
    fn values_that_are_not_numbers_are_refused() {
        Settings::from_variables(None, |_| Some("off".to_owned()));
    }
}
