//! From a document to the model.

mod constants;
mod functions;
mod impls;
mod paths;
mod types;

use crate::document::{Document, Key, Kind};
use crate::error::ModelError;
use crate::id::ItemId;
use crate::item::{Impl, Model};
use crate::mentions::mentioned;
use crate::modules::{Home, Modules};
use crate::projection::Projections;
use crate::reach::Reach;
use crate::resolve::{Resolver, Scope};
use crate::rewrite::Rewriter;
use crate::spans::Files;
use crate::types::{Bound, Type};
use isolde_record::Visibility;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What all parts of the assembly use.
struct Assembler<'d> {
    document: &'d Document,
    modules: Modules,
    reach: Reach,
    files: Files<'d>,
    resolver: Resolver<'d>,
    /// The key in the document for each id of the model.
    keys: BTreeMap<ItemId, Key>,
    crate_name: String,
}

/// An impl and its place in the document.
struct ImplOf<'d> {
    key: Key,
    is_outside: bool,
    items: &'d [Key],
    module: Vec<String>,
    test_only: bool,
    built: Impl,
}

/// Builds the model.
pub(crate) fn model(document: &Document, package_root: &Path) -> Result<Model, ModelError> {
    let root = document
        .entries
        .get(&document.root)
        .ok_or(ModelError::MissingItem(document.root))?;
    let files = Files::of(document, package_root);
    let modules = Modules::of(document, &files);
    let ids = number(document, &modules);
    let assembler = Assembler {
        document,
        reach: Reach::of(document, &modules),
        modules,
        files,
        keys: ids.iter().map(|(key, id)| (*id, *key)).collect(),
        resolver: Resolver { document, ids },
        crate_name: root.name.clone(),
    };
    let impls = assembler.impls();
    let mut built: Vec<_> = impls.iter().map(|of| of.built.clone()).collect();
    let projections = assembler.fill_projections(&mut built);
    let mut macros: Vec<_> = document
        .entries
        .iter()
        .filter(|(key, _)| document.outside_of(**key).is_none())
        .filter(|(_, entry)| matches!(entry.kind, Kind::Macro))
        .map(|(_, entry)| entry.name.clone())
        .collect();
    macros.sort();
    let (functions, outside) = assembler.functions(&impls, &projections);
    let outside_names = document.outside.iter().filter_map(|each| each.name.clone());
    let dependencies: BTreeSet<String> = outside_names.collect();
    Ok(Model {
        dependencies: dependencies.into_iter().collect(),
        constants: assembler.constants(&impls, &projections),
        functions,
        outside,
        types: assembler.types(&built, &projections),
        traits: assembler.traits(&built, &projections),
        impls: built,
        macros,
        compared: Vec::new(),
        error_kinds: Vec::new(),
        compared_constants: Vec::new(),
        crate_name: assembler.crate_name,
    })
}

/// Numbers types, traits and functions in the order of their paths and positions, because rustdoc's own numbers depend on more than the
/// crate's source. Items of other crates come last.
fn number(document: &Document, modules: &Modules) -> BTreeMap<Key, ItemId> {
    let mut order: Vec<_> = document
        .entries
        .iter()
        .filter_map(|(key, entry)| {
            let kind = match &entry.kind {
                Kind::Struct { .. } | Kind::Enum { .. } | Kind::Union { .. } => 0,
                Kind::Trait { .. } => 1,
                Kind::Function(_) => 2,
                _ => return None,
            };
            let path = modules.home(*key).map(|home| home.path(None));
            let is_outside = document.outside_of(*key).is_some();
            Some((is_outside, kind, path, &entry.position, &entry.name, key))
        })
        .collect();
    order.sort();
    order
        .iter()
        .zip(0..)
        .map(|((.., key), id)| (**key, ItemId(id)))
        .collect()
}

impl<'d> Assembler<'d> {
    /// The key of an item of the model.
    fn key(&self, id: ItemId) -> Option<Key> {
        self.keys.get(&id).copied()
    }

    /// Where a type or trait is defined; items inside function bodies are treated as if defined in the crate root.
    fn home_of(&self, key: Key, name: &str) -> Home {
        self.modules.home(key).cloned().unwrap_or_else(|| Home {
            outside: self.outside_label(key),
            module: Vec::new(),
            name: name.to_owned(),
            test_only: false,
        })
    }

    /// What defining paths call the crate of an item that is not the package's.
    fn outside_label(&self, key: Key) -> Option<String> {
        let outside = self.document.outside_of(key)?;
        Some(outside.label.clone())
    }

    fn visibility(&self, key: Key) -> Visibility {
        visibility(self.reach.contains(key))
    }

    fn public_path(&self, key: Key) -> Option<String> {
        self.reach.path(key).map(str::to_owned)
    }

    /// Whether code outside the crate can name all of the crate's items that the type mentions.
    fn is_nameable(&self, ty: &Type) -> bool {
        let mut nameable = true;
        mentioned(ty, &mut |defined, id| {
            nameable &= self.can_name(defined, id)
        });
        nameable
    }

    /// The same for a bound, including its trait.
    fn is_nameable_bound(&self, bound: &Bound) -> bool {
        self.can_name(&bound.defined, bound.id)
            && bound.arguments.iter().all(|of| self.is_nameable(of))
    }

    fn can_name(&self, defined: &str, id: Option<ItemId>) -> bool {
        match id {
            // What other crates' items are called is their affair; code has their values from somewhere.
            Some(id) => self.key(id).is_some_and(|key| {
                self.document.outside_of(key).is_some() || self.reach.contains(key)
            }),
            // An item of the crate that the file does not contain is defined inside a function body.
            None => defined
                .split_once("::")
                .is_some_and(|(krate, _)| krate != self.crate_name),
        }
    }

    /// Replaces associated types that are projections to other impls' types (`type Output = <u64 as Shape>::Output`), which may be projections again.
    fn fill_projections(&self, impls: &mut [Impl]) -> Projections {
        // Each round resolves one link of the longest chain; cycles are not legal Rust.
        for _ in 0..impls.len() {
            let projections = Projections::of(impls);
            let change = |ty: Type| projections.find(&ty).unwrap_or(ty);
            let rewriter = Rewriter {
                change: &change,
                bound: &|bound| bound,
            };
            let mut changed = false;
            for (_, ty) in impls.iter_mut().flat_map(|of| &mut of.associated) {
                let filled = rewriter.ty(ty);
                changed |= filled != *ty;
                *ty = filled;
            }
            if !changed {
                break;
            }
        }
        Projections::of(impls)
    }
}

fn visibility(is_public: bool) -> Visibility {
    if is_public {
        Visibility::Public
    } else {
        Visibility::Private
    }
}

/// The type item of a self type, without references.
fn head(ty: &Type) -> Option<ItemId> {
    match ty {
        Type::Path { id, .. } => *id,
        Type::Reference { target, .. } => head(target),
        _ => None,
    }
}

/// The scope inside an impl.
fn inside<'s>(of: &'s Impl, projections: &'s Projections) -> Scope<'s> {
    Scope {
        self_type: Some(&of.self_type),
        projections: Some(projections),
    }
}
