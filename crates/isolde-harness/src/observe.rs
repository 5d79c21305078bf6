//! Functions that write a result of the package's own types as an expression, so that tests can say `assert_eq!(f(x), Err(ParseError::Empty))`.
//!
//! Only types whose fields are all visible and that can be compared and printed have one. For everything else the
//! library probes what the type offers.

use crate::alternatives::arguments;
use crate::context::{Context, own_id};
use crate::names::{Names, snake};
use crate::pieces::{Pieces, Writer};
use crate::satisfies::Answer;
use crate::std_types::within_std;
use crate::substitute::{Substitution, mentions};
use crate::text::Style;
use isolde_model::{Field, Fields, Type, TypeItem, TypeKind};
use isolde_record::Visibility;
use std::collections::{BTreeMap, BTreeSet};

/// Types of std whose values the library writes.
const LEAVES: [&str; 17] = [
    "string::String",
    "time::Duration",
    "cmp::Ordering",
    "path::PathBuf",
    "ffi::os_str::OsString",
    "rc::Rc",
    "sync::Arc",
    "collections::vec_deque::VecDeque",
    "collections::hash::map::HashMap",
    "collections::hash::set::HashSet",
    "collections::btree::map::BTreeMap",
    "collections::btree::set::BTreeSet",
    "num::wrapping::Wrapping",
    "num::nonzero::NonZero",
    "ops::range::Range",
    "ops::range::RangeInclusive",
    "net::ip_addr::IpAddr",
];

/// The functions needed so far.
pub struct Sources<'c, 'm> {
    context: &'c Context<'m>,
    pieces: &'c Pieces,
    names: Names,
    known: BTreeMap<Type, String>,
    functions: Vec<(String, String)>,
}

impl<'c, 'm> Sources<'c, 'm> {
    /// None yet.
    pub fn new(context: &'c Context<'m>, pieces: &'c Pieces) -> Sources<'c, 'm> {
        Sources {
            context,
            pieces,
            names: Names::default(),
            known: BTreeMap::new(),
            functions: Vec::new(),
        }
    }

    /// Name of the function that writes values of the type, if it takes one of ours: types without the package's types in them are the
    /// library's business.
    pub fn function(&mut self, of: &Type) -> Option<String> {
        let has_own = mentions(of, &|each| own_id(each).is_some());
        (has_own && !self.is_opaque(of) && self.has_source(of, &mut BTreeSet::new()))
            .then(|| self.write(of))
    }

    /// Writes all functions.
    pub fn emit(&self, out: &mut Writer) {
        for (piece, text) in &self.functions {
            out.piece(piece, text);
        }
    }

    fn has_source(&self, of: &Type, seen: &mut BTreeSet<Type>) -> bool {
        if !seen.insert(of.clone()) {
            return true;
        }
        let text = self.context.type_text(of, Style::Signature);
        if text.is_some_and(|text| !self.pieces.allows(&piece_of(&text))) {
            return false;
        }
        match of {
            Type::Primitive(name) => !matches!(name.as_str(), "never" | "f16" | "f128"),
            Type::Tuple(elements) => {
                elements.len() <= 6 && elements.iter().all(|each| self.has_source(each, seen))
            }
            Type::Reference {
                mutable: false,
                target,
                ..
            } => self.has_source(target, seen),
            Type::Array(element, _) => self.has_source(element, seen),
            Type::Path { id: Some(_), .. } => self.own_has_source(of, seen),
            Type::Path {
                defined, arguments, ..
            } => match within_std(defined) {
                Some("option::Option" | "result::Result" | "vec::Vec" | "boxed::Box") => {
                    arguments.iter().all(|each| self.has_source(each, seen))
                }
                Some("borrow::Cow") => match arguments.as_slice() {
                    [Type::Primitive(name)] => name == "str",
                    [Type::Slice(element)] => {
                        self.has_source(element, seen)
                            && !mentions(element, &|each| own_id(each).is_some())
                    }
                    _ => false,
                },
                Some(rest) => {
                    LEAVES.contains(&rest)
                        && arguments.iter().all(|each| self.has_source(each, seen))
                        && !mentions(of, &|each| own_id(each).is_some())
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Types of the package must be comparable and printable, for an assertion to compile. Values of those that are not open have no
    /// expression; they may still stand beside values that do, as `Ok(Opaque)` beside `Err(Error::Empty)`. So may variants whose fields
    /// have none beside those whose fields have.
    fn own_has_source(&self, of: &Type, seen: &mut BTreeSet<Type>) -> bool {
        let Some(item) = self.context.item(of) else {
            return false;
        };
        let is_comparable = self.context.type_text(of, Style::Signature).is_some()
            && self.implements(of, "core::cmp::PartialEq")
            && self.implements(of, "core::fmt::Debug");
        if !is_comparable || !is_open(item) {
            return is_comparable;
        }
        let known = arguments(item, of);
        match &item.kind {
            TypeKind::Struct(fields) => self.all_have_source(list(fields), &known, seen),
            TypeKind::Enum(variants) => variants.iter().any(|variant| {
                !variant.restricted && self.all_have_source(list(&variant.fields), &known, seen)
            }),
            TypeKind::Union => false,
        }
    }

    fn all_have_source(
        &self,
        fields: &[Field],
        known: &Substitution,
        seen: &mut BTreeSet<Type>,
    ) -> bool {
        fields
            .iter()
            .all(|field| self.has_source(&self.context.substitute(&field.of, known), seen))
    }

    /// Whether every value of the type is one that no expression equals.
    fn is_opaque(&self, of: &Type) -> bool {
        match of {
            Type::Reference { target, .. } => self.is_opaque(target),
            Type::Path { id: Some(_), .. } => {
                self.context.item(of).is_none_or(|item| !is_open(item))
            }
            _ => false,
        }
    }

    fn implements(&self, of: &Type, defined: &str) -> bool {
        let bound = crate::candidates::make::bound(defined);
        self.context.satisfies(of, &bound, 0) == Answer::Yes
    }

    /// The expression that writes `value`, a reference to the type, to `out`.
    fn call(&mut self, of: &Type, value: &str) -> String {
        match mentions(of, &|each| own_id(each).is_some()) {
            true => format!("{}({value}, out)", self.write(of)),
            false => format!("__isolde::Source::source({value}, out)"),
        }
    }

    fn write(&mut self, of: &Type) -> String {
        if let Some(name) = self.known.get(of) {
            return name.clone();
        }
        let name = self.names.unique(&format!(
            "source_{}",
            snake(&crate::builders::describe_short(of))
        ));
        self.known.insert(of.clone(), name.clone());
        let text = self
            .context
            .type_text(of, Style::Expression)
            .unwrap_or_default();
        let body = self.body(of);
        let piece = piece_of(
            &self
                .context
                .type_text(of, Style::Signature)
                .unwrap_or_default(),
        );
        self.functions.push((
            piece,
            format!("fn {name}(v: &{text}, out: &mut String) -> bool {{\n{body}}}\n"),
        ));
        name
    }

    fn body(&mut self, of: &Type) -> String {
        if let Some(item) = self.context.item(of) {
            return self.own_body(of, item);
        }
        let wrap = |open: &str, call: String, close: &str| {
            format!(
                "{{ out.push_str({open:?}); let fits = {call}; out.push_str({close:?}); fits }}"
            )
        };
        match of {
            Type::Reference { target, .. } => {
                format!("    {}\n", wrap("&", self.call(target, "*v"), ""))
            }
            Type::Tuple(elements) => {
                let mut body = "    out.push('(');\n    let mut fits = true;\n".to_owned();
                for (index, element) in elements.iter().enumerate() {
                    let call = self.call(element, &format!("&v.{index}"));
                    let comma = if index > 0 {
                        "out.push_str(\", \"); "
                    } else {
                        ""
                    };
                    body.push_str(&format!("    {comma}fits &= {call};\n"));
                }
                let close = if elements.len() == 1 { ",)" } else { ")" };
                body.push_str(&format!("    out.push_str({close:?});\n    fits\n"));
                body
            }
            Type::Array(element, _) => self.sequence(element, "[", ""),
            Type::Path {
                defined, arguments, ..
            } => match (within_std(defined), arguments.as_slice()) {
                (Some("option::Option"), [inner]) => {
                    let some = wrap("Some(", self.call(inner, "v"), ")");
                    format!(
                        "    match v {{ Some(v) => {some}, None => {{ out.push_str(\"None\"); true }} }}\n"
                    )
                }
                (Some("result::Result"), [ok, error]) => {
                    let (ok, error) = (
                        wrap("Ok(", self.call(ok, "v"), ")"),
                        wrap("Err(", self.call(error, "v"), ")"),
                    );
                    format!("    match v {{ Ok(v) => {ok}, Err(v) => {error} }}\n")
                }
                (Some("boxed::Box"), [inner]) => {
                    format!("    {}\n", wrap("Box::new(", self.call(inner, "&**v"), ")"))
                }
                (_, [element, ..]) => {
                    let empty = self
                        .context
                        .expression_path(of)
                        .map(|path| format!("{path}::new()"))
                        .unwrap_or_default();
                    self.sequence(element, "vec![", &empty)
                }
                _ => "    false\n".into(),
            },
            _ => "    false\n".into(),
        }
    }

    fn sequence(&mut self, element: &Type, open: &str, empty: &str) -> String {
        let call = self.call(element, "v");
        let when_empty = match empty {
            "" => String::new(),
            text => format!("    if v.is_empty() {{ out.push_str({text:?}); return true; }}\n"),
        };
        format!(
            "{when_empty}    out.push_str({open:?});\n    let mut fits = true;\n    for (index, v) in v.iter().enumerate() {{\n        \
             if index > 0 {{ out.push_str(\", \"); }}\n        fits &= {call};\n    }}\n    out.push(']');\n    fits\n"
        )
    }

    fn own_body(&mut self, of: &Type, item: &TypeItem) -> String {
        if !is_open(item) {
            return "    false\n".into();
        }
        let path = self.context.expression_path(of).unwrap_or_default();
        let known = arguments(item, of);
        let mut arms = String::new();
        match &item.kind {
            TypeKind::Struct(fields) => arms.push_str(&self.arm(&path, fields, &known)),
            TypeKind::Enum(variants) => {
                for variant in variants.iter().filter(|variant| !variant.restricted) {
                    let mut seen = BTreeSet::from([of.clone()]);
                    if !self.all_have_source(list(&variant.fields), &known, &mut seen) {
                        continue;
                    }
                    arms.push_str(&self.arm(
                        &format!("{path}::{}", variant.name),
                        &variant.fields,
                        &known,
                    ));
                }
                arms.push_str("        _ => false,\n");
            }
            TypeKind::Union => {}
        }
        format!("    match v {{\n{arms}    }}\n")
    }

    fn arm(&mut self, path: &str, fields: &Fields, known: &Substitution) -> String {
        let all = list(fields);
        let (open, close) = match fields {
            Fields::Unit => ("", ""),
            Fields::Tuple(_) => ("(", ")"),
            Fields::Named(_) => (" { ", " }"),
        };
        let is_named = matches!(fields, Fields::Named(_));
        let patterns: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(index, field)| {
                if is_named {
                    format!("{}: f{index}", field.name)
                } else {
                    format!("f{index}")
                }
            })
            .collect();
        let mut body = format!(
            "out.push_str({:?}); let mut fits = true; ",
            format!("{path}{open}")
        );
        for (index, field) in all.iter().enumerate() {
            let before = match (index, is_named) {
                (0, true) => format!("{}: ", field.name),
                (_, true) => format!(", {}: ", field.name),
                (0, false) => String::new(),
                (_, false) => ", ".into(),
            };
            let call = self.call(
                &self.context.substitute(&field.of, known),
                &format!("f{index}"),
            );
            body.push_str(&format!("out.push_str({before:?}); fits &= {call}; "));
        }
        body.push_str(&format!("out.push_str({close:?}); fits"));
        format!(
            "        {path}{open}{}{close} => {{ {body} }}\n",
            patterns.join(", ")
        )
    }
}

/// Whether code outside can write every value of the type.
fn is_open(item: &TypeItem) -> bool {
    let all = |fields: &Fields| {
        list(fields)
            .iter()
            .all(|field| field.visibility == Visibility::Public)
    };
    match &item.kind {
        TypeKind::Struct(fields) => !item.non_exhaustive && all(fields),
        TypeKind::Enum(variants) => variants
            .iter()
            .filter(|variant| !variant.restricted)
            .all(|variant| all(&variant.fields)),
        TypeKind::Union => false,
    }
}

fn list(fields: &Fields) -> &[Field] {
    match fields {
        Fields::Unit => &[],
        Fields::Tuple(all) | Fields::Named(all) => all,
    }
}

fn piece_of(text: &str) -> String {
    format!("source of {text}")
}

/// Statements that sum up `r` beyond what the library sees: variants of the package's enums, also inside `Option` and `Result`.
pub fn shapes(context: &Context, of: &Type) -> String {
    let is_enum = |of: &Type| {
        let of = match of {
            Type::Reference { target, .. } => target,
            other => other,
        };
        context
            .item(of)
            .is_some_and(|item| matches!(item.kind, TypeKind::Enum(_)))
    };
    let variant = |of: &Type, value: &str| match of {
        Type::Reference { .. } => format!("s.variant(&**{value});"),
        _ => format!("s.variant({value});"),
    };
    if is_enum(of) {
        return variant(of, "(&r)");
    }
    let Type::Path {
        defined, arguments, ..
    } = of
    else {
        return String::new();
    };
    match (within_std(defined), arguments.as_slice()) {
        (Some("option::Option"), [inner]) if is_enum(inner) => {
            format!("if let Some(x) = &r {{ {} }}", variant(inner, "x"))
        }
        (Some("result::Result"), [ok, error]) => {
            let mut text = String::new();
            if is_enum(ok) {
                text.push_str(&format!("if let Ok(x) = &r {{ {} }} ", variant(ok, "x")));
            }
            if is_enum(error) {
                text.push_str(&format!("if let Err(x) = &r {{ {} }}", variant(error, "x")));
            }
            text
        }
        _ => String::new(),
    }
}
