//! Finds the libLLVM of a toolchain.
//!
//! Toolchains of rustup have it in `<sysroot>/lib`. A distribution's rustc is linked with the system's libLLVM, whose file is named in the dynamic
//! section of `librustc_driver`.

use crate::Error;
use std::path::{Path, PathBuf};

/// The libLLVM of the toolchain whose `rustc --print sysroot` is `sysroot`.
///
/// # Errors
/// [`Error::NotFound`] if there is none, for instance because LLVM is linked statically into the compiler.
pub fn find(sysroot: &Path) -> Result<PathBuf, Error> {
    let lib = sysroot.join("lib");
    let mut names: Vec<PathBuf> = files(&lib).filter(|path| is_llvm(path)).collect();
    // A `.so` next to the versioned file may be a linker script. The file with the shortest versioned name is the library itself.
    names.sort_by_key(|path| {
        (
            !file_name(path).contains(".so.") && !file_name(path).ends_with(".dylib"),
            path.as_os_str().len(),
            path.clone(),
        )
    });
    if let Some(path) = names.into_iter().next() {
        return Ok(path);
    }
    let needed = files(&lib)
        .chain(files(&sysroot.join("lib64")))
        .filter(|path| file_name(path).starts_with("librustc_driver"))
        .filter_map(|driver| std::fs::read(driver).ok())
        .find_map(|bytes| needed_llvm(&bytes));
    let Some(needed) = needed else {
        return Err(Error::NotFound {
            sysroot: sysroot.to_owned(),
        });
    };
    system_directories(&needed)
        .map(|directory| directory.join(&needed))
        .find(|path| path.exists())
        .ok_or_else(|| Error::NotFound {
            sysroot: sysroot.to_owned(),
        })
}

fn file_name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default()
}

fn files(directory: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
}

fn is_llvm(path: &Path) -> bool {
    let name = file_name(path);
    name.starts_with("libLLVM") && (name.contains(".so") || name.ends_with(".dylib"))
}

/// The name `libLLVM…so…` in the string table of an ELF file: the strings end in zero bytes, and only a `DT_NEEDED` entry has such a name.
fn needed_llvm(elf: &[u8]) -> Option<String> {
    const START: &[u8] = b"\0libLLVM";
    let mut rest = elf;
    loop {
        let at = rest
            .windows(START.len())
            .position(|window| window == START)?;
        rest = &rest[at + 1..];
        let end = rest.iter().position(|&byte| byte == 0)?;
        if let Ok(name) = std::str::from_utf8(&rest[..end])
            && name.contains(".so")
            && !name.contains('/')
        {
            return Some(name.to_owned());
        }
    }
}

/// Where a distribution may keep the library `name` (`libLLVM.so.19.1`, `libLLVM-17.so.1`).
fn system_directories(name: &str) -> impl Iterator<Item = PathBuf> + use<> {
    let major: String = name
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    [
        multiarch,
        "/usr/lib64".into(),
        "/usr/lib".into(),
        format!("/usr/lib/llvm-{major}/lib"),
        format!("/usr/lib64/llvm{major}/lib64"),
    ]
    .into_iter()
    .map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rustup_toolchain_has_its_library_in_lib() {
        let root = tempfile::tempdir().unwrap();
        let lib = root.path().join("lib");
        std::fs::create_dir(&lib).unwrap();
        for name in [
            "libLLVM-22-rust-1.95.0-stable.so",
            "libLLVM.so.22.1-rust-1.95.0-stable",
            "librustc_driver-1.so",
        ] {
            std::fs::write(lib.join(name), "").unwrap();
        }
        assert_eq!(
            find(root.path()).unwrap(),
            lib.join("libLLVM.so.22.1-rust-1.95.0-stable")
        );
    }

    #[test]
    fn a_toolchain_without_the_library_is_an_error_that_names_it() {
        let root = tempfile::tempdir().unwrap();
        let error = find(root.path()).unwrap_err().to_string();
        assert!(error.contains(root.path().to_str().unwrap()), "{error}");
    }

    #[test]
    fn the_needed_library_is_read_from_the_string_table() {
        let elf = b"\x7fELF..\0libLLVM is nice\0libdl.so.2\0libLLVM.so.19.1\0libc.so.6\0";
        assert_eq!(needed_llvm(elf).as_deref(), Some("libLLVM.so.19.1"));
        assert_eq!(needed_llvm(b"\x7fELF\0libc.so.6\0"), None);
    }
}
