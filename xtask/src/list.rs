//! Lists of published crates to measure: text files with a crate in each line.

use anyhow::{Result, ensure};

/// The crates of a list: `name@version`, and what they are for.
pub fn crates(list: &str) -> Vec<(String, String)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let words = lines.filter_map(|line| line.split_once(' '));
    words
        .map(|(subject, rest)| {
            let kind = rest.trim().trim_end_matches(['+', '-']).trim();
            (subject.to_owned(), kind.to_owned())
        })
        .collect()
}

/// The crates to measure, with what they are for: those of the list that are wanted by name, and others by name and version; without any, the list.
pub fn choose(list: &str, wanted: &[String]) -> Result<Vec<(String, String)>> {
    let list = crates(list);
    if wanted.is_empty() {
        return Ok(list);
    }
    let find = |wanted: &String| {
        let known = list.iter().find(|(subject, _)| {
            subject == wanted
                || subject
                    .split_once('@')
                    .is_some_and(|(name, _)| name == wanted)
        });
        match known {
            Some(known) => Ok(known.clone()),
            None => {
                ensure!(
                    wanted.contains('@'),
                    "{wanted} is not in the list: write name@version"
                );
                Ok((wanted.clone(), String::new()))
            }
        }
    };
    wanted.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_chosen_by_name_or_by_version() {
        const LIST: &str = "# A comment\ncsv@1.4.0   parsers  +\nnom@8.0.0   parsers  -\n";
        let wanted = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&word| word.into()).collect();
            choose(LIST, &words)
        };
        let chosen = wanted(&["csv", "other@1.0.0"]).expect("both can be found");
        let expected = [("csv@1.4.0", "parsers"), ("other@1.0.0", "")];
        assert_eq!(chosen, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(wanted(&[]).expect("all").len(), 2);
        assert!(wanted(&["other"]).is_err());
    }
}
