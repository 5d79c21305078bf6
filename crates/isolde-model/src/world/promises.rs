//! What everybody relies on, though no signature says it: which answers exclude others, and what stays as it is until somebody changes it.

/// Types whose values are of one kind, with the methods that ask for the kinds.
const KINDS: &[(&str, &[&str])] = &[
    (
        "std::fs::FileType",
        &[
            "is_block_device",
            "is_char_device",
            "is_dir",
            "is_fifo",
            "is_file",
            "is_socket",
            "is_symlink",
        ],
    ),
    ("std::fs::Metadata", &["is_dir", "is_file", "is_symlink"]),
];

/// Whether a method of the type with this public path asks if a value is of a kind, which excludes all other kinds.
pub fn asks_for_kind(path: &str, method: &str) -> bool {
    KINDS
        .iter()
        .any(|(of, methods)| *of == path && methods.contains(&method))
}

/// Functions whose paths are absolute ones, by module or type and name.
const ABSOLUTE: &[(&str, &str)] = &[
    ("std::env", "current_dir"),
    ("std::env", "current_exe"),
    ("std::fs", "canonicalize"),
    ("std::path", "absolute"),
    ("std::path::Path", "canonicalize"),
];

/// Whether the path that a function of this module or type gives is always an absolute one.
pub fn is_absolute(owner: &str, name: &str) -> bool {
    ABSOLUTE.contains(&(owner, name))
}

/// Whether a function is about the calling thread itself. The standard library calls such functions too, whenever a thread begins.
pub fn is_of_calling_thread(owner: &str, name: &str) -> bool {
    owner == "std::thread::Thread" || (owner, name) == ("std::thread", "current")
}

/// Whether a function only tells threads apart, or waits until another one goes on. Locks and caches do so, whose results do not depend on it.
pub fn is_between_threads(owner: &str, name: &str) -> bool {
    is_of_calling_thread(owner, name)
        || owner == "std::thread" && matches!(name, "park" | "yield_now")
}

/// Functions that read or change what belongs to the process, by module and name, and whether they change it.
const OF_PROCESS: &[(&str, &str, bool)] = &[
    ("std::env", "current_dir", false),
    ("std::env", "current_exe", false),
    ("std::env", "home_dir", false),
    ("std::env", "remove_var", true),
    ("std::env", "set_current_dir", true),
    ("std::env", "set_var", true),
    ("std::env", "temp_dir", false),
    ("std::env", "var", false),
    ("std::env", "var_os", false),
    ("std::process", "id", false),
];

/// Whether a function changes what belongs to the process, its environment above all; `None` if it does not even read it. What is only read answers
/// the same to the same arguments.
pub fn changes_process(owner: &str, name: &str) -> Option<bool> {
    let mut all = OF_PROCESS.iter();
    all.find(|(of, function, _)| (*of, *function) == (owner, name))
        .map(|(_, _, changes)| *changes)
}
