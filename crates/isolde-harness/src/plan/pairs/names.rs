//! Which names of functions belong together.

/// Verbs that undo each other: if a word of a name is the first one, the function is undone by that which has the second one in its place.
const INVERSE: &[(&str, &str)] = &[
    ("encode", "decode"),
    ("serialize", "deserialize"),
    ("marshal", "unmarshal"),
    ("escape", "unescape"),
    ("quote", "unquote"),
    ("quote", "split"),
    ("join", "split"),
    ("compress", "decompress"),
    ("deflate", "inflate"),
    ("encrypt", "decrypt"),
    ("pack", "unpack"),
    ("format", "parse"),
    ("print", "parse"),
    ("stringify", "parse"),
    ("dump", "load"),
    ("to", "from"),
    ("into", "from"),
    ("as", "from"),
];

/// How the name of an inverse function was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inverse {
    /// The name.
    pub name: String,
    /// If the functions convert to another type and back: what they call it, `bytes` in `to_bytes`.
    pub converted: Option<String>,
    /// Whether the second function splits what the first one quotes, so that it gives a list.
    pub splits: bool,
}

/// The names of functions that may undo the function with this name.
pub(super) fn inverses(name: &str) -> Vec<Inverse> {
    let words: Vec<&str> = name.split('_').collect();
    let mut found = Vec::new();
    for (verb, inverse) in INVERSE {
        let Some(place) = words.iter().position(|word| word == verb) else {
            continue;
        };
        let is_conversion = *inverse == "from";
        if is_conversion && (place > 0 || words.len() == 1) {
            continue;
        }
        let mut other = words.clone();
        other[place] = inverse;
        found.push(Inverse {
            name: other.join("_"),
            converted: is_conversion.then(|| words[1..].join("_")),
            splits: (*verb, *inverse) == ("quote", "split"),
        });
    }
    found
}

/// The name of the function that panics where the function with this name returns nothing.
pub(super) fn panicking(name: &str) -> Option<&str> {
    name.strip_prefix("checked_")
        .or_else(|| name.strip_prefix("try_"))
}

/// The name of the function that gives a shared reference to what the function with this name gives a mutable one to.
pub(super) fn shared(name: &str) -> Option<String> {
    if let Some(name) = name.strip_suffix("_mut") {
        return Some(name.to_owned());
    }
    let rest = name.strip_prefix("as_mut_")?;
    Some(format!("as_{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverses_of(name: &str) -> Vec<String> {
        inverses(name).into_iter().map(|found| found.name).collect()
    }

    #[test]
    fn one_word_of_the_name_is_replaced() {
        assert_eq!(inverses_of("encode"), ["decode"]);
        assert_eq!(inverses_of("base64_encode"), ["base64_decode"]);
        assert_eq!(inverses_of("escape_html"), ["unescape_html"]);
        assert_eq!(inverses_of("quote"), ["unquote", "split"]);
        assert_eq!(inverses_of("to_le_bytes"), ["from_le_bytes"]);
        assert_eq!(inverses_of("decode"), [""; 0]);
        assert_eq!(inverses_of("encoded"), [""; 0]);
    }

    #[test]
    fn a_conversion_has_its_verb_at_the_beginning_and_says_to_what() {
        assert_eq!(inverses_of("add_to"), [""; 0]);
        assert_eq!(inverses_of("to"), [""; 0]);
        let converted = inverses("into_bytes").remove(0).converted;
        assert_eq!(converted.as_deref(), Some("bytes"));
        assert_eq!(inverses("encode").remove(0).converted, None);
    }

    #[test]
    fn twins_have_a_prefix_or_a_suffix() {
        assert_eq!(panicking("checked_add"), Some("add"));
        assert_eq!(panicking("try_new"), Some("new"));
        assert_eq!(panicking("retry_new"), None);
        assert_eq!(shared("get_mut").as_deref(), Some("get"));
        assert_eq!(shared("as_mut_slice").as_deref(), Some("as_slice"));
        assert_eq!(shared("mutate"), None);
    }
}
