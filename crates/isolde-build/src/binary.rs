//! Binaries: no crate can depend on one, so that it is made the library of the copy of its package in which everything is public. All its functions are
//! private, since no other crate can call them, and its `main` is not called at all: it belongs to the process, as the harness of tests does.

use crate::blame::blame;
use crate::context::{Context, Step};
use crate::copy::copy;
use crate::diagnostics;
use crate::driver;
use crate::error::BuildError;
use crate::package::Package;
use isolde_cargo::{environment, toolchain};
use isolde_harness::{Harness, Verdict};
use isolde_model::{Container, Function, Model};
use isolde_record::{SkipReason, Visibility};
use toml_edit::{Array, DocumentMut, Item, Table, value};

/// The manifest of the package with the binary as its library. A manifest that does not parse is not changed.
pub fn manifest(text: &str, package: &Package) -> String {
    let Ok(mut manifest) = text.parse::<DocumentMut>() else {
        return text.to_owned();
    };
    let root_file = package.root_file.strip_prefix(&package.root);
    let root_file = root_file.unwrap_or(&package.root_file);
    let mut library = Table::new();
    library.insert("name", value(&package.crate_name));
    library.insert("path", value(root_file.display().to_string()));
    library.insert("edition", value(&package.edition));
    library.insert("crate-type", value(["lib"].into_iter().collect::<Array>()));
    manifest.insert("lib", Item::Table(library));
    manifest.to_string()
}

/// The same as [`check`](crate::check::check) for a binary: an unchanged copy of the package is checked, so that no lock file appears in the user's.
///
/// # Errors
/// [`BuildError::DoesNotBuild`], [`BuildError::BuildScript`]; [`BuildError::Cargo`].
pub fn check(context: &Context, name: &str) -> Result<(), BuildError> {
    context.step(Step::Checking);
    let (package, scratch) = (context.package, context.scratch);
    let copy = copy(
        package,
        &scratch.unchanged(),
        &|_, text| text,
        context.deadline,
    )?;
    let mut command = toolchain::cargo(&package.root);
    environment::keep_flags(&mut command, &context.toolchain.host);
    command.env("TMPDIR", scratch.temporary());
    // Dependencies that are checked with the driver's profile are checked once for this and for rustdoc.
    command.envs(driver::profile_variables());
    command.args(["check", "--bin", name, "--message-format=json", "--package"]);
    command.arg(&copy.id);
    command.args(package.feature_arguments());
    command.args(["--target", &context.toolchain.host]);
    command
        .arg("--manifest-path")
        .arg(copy.root.join("Cargo.toml"));
    command.arg("--target-dir").arg(scratch.doc());
    let output = context.run_cargo(command)?;
    if output.passed() {
        return Ok(());
    }
    let errors = diagnostics::read(&output.stdout, &scratch.support());
    Err(blame(&copy, &errors, &output, 0))
}

/// Whether the function is the one that a program starts with.
fn is_main(function: &Function) -> bool {
    function.container == Container::Module && function.module.is_empty() && function.name == "main"
}

/// Makes the `main` function unreachable.
pub fn hide_main(model: &mut Model) {
    for function in model.functions.iter_mut().filter(|it| is_main(it)) {
        function.visibility = Visibility::Private;
        function.public_path = None;
    }
}

/// Makes all functions private, and says why `main` was skipped.
pub fn restore(model: &mut Model, harness: &mut Harness) {
    for function in &mut model.functions {
        function.visibility = Visibility::Private;
    }
    for thunk in &mut harness.thunks {
        thunk.visibility = Visibility::Private;
    }
    for (index, verdict) in &mut harness.functions {
        let is_refused = *verdict == Verdict::Skipped(SkipReason::Private);
        if is_refused && is_main(&model.functions[*index]) {
            *verdict = Verdict::Skipped(SkipReason::Main);
        }
    }
}

/// Marks an error of the copy that the user's own package does not have.
pub fn blame_copy(error: BuildError, binary: &str) -> BuildError {
    match error {
        BuildError::DoesNotBuild { package, message } => BuildError::BinaryNotInPlace {
            package,
            binary: binary.to_owned(),
            message,
        },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_becomes_the_library_and_nothing_else_changes() {
        let text = "# A tool.\n[package]\nname = \"a-tool\"\n\n[[bin]]\nname = \"a-tool\"\npath = \"src/start.rs\"\n";
        let package = Package {
            id: String::new(),
            name: "a-tool".to_owned(),
            version: "1.0.0".to_owned(),
            binary: Some("a-tool".to_owned()),
            edition: "2018".to_owned(),
            crate_name: "a_tool".to_owned(),
            target_files: Vec::new(),
            tested_files: Vec::new(),
            root: "/w/a".into(),
            workspace_root: "/w".into(),
            root_file: "/w/a/src/start.rs".into(),
            target_dir: "/w/target".into(),
            features: Vec::new(),
            default_features: true,
        };
        let library = "\n[lib]\nname = \"a_tool\"\npath = \"src/start.rs\"\nedition = \"2018\"\ncrate-type = [\"lib\"]\n";
        assert_eq!(manifest(text, &package), format!("{text}{library}"));
        assert_eq!(manifest("[", &package), "[");
    }
}
