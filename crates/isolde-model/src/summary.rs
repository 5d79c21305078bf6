//! A model as text, for people who want to see its contents.

use crate::item::{
    Callable, Container, Field, Fields, Function, Impl, Model, Receiver, TypeItem, TypeKind,
};
use crate::std_items::StdItem;
use crate::types::{Bound, GenericParam, Generics};
use isolde_record::Visibility;
use std::fmt::Write;

impl Model {
    /// The model as indented text, one item per line. It is meant for people, and its form may change.
    pub fn summary(&self) -> String {
        let mut text = format!("crate {}\n\ntypes\n", self.crate_name);
        self.types
            .values()
            .for_each(|of| text.push_str(&type_item(of)));
        text.push_str("\ntraits\n");
        for of in self.traits.values() {
            let dyn_compatible = if of.dyn_compatible { ", dyn" } else { "" };
            let supertraits = if of.supertraits.is_empty() {
                String::new()
            } else {
                format!(": {}", bounds(&of.supertraits))
            };
            line(
                &mut text,
                1,
                &format!(
                    "{}{}{supertraits} ({}{dyn_compatible})",
                    of.crate_path,
                    generics(&of.generics),
                    public(of.public_path.as_deref())
                ),
            );
            if !of.associated_types.is_empty() {
                let names = of.associated_types.iter().map(|of| of.name.as_str());
                let names: Vec<&str> = names.collect();
                line(
                    &mut text,
                    2,
                    &format!("associated types: {}", names.join(", ")),
                );
            }
            let implementors: Vec<_> = of.implementors.iter().map(ToString::to_string).collect();
            line(
                &mut text,
                2,
                &format!("implementors: {}", implementors.join(", ")),
            );
        }
        text.push_str("\nimpls\n");
        for (index, of) in self.impls.iter().enumerate() {
            line(&mut text, 1, &format!("{index}: {}", impl_block(of)));
        }
        text.push_str("\nfunctions\n");
        self.functions
            .iter()
            .for_each(|of| text.push_str(&function(of)));
        let _ = writeln!(text, "\nmacros\n  {}", self.macros.join(", "));
        text
    }
}

fn line(text: &mut String, depth: usize, content: &str) {
    let _ = writeln!(text, "{:1$}{content}", "", depth * 2);
}

fn public(path: Option<&str>) -> String {
    path.map_or_else(|| "private".to_owned(), |path| format!("public as {path}"))
}

fn bounds(of: &[Bound]) -> String {
    of.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" + ")
}

fn generics(of: &Generics) -> String {
    let params: Vec<_> = of
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Lifetime(name) => name.clone(),
            GenericParam::Const { name, of } => format!("const {name}: {of}"),
            GenericParam::Type {
                name,
                bounds: on,
                default,
            } => {
                let on = if on.is_empty() {
                    String::new()
                } else {
                    format!(": {}", bounds(on))
                };
                let default = default
                    .as_ref()
                    .map(|of| format!(" = {of}"))
                    .unwrap_or_default();
                format!("{name}{on}{default}")
            }
        })
        .collect();
    let mut text = if params.is_empty() {
        String::new()
    } else {
        format!("<{}>", params.join(", "))
    };
    if !of.bounds.is_empty() {
        let others: Vec<_> = of
            .bounds
            .iter()
            .map(|(on, of)| format!("{on}: {}", bounds(of)))
            .collect();
        let _ = write!(text, " where {}", others.join(", "));
    }
    text
}

fn type_item(of: &TypeItem) -> String {
    let mut text = String::new();
    let (keyword, inside) = match &of.kind {
        TypeKind::Struct(shape) => ("struct", vec![fields(shape)]),
        TypeKind::Union => ("union", Vec::new()),
        TypeKind::Enum(variants) => {
            let restricted = |restricted| if restricted { " (restricted)" } else { "" };
            let lines = variants.iter().map(|of| {
                format!(
                    "{}{}{}",
                    of.name,
                    fields(&of.fields),
                    restricted(of.restricted)
                )
            });
            ("enum", lines.collect())
        }
    };
    let non_exhaustive = if of.non_exhaustive {
        ", non-exhaustive"
    } else {
        ""
    };
    let head = format!(
        "{keyword} {}{} ({}{non_exhaustive})",
        of.crate_path,
        generics(&of.generics),
        public(of.public_path.as_deref())
    );
    line(&mut text, 1, &head);
    inside
        .iter()
        .filter(|of| !of.is_empty())
        .for_each(|of| line(&mut text, 2, of.trim_start()));
    line(
        &mut text,
        2,
        &format!("implements: {}", of.implements.join(", ")),
    );
    text
}

fn fields(of: &Fields) -> String {
    let visible = |of: &Field| {
        if of.visibility == Visibility::Public {
            "pub "
        } else {
            ""
        }
    };
    match of {
        Fields::Unit => String::new(),
        Fields::Tuple(of) => {
            let types: Vec<_> = of
                .iter()
                .map(|of| format!("{}{}", visible(of), of.of))
                .collect();
            format!("({})", types.join(", "))
        }
        Fields::Named(of) => {
            let named: Vec<_> = of
                .iter()
                .map(|of| format!("{}{}: {}", visible(of), of.name, of.of))
                .collect();
            format!(" {{ {} }}", named.join(", "))
        }
    }
}

fn impl_block(of: &Impl) -> String {
    let derived = if of.derived { "derived " } else { "" };
    let of_trait = of
        .of_trait
        .as_ref()
        .map(|of| format!("{of} for "))
        .unwrap_or_default();
    let named = of
        .trait_public_path
        .as_ref()
        .map(|path| format!(" ({path})"))
        .unwrap_or_default();
    let associated: Vec<_> = of
        .associated
        .iter()
        .map(|(name, of)| format!("; {name} = {of}"))
        .collect();
    format!(
        "{derived}impl{} {of_trait}{}{named}{}",
        generics(&of.generics),
        of.self_type,
        associated.concat()
    )
}

fn function(of: &Function) -> String {
    let mut text = String::new();
    line(&mut text, 1, &of.path);
    line(&mut text, 2, &signature(&of.name, &of.callable));
    let container = match &of.container {
        Container::Module => String::new(),
        Container::Inherent(index) | Container::TraitImpl(index) => format!(", of impl {index}"),
        Container::Trait(_) => ", of the trait".to_owned(),
    };
    let visibility = match (&of.public_path, of.visibility) {
        (None, Visibility::Public) => "public".to_owned(),
        (path, _) => public(path.as_deref()),
    };
    line(
        &mut text,
        2,
        &format!(
            "{visibility}, inside {}, module [{}]{container}",
            of.crate_path,
            of.module.join("::")
        ),
    );
    let span = of.span.as_ref().map_or_else(
        || "no span".to_owned(),
        |at| format!("{}:{}-{}", at.file, at.line, at.end_line),
    );
    let marks = [
        (!of.announced.is_empty(), "panics"),
        (of.derived, "derived"),
        (of.hidden, "hidden"),
        (of.deprecated, "deprecated"),
        (of.test_only, "test only"),
        (!of.callable.has_body, "no body"),
    ];
    let marks: Vec<_> = marks
        .iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, name)| format!(", {name}"))
        .collect();
    line(&mut text, 2, &format!("{span}{}", marks.concat()));
    text
}

fn signature(name: &str, of: &Callable) -> String {
    let modifiers = [
        (of.is_const, "const "),
        (of.is_async, "async "),
        (of.is_unsafe, "unsafe "),
    ];
    let modifiers: String = modifiers
        .iter()
        .filter(|(is_set, _)| *is_set)
        .map(|(_, word)| *word)
        .collect();
    let receiver = of.receiver.map(|receiver| match receiver {
        Receiver::Value => "self",
        Receiver::Shared => "&self",
        Receiver::Mutable => "&mut self",
        Receiver::Pinned => "self: Pin<&mut Self>",
        Receiver::Owned(StdItem::Rc) => "self: Rc<Self>",
        Receiver::Owned(StdItem::Arc) => "self: Arc<Self>",
        Receiver::Owned(_) => "self: Box<Self>",
        Receiver::Other => "self: _",
    });
    let parameters = of
        .parameters
        .iter()
        .map(|of| format!("{}: {}", of.name, of.of));
    let inputs: Vec<_> = receiver
        .map(str::to_owned)
        .into_iter()
        .chain(parameters)
        .collect();
    format!(
        "{modifiers}fn {name}{}({}) -> {}",
        generics(&of.generics),
        inputs.join(", "),
        of.result
    )
}
