//! The statements of a test that install the fakes of functions outside the unit.

use isolde_record::FakeSource;

/// The longest line.
const WIDTH: usize = 100;

/// The statements that install a fake, indented as in a test. rustfmt leaves them as they are, since a `detour!` is no expression.
pub(crate) fn statements(fake: &FakeSource) -> String {
    let name = &fake.name;
    let mut out = String::new();
    if fake.counts {
        out += &format!("    let mut {name}_calls = 0;\n");
    }
    let asyncness = if fake.is_async { "async " } else { "" };
    let threads = if fake.is_across {
        ", across threads"
    } else {
        ""
    };
    let head = format!(
        "    let _{name} = isolde::detour!({asyncness}{}{threads} =>",
        fake.function
    );
    let closure = formatted(&fake.closure);
    let is_one_line = !closure.contains('\n');
    let is_long = head.chars().count() + closure.chars().count() + 3 > WIDTH;
    out += &match is_one_line && is_long {
        false => format!("{head} {closure});\n"),
        true => format!("{head}\n        {closure});\n"),
    };
    out
}

/// The functions whose answers a test takes for granted: nobody has said what they can answer.
pub(crate) fn assumed_of(fakes: &[FakeSource]) -> Vec<String> {
    let assumed = fakes.iter().filter(|fake| fake.is_assumed);
    assumed.map(|fake| fake.function.clone()).collect()
}

/// What a test takes for granted, in words.
pub(crate) fn assumed(fakes: &[FakeSource]) -> Option<String> {
    let names: Vec<String> = assumed_of(fakes)
        .iter()
        .map(|function| format!("`{function}`"))
        .collect();
    let (last, others) = names.split_last()?;
    Some(match others.is_empty() {
        true => format!("Assumed: the answer of {last}."),
        false => format!("Assumed: the answers of {} and {last}.", others.join(", ")),
    })
}

/// The closure as rustfmt would write it in the body of a function; as it is, if it cannot be read.
fn formatted(closure: &str) -> String {
    const HEAD: &str = "    let _ = ";
    let file = format!("fn f() {{ let _ = {closure}; }}");
    let Ok(parsed) = syn::parse_file(&file) else {
        return closure.to_owned();
    };
    let text = prettyplease::unparse(&parsed);
    let body = text
        .strip_prefix("fn f() {\n")
        .and_then(|text| text.strip_suffix(";\n}\n"))
        .and_then(|text| text.strip_prefix(HEAD));
    body.map_or_else(|| closure.to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fake(closure: &str) -> FakeSource {
        FakeSource {
            function: "std::fs::read::<&str>".into(),
            name: "read".into(),
            is_async: false,
            is_assumed: false,
            is_across: false,
            counts: closure.contains("calls"),
            closure: closure.into(),
        }
    }

    #[test]
    fn closures_are_formatted_and_long_ones_begin_on_a_line_of_their_own() {
        assert_eq!(
            statements(&fake("|_| Ok(vec![1,2])")),
            "    let _read = isolde::detour!(std::fs::read::<&str> => |_| Ok(vec![1, 2]));\n"
        );
        assert_eq!(
            statements(&fake(
                "|_| { read_calls += 1; match read_calls { 1 => Ok(vec![]), _ => Err(std::io::ErrorKind::Other.into()), } }"
            )),
            "    let mut read_calls = 0;\n    let _read = isolde::detour!(std::fs::read::<&str> => |_| {\n        read_calls += 1;\n        match read_calls {\n            1 => Ok(vec![]),\n            _ => Err(std::io::ErrorKind::Other.into()),\n        }\n    });\n"
        );
        let long = statements(&fake(
            "|path| Err(std::io::Error::new(std::io::ErrorKind::NotFound, format!(\"there is no {path}\")))",
        ));
        assert!(long.lines().count() > 1, "{long}");
        assert!(long.lines().all(|line| line.len() <= WIDTH), "{long}");
    }

    #[test]
    fn what_is_assumed_is_said_once() {
        let assumed_of = |names: &[&str]| {
            let fakes: Vec<FakeSource> = names
                .iter()
                .map(|name| FakeSource {
                    function: (*name).to_owned(),
                    is_assumed: !name.starts_with("std::"),
                    ..fake("|_| 1")
                })
                .collect();
            assumed(&fakes)
        };
        assert_eq!(assumed_of(&["std::fs::read"]), None);
        assert_eq!(
            assumed_of(&["a::f", "std::fs::read"]).as_deref(),
            Some("Assumed: the answer of `a::f`.")
        );
        assert_eq!(
            assumed_of(&["a::f", "a::g", "b::h"]).as_deref(),
            Some("Assumed: the answers of `a::f`, `a::g` and `b::h`.")
        );
    }
}
