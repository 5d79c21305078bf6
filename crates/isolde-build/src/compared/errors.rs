//! The kinds of `std::io::Error` that a package's code names.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The kinds. Those that only new releases have come last: code that names one of them is compiled with such a release.
const KINDS: [&str; 38] = [
    "NotFound",
    "PermissionDenied",
    "ConnectionRefused",
    "ConnectionReset",
    "ConnectionAborted",
    "NotConnected",
    "AddrInUse",
    "AddrNotAvailable",
    "BrokenPipe",
    "AlreadyExists",
    "WouldBlock",
    "InvalidInput",
    "InvalidData",
    "TimedOut",
    "WriteZero",
    "Interrupted",
    "Unsupported",
    "UnexpectedEof",
    "OutOfMemory",
    "Other",
    "HostUnreachable",
    "NetworkUnreachable",
    "NetworkDown",
    "NotADirectory",
    "IsADirectory",
    "DirectoryNotEmpty",
    "ReadOnlyFilesystem",
    "StaleNetworkFileHandle",
    "StorageFull",
    "NotSeekable",
    "QuotaExceeded",
    "FileTooLarge",
    "ResourceBusy",
    "ExecutableFileBusy",
    "Deadlock",
    "CrossesDevices",
    "TooManyLinks",
    "InvalidFilename",
];

/// Adds the kinds that a file names. A file that does not name `io::ErrorKind`, or has an `ErrorKind` of its own, means something else by these names.
pub(super) fn of_file(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    let mut names = Vec::new();
    collect(tokens, &mut names);
    let is_imported = ["io", "ErrorKind"]
        .iter()
        .all(|wanted| names.iter().any(|name| name == wanted));
    let is_own = names.windows(2).any(|pair| pair == ["enum", "ErrorKind"]);
    if is_imported && !is_own {
        let kinds = names
            .into_iter()
            .filter(|name| KINDS.contains(&name.as_str()));
        found.extend(kinds);
    }
}

fn collect(tokens: &TokenStream, names: &mut Vec<String>) {
    for tree in tokens.clone() {
        match tree {
            TokenTree::Group(group) => collect(&group.stream(), names),
            TokenTree::Ident(name) => names.push(name.to_string()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        of_file(&text.parse().expect("tokens"), &mut found);
        found.into_iter().collect()
    }

    #[test]
    fn kinds_are_found_wherever_they_are_named() {
        let text = "use std::io::{self, ErrorKind::*}; fn f(e: io::Error) -> bool {
            matches!(e.kind(), TimedOut | io::ErrorKind::BrokenPipe | Unknown)
        }";
        assert_eq!(kinds(text), ["BrokenPipe", "TimedOut"]);
        assert!(kinds("use std::io; enum ErrorKind { TimedOut }").is_empty());
        assert!(kinds("fn f(e: Kind) -> bool { e == Kind::TimedOut }").is_empty());
    }
}
