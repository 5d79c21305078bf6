//! Response files, for arguments of the linker that are too many for a command line.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// The arguments as text, with `@file` arguments replaced by the file's lines.
pub(crate) fn expand(arguments: &[OsString]) -> io::Result<Vec<String>> {
    let mut expanded = Vec::new();
    for argument in arguments {
        let text = argument
            .to_str()
            .ok_or_else(|| io::Error::other(format!("{argument:?} is not valid UTF-8")))?;
        match text.strip_prefix('@') {
            Some(file) => expanded.extend(fs::read_to_string(file)?.lines().map(unescape)),
            None => expanded.push(text.to_owned()),
        }
    }
    Ok(expanded)
}

/// A line of a response file without the backslashes that rustc writes before spaces and backslashes.
fn unescape(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        text.push(if character == '\\' {
            characters.next().unwrap_or('\\')
        } else {
            character
        });
    }
    text
}

/// The arguments without the options for an LTO plugin of the linker, which rustc adds where it generates no code itself. The linker gets an object,
/// and no plugin.
pub(crate) fn without_plugin_options(mut arguments: Vec<String>) -> Vec<String> {
    let is_for_plugin = |argument: &str| {
        let options = argument.strip_prefix("-Wl,").unwrap_or(argument);
        options
            .split(',')
            .all(|option| option.starts_with("-plugin-opt="))
    };
    arguments.retain(|argument| !is_for_plugin(argument));
    arguments
}

/// Writes arguments to a response file, as rustc does. Returns the argument that names it.
pub(crate) fn respond(arguments: &[String], file: &Path) -> io::Result<String> {
    let mut text = String::new();
    for argument in arguments {
        for character in argument.chars() {
            if matches!(character, ' ' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        text.push('\n');
    }
    fs::write(file, text)?;
    Ok(format!("@{}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(arguments: &[&str]) -> Vec<OsString> {
        arguments.iter().map(OsString::from).collect()
    }

    #[test]
    fn options_for_plugins_are_left_out_and_others_stay() {
        let arguments = [
            "-m64",
            "-Wl,-plugin-opt=O0,-plugin-opt=mcpu=x86-64",
            "-plugin-opt=O2",
            "-Wl,-plugin-opt=O0,--gc-sections",
            "-Wl,--as-needed",
            "",
            "-o",
        ];
        let kept = without_plugin_options(arguments.map(str::to_owned).to_vec());
        let expected = [
            "-m64",
            "-Wl,-plugin-opt=O0,--gc-sections",
            "-Wl,--as-needed",
            "",
            "-o",
        ];
        assert_eq!(kept, expected);
    }

    #[test]
    fn response_files_are_expanded() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("arguments");
        fs::write(&file, "-lm\n/a\\ b/c.o\n").expect("writable");
        let expanded =
            expand(&strings(&["-m64", &format!("@{}", file.display())])).expect("readable");
        assert_eq!(expanded, ["-m64", "-lm", "/a b/c.o"]);
        let again = respond(&expanded, &file).expect("writable");
        assert_eq!(expand(&strings(&[&again])).expect("readable"), expanded);
    }
}
