//! The pass that makes shapes: from a concrete type to the shape of its values, and to the shapes of the package's types that it uses.
//!
//! When [`Demand::shape`] meets one of the package's types, it only adds it to a list; [`Demand::complete`] then works through the list, and the types'
//! alternatives and mutators may add more. So it does not matter how a type was reached first, and types that contain each other need no special care.

use super::library::{Builder, CONSTANTS, ENUMERATIONS, builder, shared_object};
use super::{Alternative, Kind, Mutator, Shape};
use crate::describe::describe_short;
use crate::index::{Index, own_id};
use crate::instances::{Signature, Traits};
use crate::names::{Names, snake};
use crate::pieces::{PieceId, Rejections};
use crate::spell::Style;
use crate::types::{Substitution, depth, make};
use isolde_model::{ItemId, StdItem, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Types that nest deeper than this are not built: they come from impls that can be applied to their own results.
const DEEPEST: usize = 7;

/// How many instantiations of one generic type constructors may demand. Without a limit, constructors that take other instantiations could go on without end.
const MOST_INSTANTIATIONS: usize = 16;

/// A type of the package at concrete arguments.
#[derive(Clone, Debug)]
pub(crate) struct OwnType {
    /// The type.
    pub of: Type,
    /// Its name in generated functions: `build_…`, `make_…`, `change_…`.
    pub name: String,
    /// Ways to make a value.
    pub alternatives: Vec<Alternative>,
    /// Methods that change it.
    pub mutators: Vec<Mutator>,
    /// Whether the type was reached only through inputs of constructors.
    is_inner: bool,
}

/// The own types that the shapes made so far lead to.
#[derive(Debug)]
pub(crate) struct Demand<'p, 'c, 'm> {
    pub index: &'c Index<'m>,
    pub traits: &'p mut Traits<'c, 'm>,
    pub rejections: Rejections<'p>,
    own: Vec<OwnType>,
    numbers: BTreeMap<Type, usize>,
    names: Names,
    /// Whether the shapes being made are for inputs of constructors.
    pub(super) is_inner: bool,
    /// The nesting depth of trait objects that are being replaced.
    pub(super) coercions: usize,
    /// Whether comparisons and keys never contradict themselves.
    pub(crate) is_lawful: bool,
    /// What replaces trait objects that are borrowed from variables, rather than the best of all types.
    pub(crate) prefers: Option<Preferred>,
    /// Whether values of types outside the package that cannot be built are stood in for.
    pub(crate) is_isolated: bool,
    /// Types for which nothing may stand in, since some function looks into their values.
    pub(crate) looked_into: Vec<Type>,
    /// The functions whose calls are answered by fakes, so that they make and change no values.
    pub(crate) faked: BTreeSet<ItemId>,
    /// The types that did so in place of another one.
    pub(crate) preferred: Vec<Type>,
}

/// What replaces trait objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Preferred {
    /// Mocks.
    Mocks,
    /// Mocks that override default methods.
    Overriding,
    /// A type that the package compares others with.
    Type(Type),
}

/// The name of the piece that is the builder of the type with this text.
pub(crate) fn builder_piece(text: &str) -> PieceId {
    format!("builder of {text}")
}

impl<'p, 'c, 'm> Demand<'p, 'c, 'm> {
    /// Starts without any demanded types.
    pub(crate) fn new(
        traits: &'p mut Traits<'c, 'm>,
        rejections: Rejections<'p>,
    ) -> Demand<'p, 'c, 'm> {
        Demand {
            index: traits.index,
            traits,
            rejections,
            own: Vec::new(),
            numbers: BTreeMap::new(),
            names: Names::default(),
            is_inner: false,
            coercions: 0,
            is_lawful: true,
            prefers: None,
            is_isolated: false,
            looked_into: Vec::new(),
            faked: BTreeSet::new(),
            preferred: Vec::new(),
        }
    }

    /// Whether a shape is that of a mock.
    pub(crate) fn is_mock(&self, shape: &Shape) -> bool {
        matches!(shape.kind, Kind::Own(number) if matches!(self.own[number].of, Type::Mock(_)))
    }

    /// Finds the alternatives and mutators of every demanded type, including the types that these demand in turn.
    pub(crate) fn complete(mut self) -> Vec<OwnType> {
        let mut next = 0;
        while next < self.own.len() {
            let of = self.own[next].of.clone();
            self.is_inner = self.own[next].is_inner;
            if self.rejections.allow(&builder_piece(&self.text(&of))) {
                self.own[next].alternatives = self.alternatives(&of);
                self.own[next].mutators = self.mutators(&of);
            }
            next += 1;
        }
        self.own
    }

    /// The text of a type that is known to be nameable.
    pub(super) fn text(&self, of: &Type) -> String {
        self.index
            .type_text(of, Style::Signature)
            .unwrap_or_default()
    }

    /// The shape of one of the package's types, or the type if it cannot be named.
    fn own(&mut self, of: &Type) -> Result<Shape, Type> {
        if let Some(number) = self.numbers.get(of) {
            return Ok(Shape::leaf(Kind::Own(*number)));
        }
        let is_same = |own: &&OwnType| own_id(of).is_some() && own_id(&own.of) == own_id(of);
        let same = self.own.iter().filter(is_same);
        if !self.index.is_nameable(of) || self.is_inner && same.count() >= MOST_INSTANTIATIONS {
            return Err(of.clone());
        }
        let number = self.own.len();
        self.numbers.insert(of.clone(), number);
        self.own.push(OwnType {
            of: of.clone(),
            name: self.names.unique(&snake(&match of {
                Type::Mock(bounds) => self.index.mock_name(bounds),
                _ => describe_short(of),
            })),
            alternatives: Vec::new(),
            mutators: Vec::new(),
            is_inner: self.is_inner,
        });
        Ok(Shape::leaf(Kind::Own(number)))
    }

    /// The shape of a concrete type, or the type that cannot be built.
    pub(crate) fn shape(&mut self, of: &Type) -> Result<Shape, Type> {
        if depth(of) > DEEPEST {
            return Err(of.clone());
        }
        match of {
            Type::Primitive(name) => match name.as_str() {
                "str" | "never" | "f16" | "f128" => Err(of.clone()),
                _ => Ok(library(Builder::Primitive(name.clone()))),
            },
            Type::Closure(signature) => self.closure(signature),
            Type::Path { id: Some(_), .. } | Type::Mock(_) => self.own(of),
            Type::Path { .. } => self.std(of),
            Type::Reference {
                mutable, target, ..
            } => self.reference(of, *mutable, target),
            Type::Array(element, length) => {
                let element = self.shape(element)?;
                Ok(Shape::around(Kind::Array(length.clone()), element))
            }
            Type::Tuple(elements) => match elements.len() {
                0 => Ok(library(Builder::Unit)),
                1..=12 => Ok(Shape::library(Builder::Tuple, self.shapes(elements)?)),
                _ => Err(of.clone()),
            },
            Type::Function(signature) => self.function_pointer(signature, false),
            _ => Err(of.clone()),
        }
    }

    fn shapes(&mut self, types: &[Type]) -> Result<Vec<Shape>, Type> {
        types.iter().map(|each| self.shape(each)).collect()
    }

    fn std(&mut self, of: &Type) -> Result<Shape, Type> {
        let unsupported = || of.clone();
        let Some((item, arguments)) = of.std() else {
            let may_stand_in = self.index.is_of_world(of) && !self.looked_into.contains(of);
            return match self.is_isolated && may_stand_in {
                true => Ok(Shape::leaf(Kind::StandIn(of.clone()))),
                false => Err(unsupported()),
            };
        };
        if self.is_isolated && matches!(item, StdItem::IoError | StdItem::Instant) {
            // Errors of all kinds come from the world, and so do times.
            return Ok(library(Builder::Std(item)));
        }
        if CONSTANTS.contains(&item) {
            return Ok(Shape::leaf(Kind::Constant(item)));
        }
        if ENUMERATIONS.contains(&item) {
            return Ok(Shape::leaf(Kind::OneOf(item)));
        }
        match (item, arguments) {
            (StdItem::PhantomData, _) => return Ok(library(Builder::Std(item))),
            (StdItem::IoCursor, [inner]) if *inner == make::vec(make::primitive("u8")) => {
                return Ok(library(Builder::Std(item)));
            }
            (StdItem::NonZero, [Type::Primitive(name)]) => {
                return Ok(library(Builder::NonZero(name.clone())));
            }
            (StdItem::Box | StdItem::Rc | StdItem::Arc, [target]) => match target {
                _ if target.is_primitive("str") => return Ok(library(Builder::StrIn(item))),
                Type::Slice(element) if item == StdItem::Box => {
                    let element = self.shape(element)?;
                    return Ok(Shape::library(Builder::BoxedSlice, vec![element]));
                }
                Type::Dyn(bounds) => return self.coerced(of, bounds, None, Builder::Std(item)),
                _ => {
                    if let Some((cell, bounds)) = shared_object(target) {
                        return self.coerced(of, bounds, Some(cell), Builder::Std(item));
                    }
                }
            },
            (StdItem::Cow, [target]) => return self.cow(target),
            (StdItem::ControlFlow, [end]) => {
                let parts = vec![self.shape(end)?, library(Builder::Unit)];
                return Ok(Shape::library(Builder::Std(item), parts));
            }
            (StdItem::Pin, [pointer]) => return self.pinned(of, pointer),
            _ => {}
        }
        let (_, count) = builder(item).ok_or_else(unsupported)?;
        // The builder only makes values with the default hasher and allocator.
        let extra = arguments.get(count..).unwrap_or_default();
        let is_default = |each: &Type| {
            matches!(
                each.std_item(),
                Some(StdItem::RandomState | StdItem::Global)
            )
        };
        if arguments.len() < count || !extra.iter().all(is_default) {
            return Err(unsupported());
        }
        let parts = self.shapes(&arguments[..count])?;
        Ok(Shape::library(Builder::Std(item), parts))
    }

    fn cow(&mut self, target: &Type) -> Result<Shape, Type> {
        let owned = match target {
            _ if target.is_primitive("str") => return Ok(library(Builder::StrIn(StdItem::Cow))),
            Type::Slice(element) => make::vec(element.as_ref().clone()),
            _ if target.std_item() == Some(StdItem::Path) => {
                make::std(StdItem::PathBuf, Vec::new())
            }
            _ => target.clone(),
        };
        Ok(Shape::library(Builder::Cow, vec![self.shape(&owned)?]))
    }

    /// The shape of `Pin<Box<T>>`.
    fn pinned(&mut self, of: &Type, pointer: &Type) -> Result<Shape, Type> {
        match pointer.std() {
            Some((StdItem::Box, [Type::Dyn(bounds)])) => match self.index.output_of_future(of) {
                Some(output) => self.boxed_future(of, &output),
                None => self.coerced(of, bounds, None, Builder::Pinned),
            },
            Some((StdItem::Box, [target])) => {
                let target = self.shape(target)?;
                Ok(Shape::library(Builder::Pinned, vec![target]))
            }
            _ => Err(of.clone()),
        }
    }

    fn boxed_future(&mut self, of: &Type, output: &Type) -> Result<Shape, Type> {
        if !self.index.is_nameable(of) {
            return Err(of.clone());
        }
        let kind = Kind::Future {
            of: of.clone(),
            output: output.clone(),
        };
        Ok(Shape::around(kind, self.shape(output)?))
    }

    fn reference(&mut self, of: &Type, mutable: bool, target: &Type) -> Result<Shape, Type> {
        match target {
            Type::Slice(element) => {
                let element = self.shape(element)?;
                return Ok(Shape::library(Builder::Slice { mutable }, vec![element]));
            }
            Type::Dyn(bounds) => {
                return self.coerced(of, bounds, None, Builder::Reference { mutable });
            }
            _ if mutable && target.std_item() == Some(StdItem::TaskContext) => {
                return Ok(library(Builder::Context));
            }
            _ if mutable => {}
            _ if target.is_primitive("str") => return Ok(library(Builder::Str)),
            _ => match target.std_item() {
                Some(StdItem::Path) => return Ok(library(Builder::Path)),
                Some(StdItem::OsStr) => return Ok(library(Builder::OsStr)),
                _ => {}
            },
        }
        let pointer = Builder::Reference { mutable };
        if let Some((cell, bounds)) = shared_object(target) {
            return self.coerced(of, bounds, Some(cell), pointer);
        }
        Ok(Shape::library(pointer, vec![self.shape(target)?]))
    }

    /// The shapes of a function's parameters, if all of them can be built.
    pub(super) fn parameters(
        &mut self,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<Vec<Shape>> {
        let shape = |(_, declared): &(String, Type)| {
            let of = self.index.substitute(declared, instance);
            let is_unexpected =
                matches!(of, Type::Closure(_)) && !signature.expects_closure(declared);
            let shape = self.shape(&of).ok()?;
            Some(match signature.is_anonymous(declared) || is_unexpected {
                true => shape.suffixed(),
                false => shape,
            })
        };
        signature.parameters.iter().map(shape).collect()
    }
}

/// The shape of a library builder that has no parts.
pub(super) fn library(builder: Builder) -> Shape {
    Shape::library(builder, Vec::new())
}
