//! Shapes: how values of a type are made.
//!
//! A [`Shape`] is a tree. Its leaves are builders of the library `isolde`, fixed values, and the package's own types by number. Each own type has
//! [`Alternative`]s, which make its values, and [`Mutator`]s, which change them afterwards; these are stored once for each type.
//!
//! There are two passes: [`Demand`] makes shapes and collects the own types that they lead to, until no new type comes up; [`settle`] finds out
//! which of these types can be built at all.

mod alternatives;
mod answers;
mod callables;
mod callbacks;
mod constants;
mod constructors;
mod demand;
mod files;
mod lawful;
pub(crate) mod library;
mod literals;
mod mocks;
mod mutators;
mod objects;
mod open;
mod ranks;
mod settle;
mod std_mocks;
mod std_parts;

pub(crate) use answers::{Answer, Filled};
pub(crate) use callbacks::Called;
pub(crate) use constants::Constants;
pub(crate) use demand::{Demand, Preferred, builder_piece};
pub(crate) use literals::{Literal, literal_of};
pub(crate) use mocks::{Implementation, Mock, MockMethod};
pub(crate) use open::Open;
pub(crate) use settle::{Built, Settled, settle};

use crate::call::Call;
use crate::index::Wrap;
use crate::pieces::PieceId;
use isolde_model::{FnSignature, StdItem, Type};
use library::Builder;
use std::collections::BTreeSet;

/// How a value is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The kind of the shape.
    pub kind: Kind,
    /// The shapes of its parts: elements, fields, the target of a pointer, the result of a closure.
    pub parts: Vec<Shape>,
}

/// The kinds of shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of the package's types, by its number among the demanded types.
    Own(usize),
    /// A builder of the library makes it from its parts.
    Library(Builder),
    /// An array of this length; its part is the element.
    Array(String),
    /// A type of std for which one value is enough.
    Constant(StdItem),
    /// One of a few values of a type of std.
    OneOf(StdItem),
    /// The empty container that the builder makes when there are no elements.
    Empty(Builder),
    /// A pointer to a trait object: each of its parts has a concrete type, and the pointer to one of them is coerced. If there are several, all but the last
    /// are left out where they cannot be built.
    Object {
        /// The builder of the pointer.
        pointer: Builder,
        /// The pointer's type.
        of: Type,
    },
    /// A boxed future of this type, which is ready with its part, or pending for ever.
    Future {
        /// The type of the pointer.
        of: Type,
        /// The type of its output.
        output: Type,
    },
    /// A closure that returns its last part, or nothing if it has none.
    Closure {
        /// Its parameters and result.
        signature: FnSignature,
        /// What its results depend on.
        by: AnsweredBy,
        /// The mutable arguments that get the values of the other parts, unless these cannot be built: the number of the parameter, and whether
        /// it is a slice, so that elements get new values.
        filled: Vec<(usize, bool)>,
    },
    /// A closure that computes one of some expressions, in which its parameters are `{0}` and `{1}`, or always returns its part, if it has one.
    Computed {
        /// Its parameters and result.
        signature: FnSignature,
        /// The expressions.
        forms: Vec<String>,
    },
    /// A function pointer, which cannot capture: it computes one of some expressions, or returns one of a few constants.
    FunctionPointer {
        /// Its type.
        signature: FnSignature,
        /// The expressions, in which its parameters are `{0}` and `{1}`.
        forms: Vec<String>,
        /// The constants, if there are no expressions.
        returns: Constants,
        /// Whether its type is written, for places where nothing coerces a closure to a function pointer.
        is_cast: bool,
    },
    /// A value of a parameter of a method, of which only the bounds are known.
    Open(Open),
    /// A value of this type that nobody may look into, because the functions that would do so are faked.
    StandIn(Type),
    /// Its part, with suffixes on numbers and with slices instead of arrays, because their types could not be inferred otherwise.
    Suffixed,
    /// Its part, a closure that is coerced to a trait object: if it is a whole argument, the parameter tells its types, otherwise they are written.
    Coerced,
}

/// What the results of a closure depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnsweredBy {
    /// On nothing: all calls have the same result.
    Nothing,
    /// On the arguments, which literals can match: calls with equal arguments have the same result.
    Arguments,
    /// On the number of the call.
    Calls,
    /// The same, but without a reason for another one, the result stays what it was.
    Again,
    /// The same, but while std sorts, on the argument, which literals can match: the result may be a key.
    AgainOrKey,
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

    /// A library builder with the shapes of its parts.
    pub(crate) fn library(builder: Builder, parts: Vec<Shape>) -> Shape {
        Shape {
            kind: Kind::Library(builder),
            parts,
        }
    }

    /// The shape with exact types.
    pub(crate) fn suffixed(self) -> Shape {
        if self.kind == Kind::Suffixed {
            return self;
        }
        Shape::around(Kind::Suffixed, self)
    }

    /// The numbers of the own types without which the shape cannot be built.
    pub(crate) fn needs(&self) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.collect_needs(&mut found);
        found
    }

    fn collect_needs(&self, found: &mut BTreeSet<usize>) {
        if let Kind::Own(number) = self.kind {
            found.insert(number);
        }
        let optional = match self.kind {
            Kind::Object { .. } => self.parts.len().saturating_sub(1),
            Kind::Closure { ref filled, .. } => filled.len(),
            _ => 0,
        };
        for part in &self.parts[optional..] {
            part.collect_needs(found);
        }
    }

    /// The same, with those that may be left out.
    fn collect_uses(&self, found: &mut BTreeSet<usize>) {
        if let Kind::Own(number) = self.kind {
            found.insert(number);
        }
        for part in &self.parts {
            part.collect_uses(found);
        }
    }

    /// The shape with containers of own types left empty, if it has any. This ends the recursion of recursive types.
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

/// The numbers of all own types whose builders the shapes may call.
pub(crate) fn used_by<'s>(shapes: impl IntoIterator<Item = &'s Shape>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for shape in shapes {
        shape.collect_uses(&mut found);
    }
    found
}

/// The numbers of the own types without which the shapes cannot be built.
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
    /// How the value is made.
    pub making: Making,
    /// Whether this is a version of another alternative with empty containers; such versions are used only for types whose recursion does not end otherwise.
    pub is_empty: bool,
    /// What it counts as among the type's alternatives.
    pub place: Place,
}

/// What an alternative counts as among those of its type, whose numbers are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A literal or a constant, which is always kept.
    Literal,
    /// A constructor.
    Constructor,
    /// A constructor that is a method of a value.
    Method,
    /// A constructor that the compiler refused in one of the last attempts: no other one takes its place.
    Empty {
        /// Whether it is a method.
        is_method: bool,
    },
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
        /// How a value is obtained from it.
        access: Access,
    },
    /// `"…".parse::<Type>()`.
    Parse {
        /// The type that text is parsed as.
        of: Type,
        /// How the value is wrapped in the result, from outside to inside.
        wraps: Vec<Wrap>,
    },
    /// A mock, whose type the driver declares.
    Mock(Box<Mock>),
    /// A value that nobody may look into. It is made only if there is no other way.
    StandIn,
    /// A call of one of the package's functions.
    Call {
        /// The call; a receiver is its first input.
        call: Box<Call>,
        /// The shapes of its inputs.
        shapes: Vec<Shape>,
        /// How the value is wrapped in the result, from outside to inside.
        wraps: Vec<Wrap>,
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

/// How a value is obtained from a constant or static.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// By naming it.
    Plain,
    /// By copying what it refers to.
    Dereferenced,
    /// By cloning it.
    Cloned,
}

impl Alternative {
    /// The numbers of the own types without which it cannot be built.
    pub(crate) fn needs(&self) -> BTreeSet<usize> {
        needs_of(self.shapes())
    }

    /// The shapes that it is made of.
    fn shapes(&self) -> Vec<&Shape> {
        match &self.making {
            Making::Literal { fields, .. } => match fields {
                LiteralFields::Unit => Vec::new(),
                LiteralFields::Tuple(shapes) => shapes.iter().collect(),
                LiteralFields::Named(fields) => fields.iter().map(|(_, shape)| shape).collect(),
            },
            Making::Call { shapes, .. } => shapes.iter().collect(),
            // Its answers are built later.
            Making::Mock(_) => Vec::new(),
            Making::Default | Making::Constant { .. } | Making::Parse { .. } | Making::StandIn => {
                Vec::new()
            }
        }
    }

    /// The numbers of all own types whose builders it may call, at once or later.
    pub(super) fn uses(&self) -> BTreeSet<usize> {
        match &self.making {
            Making::Mock(mock) => mock.uses(),
            _ => used_by(self.shapes()),
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
    /// The call, whose first input is the value. If the output is observed, the method takes the value and returns it; otherwise it changes the value
    /// in place.
    pub call: Call,
    /// The shapes of the other inputs.
    pub shapes: Vec<Shape>,
}
