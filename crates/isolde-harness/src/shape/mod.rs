//! Shapes: how values of a type are made.
//!
//! A [`Shape`] is a tree. Its leaves are builders of the library `isolde`, fixed values, and the package's own types by number; what an own type's
//! values are made by is an [`Alternative`], and how they are changed afterwards a [`Mutator`], once for each type.
//!
//! The passes: [`Demand`] makes shapes and collects the own types that they lead to, until nothing new comes up; [`settle`] finds out which of
//! these types can be built at all.

mod alternatives;
mod callables;
mod constructors;
mod demand;
pub(crate) mod library;
mod mutators;
mod settle;

pub(crate) use demand::{Demand, builder_piece};
pub(crate) use settle::{Built, Settled, settle};

use crate::call::Call;
use crate::pieces::PieceId;
use isolde_model::{FnSignature, StdItem, Type};
use library::Builder;
use std::collections::BTreeSet;

/// How a value is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// What it is.
    pub kind: Kind,
    /// The shapes of its parts: elements, fields, what a pointer points to, what a closure returns.
    pub parts: Vec<Shape>,
}

/// The kinds of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of the package's types, by its number among those demanded.
    Own(usize),
    /// A builder of the library makes it from its parts.
    Library(Builder),
    /// An array of this length; its part is the element.
    Array(String),
    /// A type of std of which one value is enough.
    Constant(StdItem),
    /// One of a few values of a type of std.
    OneOf(StdItem),
    /// What the builder makes when there are no elements.
    Empty(Builder),
    /// A pointer to a trait object: its part has a concrete type, which is coerced.
    Object {
        /// The builder of the pointer.
        pointer: Builder,
        /// The pointer's type.
        of: Type,
    },
    /// A closure that ignores its arguments and returns its part, or nothing.
    Closure(FnSignature),
    /// A closure that orders its two arguments, or orders them the other way round.
    Comparison(FnSignature),
    /// A function pointer, which cannot capture: it returns one of a few constants.
    FunctionPointer {
        /// Its type.
        signature: FnSignature,
        /// The constants.
        returns: Constants,
        /// Whether it is written as what it is, for places where nothing makes a closure a function pointer.
        is_cast: bool,
    },
    /// Its part, with suffixes on numbers: nothing else says of which type they are.
    Suffixed,
}

/// What function pointers return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constants {
    /// `()`.
    Unit,
    /// Both.
    Bool,
    /// A few.
    Char,
    /// Zero and one; `has_nan` for types whose NaN the expression can name.
    Float {
        /// Whether `f64::NAN` is one of them.
        has_nan: bool,
    },
    /// Zero and one.
    Integer,
    /// All three.
    Ordering,
    /// `Default::default()`.
    Default,
}

impl Shape {
    /// A shape without parts.
    pub(crate) fn leaf(kind: Kind) -> Shape {
        Shape {
            kind,
            parts: Vec::new(),
        }
    }

    /// A shape with one part.
    pub(crate) fn around(kind: Kind, part: Shape) -> Shape {
        Shape {
            kind,
            parts: vec![part],
        }
    }

    /// A builder of the library with the shapes of its parts.
    pub(crate) fn library(builder: Builder, parts: Vec<Shape>) -> Shape {
        Shape {
            kind: Kind::Library(builder),
            parts,
        }
    }

    /// The shape with suffixes on numbers.
    pub(crate) fn suffixed(self) -> Shape {
        Shape::around(Kind::Suffixed, self)
    }

    /// Numbers of all own types that the shape leads to directly.
    pub(crate) fn needs(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.collect_needs(&mut found);
        found
    }

    fn collect_needs(&self, found: &mut BTreeSet<usize>) {
        if let Kind::Own(number) = self.kind {
            found.insert(number);
        }
        for part in &self.parts {
            part.collect_needs(found);
        }
    }

    /// The shape with containers of own types left empty, if it has any: what ends recursive types.
    pub(crate) fn emptied(&self) -> Option<Shape> {
        if let Kind::Library(builder) = &self.kind
            && builder.may_be_empty()
        {
            return (!self.needs().is_empty()).then(|| Shape::leaf(Kind::Empty(builder.clone())));
        }
        let emptied: Vec<Option<Shape>> = self.parts.iter().map(Shape::emptied).collect();
        emptied.iter().any(Option::is_some).then(|| Shape {
            kind: self.kind.clone(),
            parts: emptied
                .into_iter()
                .zip(&self.parts)
                .map(|(emptied, part)| emptied.unwrap_or_else(|| part.clone()))
                .collect(),
        })
    }
}

/// Numbers of all own types that the shapes lead to directly.
pub(crate) fn needs_of<'s>(shapes: impl IntoIterator<Item = &'s Shape>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for shape in shapes {
        shape.collect_needs(&mut found);
    }
    found
}

/// One way to make a value of an own type.
#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    /// Name of the piece: `constructor semver::Version::new of semver::Version`.
    pub piece: PieceId,
    /// The way.
    pub making: Making,
    /// A version of another alternative with empty containers; used only for types that do not bottom out otherwise.
    pub is_empty: bool,
}

/// How a value of an own type is made.
#[derive(Clone, Debug)]
pub(crate) enum Making {
    /// A literal of the struct or of a variant.
    Literal {
        /// The variant's name.
        variant: Option<String>,
        /// Its fields.
        fields: LiteralFields,
    },
    /// `Type::default()`.
    Default,
    /// A constant or static of the package.
    Constant {
        /// Its path.
        path: String,
        /// How a value is got from it.
        access: Access,
    },
    /// `"…".parse::<Type>()`.
    Parse {
        /// The type that text is parsed as.
        of: Type,
        /// How the value is taken out of the result.
        unwrap: Unwrap,
    },
    /// A call of one of the package's functions.
    Call {
        /// The call; a receiver is its first input.
        call: Box<Call>,
        /// The shapes of its inputs.
        shapes: Vec<Shape>,
        /// How the value is taken out of the result.
        unwrap: Unwrap,
    },
}

/// Fields of a literal.
#[derive(Clone, Debug)]
pub(crate) enum LiteralFields {
    /// None.
    Unit,
    /// By position.
    Tuple(Vec<Shape>),
    /// By name.
    Named(Vec<(String, Shape)>),
}

/// How a value is got from a constant or static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// By naming it.
    Plain,
    /// By copying what it refers to.
    Dereferenced,
    /// By cloning it.
    Cloned,
}

/// How the value that is wanted is taken out of the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unwrap {
    /// It is the result.
    Nothing,
    /// The result is a reference to it, and is cloned.
    Cloned,
    /// The result is an `Option` or `Result` with it.
    Success,
    /// The result is a `Result` with it as the error.
    Error,
}

impl Alternative {
    /// Numbers of the own types whose builders it calls.
    pub(crate) fn needs(&self) -> BTreeSet<usize> {
        match &self.making {
            Making::Literal { fields, .. } => match fields {
                LiteralFields::Unit => BTreeSet::new(),
                LiteralFields::Tuple(shapes) => needs_of(shapes),
                LiteralFields::Named(fields) => needs_of(fields.iter().map(|(_, shape)| shape)),
            },
            Making::Call { shapes, .. } => needs_of(shapes),
            Making::Default | Making::Constant { .. } | Making::Parse { .. } => BTreeSet::new(),
        }
    }

    /// Whether it is a literal that has fields.
    pub(crate) fn has_fields(&self) -> bool {
        match &self.making {
            Making::Literal { fields, .. } => match fields {
                LiteralFields::Unit => false,
                LiteralFields::Tuple(shapes) => !shapes.is_empty(),
                LiteralFields::Named(fields) => !fields.is_empty(),
            },
            _ => false,
        }
    }
}

/// A method that changes a value of an own type.
#[derive(Clone, Debug)]
pub(crate) struct Mutator {
    /// Name of the piece.
    pub piece: PieceId,
    /// The call; the value is its first input. If its output is the value, the method takes the value and returns it, else it changes the value in
    /// place.
    pub call: Call,
    /// The shapes of the other inputs.
    pub shapes: Vec<Shape>,
}
