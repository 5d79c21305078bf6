//! Format 57, written by rustc 1.95.

mod lends;
mod types;

use self::types::Names;
use crate::attributes::Marks;
use crate::crates::Crates;
use crate::document::{Declared, Document, Entry, Foreign, Key, Kind, Namespace, Position, Shape};
use crate::error::ModelError;
use crate::{generics, names};
use rustdoc_types_57 as format;
use std::collections::BTreeMap;

/// Turns a file of this format into a document whose keys begin at `first`.
pub(super) fn read(
    krate: &format::Crate,
    first: Key,
    label: Option<&str>,
    crates: &mut Crates,
) -> Result<Document, ModelError> {
    if !krate.includes_private {
        return Err(ModelError::PublicOnly);
    }
    let root = krate
        .index
        .get(&krate.root)
        .ok_or(ModelError::MissingItem(krate.root.0))?;
    let own_label = match label {
        Some(label) => label.to_owned(),
        None => crates.own(root.name.as_deref().unwrap_or_default()),
    };
    let mut labels: BTreeMap<u32, String> = krate
        .external_crates
        .iter()
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .map(|(id, external)| (*id, crates.label(&external.name, &external.path)))
        .collect();
    labels.insert(root.crate_id, own_label);
    let names = Names {
        krate,
        first,
        labels,
    };
    let own = |item: &&format::Item| item.crate_id == root.crate_id;
    let entries = krate
        .index
        .values()
        .filter(own)
        .filter_map(|item| Some((names.key(item.id), entry(&names, item)?)))
        .collect();
    let (inner, outer): (Vec<_>, Vec<_>) = krate
        .paths
        .iter()
        .partition(|(_, summary)| summary.crate_id == root.crate_id);
    let foreign = outer.into_iter().map(|(id, summary)| {
        let file = krate
            .external_crates
            .get(&summary.crate_id)
            .map(|external| external.path.clone());
        let foreign = Foreign {
            namespace: namespace(summary),
            defined: names.path_of(summary),
            file,
        };
        (names.key(*id), foreign)
    });
    let defined = inner
        .into_iter()
        .map(|(id, of)| ((namespace(of), names.path_of(of)), names.key(*id)));
    let constant_defaults = krate
        .index
        .values()
        .filter(own)
        .filter_map(|item| Some((names.key(item.id), constant_defaults(&item.inner)?)))
        .filter(|(_, defaults)| !defaults.is_empty())
        .collect();
    let ids = krate.index.keys().chain(krate.paths.keys());
    Ok(Document {
        last: ids.map(|id| names.key(*id)).max().unwrap_or(first),
        constant_defaults,
        root: names.key(krate.root),
        entries,
        foreign: foreign.collect(),
        defined: defined.collect(),
        ..Document::default()
    })
}

fn constant_defaults(inner: &format::ItemEnum) -> Option<BTreeMap<String, String>> {
    use format::ItemEnum as E;
    let generics = match inner {
        E::Struct(of) => &of.generics,
        E::Enum(of) => &of.generics,
        E::Union(of) => &of.generics,
        E::TypeAlias(of) => &of.generics,
        _ => return None,
    };
    let defaults = generics
        .params
        .iter()
        .filter_map(|param| match &param.kind {
            format::GenericParamDefKind::Const { default, .. } => {
                Some((param.name.clone(), default.clone()?))
            }
            _ => None,
        });
    Some(defaults.collect())
}

fn namespace(summary: &format::ItemSummary) -> Namespace {
    use format::ItemKind as K;
    match summary.kind {
        K::Function | K::Constant | K::Static | K::AssocConst => Namespace::Value,
        K::Macro | K::ProcAttribute | K::ProcDerive => Namespace::Macro,
        _ => Namespace::Type,
    }
}

fn entry(names: &Names<'_>, item: &format::Item) -> Option<Entry> {
    Some(Entry {
        name: item
            .name
            .as_deref()
            .map(names::as_written)
            .unwrap_or_default(),
        position: item.span.as_ref().map(position),
        declared: match item.visibility {
            format::Visibility::Public => Declared::Public,
            format::Visibility::Default => Declared::Inherited,
            format::Visibility::Crate | format::Visibility::Restricted { .. } => {
                Declared::Restricted
            }
        },
        docs: item.docs.clone().unwrap_or_default(),
        marks: marks(&item.attrs),
        deprecated: item.deprecation.is_some(),
        kind: kind(names, &item.inner)?,
    })
}

fn position(span: &format::Span) -> Position {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position {
        file: span.filename.to_string_lossy().into_owned(),
        line: number(span.begin.0),
        column: number(span.begin.1),
        end_line: number(span.end.0),
    }
}

fn marks(attributes: &[format::Attribute]) -> Marks {
    let mut marks = Marks::default();
    for attribute in attributes {
        match attribute {
            format::Attribute::NonExhaustive => marks.non_exhaustive = true,
            format::Attribute::AutomaticallyDerived => marks.derived = true,
            format::Attribute::Other(text) => marks.note(text),
            _ => {}
        }
    }
    marks
}

/// `None` for items that the model does not need, such as impls that the compiler made.
fn kind(names: &Names<'_>, inner: &format::ItemEnum) -> Option<Kind> {
    use format::ItemEnum as E;
    Some(match inner {
        E::Module(module) => Kind::Module {
            items: names.keys(&module.items),
        },
        E::Use(import) => Kind::Import {
            name: names::as_written(&import.name),
            target: import.id.map(|id| names.key(id)),
            glob: import.is_glob,
        },
        E::Struct(of) => Kind::Struct {
            shape: match &of.kind {
                format::StructKind::Unit => Shape::Unit,
                format::StructKind::Tuple(fields) => Shape::Tuple(names.optional_keys(fields)),
                format::StructKind::Plain { fields, .. } => Shape::Named(names.keys(fields)),
            },
            generics: names.generics(&of.generics),
        },
        E::Enum(of) => Kind::Enum {
            variants: names.keys(&of.variants),
            generics: names.generics(&of.generics),
        },
        E::Union(of) => Kind::Union {
            generics: names.generics(&of.generics),
        },
        E::Variant(of) => Kind::Variant(match &of.kind {
            format::VariantKind::Plain => Shape::Unit,
            format::VariantKind::Tuple(fields) => Shape::Tuple(names.optional_keys(fields)),
            format::VariantKind::Struct { fields, .. } => Shape::Named(names.keys(fields)),
        }),
        E::StructField(of) => Kind::Field(names.ty(of)),
        E::Function(function) => Kind::Function(names.callable(function)),
        E::Trait(of) => Kind::Trait {
            items: names.keys(&of.items),
            generics: names.generics(&of.generics),
            supertraits: names.bounds(&of.bounds),
            dyn_compatible: of.is_dyn_compatible,
            is_unsafe: of.is_unsafe,
        },
        E::Impl(of) if of.is_synthetic || of.is_negative || of.blanket_impl.is_some() => {
            return None;
        }
        E::Impl(of) => Kind::Impl {
            items: names.keys(&of.items),
            generics: names.generics(&of.generics),
            of_trait: of.trait_.as_ref().map(|path| names.bound(path, false)),
            self_type: names.ty(&of.for_),
        },
        E::TypeAlias(of) => Kind::Alias {
            of: names.ty(&of.type_),
            generics: names.generics(&of.generics),
        },
        E::AssocType {
            generics,
            bounds,
            type_,
        } => Kind::AssociatedType {
            of: type_.as_ref().map(|of| names.ty(of)),
            bounds: names.bounds(bounds),
            is_generic: !generics.params.is_empty(),
        },
        E::Macro(_) | E::ProcMacro(_) => Kind::Macro,
        E::Constant { type_, .. } => Kind::Constant {
            of: Some(names.ty(type_)),
            is_static: false,
            has_value: true,
        },
        E::AssocConst { type_, value } => Kind::Constant {
            of: Some(names.ty(type_)),
            is_static: false,
            has_value: value.is_some(),
        },
        E::Static(of) => Kind::Constant {
            of: (!of.is_mutable && !of.is_unsafe).then(|| names.ty(&of.type_)),
            is_static: true,
            has_value: true,
        },
        E::ExternCrate { .. } | E::TraitAlias(_) | E::ExternType | E::Primitive(_) => {
            return None;
        }
    })
}

impl Names<'_> {
    fn keys(&self, ids: &[format::Id]) -> Vec<Key> {
        ids.iter().map(|id| self.key(*id)).collect()
    }

    fn optional_keys(&self, ids: &[Option<format::Id>]) -> Vec<Option<Key>> {
        ids.iter().map(|id| id.map(|id| self.key(id))).collect()
    }

    fn callable(&self, function: &format::Function) -> crate::item::Callable {
        let mut callable = crate::item::Callable {
            generics: self.generics(&function.generics),
            receiver: None,
            parameters: function
                .sig
                .inputs
                .iter()
                .map(|(pattern, of)| generics::parameter(pattern, self.ty(of)))
                .collect(),
            result: self.result(function.sig.output.as_ref()),
            lends_object: lends::lends_object(function),
            is_unsafe: function.header.is_unsafe,
            is_async: function.header.is_async,
            is_const: function.header.is_const,
            has_body: function.has_body,
        };
        generics::split_receiver(&mut callable);
        callable
    }
}
