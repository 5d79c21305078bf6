//! Explores private items like public ones: everything is built from a copy of the package in which every item is public, and afterwards each item
//! gets back the name and visibility that it has in the user's package.

use crate::binary;
use crate::copy::copy;
use crate::error::BuildError;
use crate::package::Package;
use crate::publicize::{publicize, publicize_program};
use isolde_harness::{Harness, Verdict};
use isolde_model::{Field, Fields, Function, Model, Span, TypeItem, TypeKind};
use isolde_record::{Deadline, Visibility};
use std::collections::BTreeMap;
use std::path::Path;

/// Makes the copy in the folder `to` and describes it as a package. A binary is the library of the copy.
///
/// # Errors
/// [`BuildError::Cargo`].
pub fn public_copy(
    package: &Package,
    to: &Path,
    deadline: &Deadline,
) -> Result<Package, BuildError> {
    let sources = package.source_roots();
    let own_manifest = package.root.join("Cargo.toml");
    let edit = |path: &Path, text: String| {
        if path == own_manifest && package.binary.is_some() {
            binary::manifest(&text, package)
        } else if path == package.root_file && package.binary.is_some() {
            publicize_program(&text)
        } else if is_rust(path) && sources.iter().any(|source| path.starts_with(source)) {
            publicize(&text)
        } else {
            text
        }
    };
    copy(package, to, &edit, deadline)
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// Marks an error of the copy that the user's own package may not have.
pub fn blame(error: BuildError) -> BuildError {
    match error {
        BuildError::DoesNotBuild { package, message } => {
            BuildError::NotInPlace { package, message }
        }
        other => other,
    }
}

type Place<'a> = (&'a str, Option<&'a Span>);

fn place(function: &Function) -> Place<'_> {
    (&function.crate_path, function.span.as_ref())
}

/// Names public items as the user's package exports them, and keeps the fields of its public types private. A test of a public function that
/// needs nothing private can then be written outside the package's own files.
pub fn adopt(original: &Model, public: &mut Model) {
    let functions: BTreeMap<Place, &Function> = original
        .functions
        .iter()
        .map(|each| (place(each), each))
        .collect();
    for function in &mut public.functions {
        let path = functions
            .get(&place(function))
            .and_then(|own| own.public_path.clone());
        if path.is_some() {
            function.public_path = path;
        }
    }
    let types: BTreeMap<&str, &TypeItem> = original
        .types
        .values()
        .filter(|item| item.visibility == Visibility::Public)
        .map(|item| (item.crate_path.as_str(), item))
        .collect();
    for item in public.types.values_mut() {
        if let Some(own) = types.get(item.crate_path.as_str()) {
            item.public_path.clone_from(&own.public_path);
            if let (TypeKind::Struct(fields), TypeKind::Struct(own)) = (&mut item.kind, &own.kind) {
                for (field, own) in listed(fields).iter_mut().zip(own_fields(own)) {
                    field.visibility = own.visibility;
                }
            }
        }
    }
    for item in public.traits.values_mut() {
        let own = original
            .traits
            .values()
            .find(|own| own.crate_path == item.crate_path);
        if let Some(path) = own.and_then(|own| own.public_path.clone()) {
            item.public_path = Some(path);
        }
    }
    for block in &mut public.impls {
        let of = block.of_trait.as_ref().and_then(|bound| bound.id);
        if let Some(item) = of.and_then(|id| public.traits.get(&id)) {
            block.trait_public_path.clone_from(&item.public_path);
        }
    }
}

fn listed(fields: &mut Fields) -> &mut [Field] {
    match fields {
        Fields::Unit => &mut [],
        Fields::Tuple(fields) | Fields::Named(fields) => fields,
    }
}

fn own_fields(fields: &Fields) -> &[Field] {
    match fields {
        Fields::Unit => &[],
        Fields::Tuple(fields) | Fields::Named(fields) => fields,
    }
}

/// Gives each function and its thunks the visibility that the function has in the user's package.
pub fn restore(original: &Model, public: &mut Model, harness: &mut Harness) {
    let public_ones: BTreeMap<Place, Visibility> = original
        .functions
        .iter()
        .map(|function| (place(function), function.visibility))
        .collect();
    for function in &mut public.functions {
        let own = public_ones.get(&place(function)).copied();
        function.visibility = own.unwrap_or(Visibility::Private);
    }
    for (index, verdict) in &harness.functions {
        if let Verdict::Thunks(thunks) = verdict {
            for thunk in thunks {
                harness.thunks[*thunk as usize].visibility = public.functions[*index].visibility;
            }
        }
    }
}
