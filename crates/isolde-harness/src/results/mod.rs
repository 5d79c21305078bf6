//! The pass that decides how results are observed beyond what the library can do by itself. It makes functions that write values of the package's own
//! types as expressions, so that tests can say `assert_eq!(f(x), Err(ParseError::Empty))`, and finds where results contain variants of its enums.
//!
//! Only types whose fields are all visible and that can be compared and printed are written as expressions. For all other types, the library
//! probes which traits they implement.

mod has_source;
mod variants;

pub(crate) use variants::{SeenVariant, Where, seen_variants};

use crate::describe::describe_short;
use crate::index::{Index, mentions_own};
use crate::instances::Traits;
use crate::names::{Names, snake};
use crate::pieces::{PieceId, Rejections};
use crate::spell::Style;
use crate::types::Substitution;
use isolde_model::{Fields, StdItem, Type, TypeItem, TypeKind};
use std::collections::{BTreeMap, BTreeSet};

/// A function that writes values of a type.
#[derive(Clone, Debug)]
pub(crate) struct SourceFunction {
    /// Name of the piece.
    pub piece: PieceId,
    /// Its name.
    pub name: String,
    /// The type.
    pub of: Type,
    /// How it writes a value.
    pub body: Body,
}

/// How a value is written.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// The type's values cannot be written.
    Nothing,
    /// `&…`.
    Reference(Part),
    /// `(…, …)`.
    Tuple(Vec<Part>),
    /// `[…, …]`.
    Array(Part),
    /// `Some(…)`, `None`.
    Option(Part),
    /// `Ok(…)`, `Err(…)`.
    Result(Part, Part),
    /// `Poll::Ready(…)`, `Poll::Pending`.
    Poll(Part),
    /// `Box::new(…)`.
    Boxed(Part),
    /// `vec![…, …]`.
    Vec(Part),
    /// A literal of the struct.
    Struct(PartFields),
    /// A literal of one of these variants; other variants cannot be written.
    Enum(Vec<(String, PartFields)>),
}

/// Fields of a literal.
#[derive(Clone, Debug)]
pub(crate) enum PartFields {
    /// None.
    Unit,
    /// By position.
    Tuple(Vec<Part>),
    /// By name.
    Named(Vec<(String, Part)>),
}

/// How a part of a value is written.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// By the library.
    Library,
    /// By the generated function of this name.
    Function(String),
}

/// The functions needed so far.
#[derive(Debug)]
pub(crate) struct Sources<'p, 'c, 'm> {
    index: &'c Index<'m>,
    traits: &'p mut Traits<'c, 'm>,
    rejections: Rejections<'p>,
    names: Names,
    known: BTreeMap<Type, String>,
    functions: Vec<SourceFunction>,
}

impl<'p, 'c, 'm> Sources<'p, 'c, 'm> {
    /// Starts without any functions.
    pub(crate) fn new(
        traits: &'p mut Traits<'c, 'm>,
        rejections: Rejections<'p>,
    ) -> Sources<'p, 'c, 'm> {
        Sources {
            index: traits.index,
            traits,
            rejections,
            names: Names::default(),
            known: BTreeMap::new(),
            functions: Vec::new(),
        }
    }

    /// The name of the generated function that writes values of the type, if one is needed: the library writes types that contain none of the package's types.
    pub(crate) fn function(&mut self, of: &Type) -> Option<String> {
        (mentions_own(of) && !self.is_opaque(of) && self.has_source(of, &mut BTreeSet::new()))
            .then(|| self.demand(of))
    }

    /// The functions, ordered so that each comes after those that it calls, as far as that is possible.
    pub(crate) fn finish(self) -> Vec<SourceFunction> {
        self.functions
    }

    fn demand(&mut self, of: &Type) -> String {
        if let Some(name) = self.known.get(of) {
            return name.clone();
        }
        let name = format!("source_{}", snake(&describe_short(of)));
        let name = self.names.unique(&name);
        self.known.insert(of.clone(), name.clone());
        let body = match self.index.item(of) {
            Some(item) => self.own_body(of, item),
            None => self.body(of),
        };
        let text = self.index.type_text(of, Style::Signature);
        self.functions.push(SourceFunction {
            piece: has_source::piece_of(&text.unwrap_or_default()),
            name: name.clone(),
            of: of.clone(),
            body,
        });
        name
    }

    fn part(&mut self, of: &Type) -> Part {
        match mentions_own(of) {
            true => Part::Function(self.demand(of)),
            false => Part::Library,
        }
    }

    fn body(&mut self, of: &Type) -> Body {
        match of {
            Type::Reference { target, .. } => Body::Reference(self.part(target)),
            Type::Tuple(elements) => {
                Body::Tuple(elements.iter().map(|each| self.part(each)).collect())
            }
            Type::Array(element, _) => Body::Array(self.part(element)),
            _ => match of.std() {
                Some((StdItem::Option, [inner])) => Body::Option(self.part(inner)),
                Some((StdItem::Result, [ok, error])) => {
                    Body::Result(self.part(ok), self.part(error))
                }
                Some((StdItem::Poll, [inner])) => Body::Poll(self.part(inner)),
                Some((StdItem::Box, [inner])) => Body::Boxed(self.part(inner)),
                Some((StdItem::Vec, [element, ..])) => Body::Vec(self.part(element)),
                _ => Body::Nothing,
            },
        }
    }

    fn own_body(&mut self, of: &Type, item: &TypeItem) -> Body {
        if !has_source::is_open(item) {
            return Body::Nothing;
        }
        let known = Substitution::of_item(item, of);
        match &item.kind {
            TypeKind::Struct(fields) => Body::Struct(self.fields(fields, &known)),
            TypeKind::Enum(variants) => {
                let mut written = Vec::new();
                for variant in variants.iter().filter(|variant| !variant.restricted) {
                    let mut seen = BTreeSet::from([of.clone()]);
                    if self.all_have_source(variant.fields.list(), &known, &mut seen) {
                        let fields = self.fields(&variant.fields, &known);
                        written.push((variant.name.clone(), fields));
                    }
                }
                Body::Enum(written)
            }
            TypeKind::Union => Body::Nothing,
        }
    }

    fn fields(&mut self, fields: &Fields, known: &Substitution) -> PartFields {
        let index = self.index;
        let parts = fields.list().iter().map(|field| {
            (
                field.name.clone(),
                self.part(&index.substitute(&field.of, known)),
            )
        });
        match fields {
            Fields::Unit => PartFields::Unit,
            Fields::Tuple(_) => PartFields::Tuple(parts.map(|(_, part)| part).collect()),
            Fields::Named(_) => PartFields::Named(parts.collect()),
        }
    }
}
