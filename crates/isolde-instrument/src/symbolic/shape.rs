//! How values are divided into scalars, each with one shadow.
//!
//! Structs and arrays are flattened; a vector is one scalar of all its bits. Values with too many scalars, or with scalars that are too wide, have no
//! shadows at all.

use isolde_llvm::{Module, Type, TypeKind};
use std::collections::HashMap;
use std::rc::Rc;

/// Maximum number of scalars of a value.
pub(crate) const MAX_SCALARS: usize = 16;
/// Width in bits of the widest scalar that expressions support.
pub(crate) const MAX_WIDTH: u32 = 8 * isolde_abi::symbol::WIDEST_ACCESS as u32;

/// The kind of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarKind {
    Integer,
    Pointer,
    /// A float of 32 or 64 bits.
    Float,
    /// A float of another width, for which there are no operators.
    OddFloat,
    Vector {
        lanes: u32,
        lane_width: u32,
        float: bool,
    },
}

/// A scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    pub kind: ScalarKind,
    /// Width in bits.
    pub width: u32,
    /// Its position in memory, in bytes from the start of the value.
    pub offset: u64,
}

impl Scalar {
    /// Number of bytes that it takes in memory.
    pub fn bytes(self) -> u32 {
        self.width.div_ceil(8)
    }

    pub fn is_vector(self) -> bool {
        matches!(self.kind, ScalarKind::Vector { .. })
    }
}

/// A cache of the scalars of types.
#[derive(Default)]
pub(crate) struct Shapes<'c> {
    known: HashMap<Type<'c>, Option<Rc<[Scalar]>>>,
}

impl<'c> Shapes<'c> {
    /// The scalars of a type; `None` if its values have no shadows.
    pub fn scalars(&mut self, module: &Module<'c>, ty: Type<'c>) -> Option<Rc<[Scalar]>> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let mut scalars = Vec::new();
        let tracked = flatten(module, ty, 0, &mut scalars)
            && !scalars.is_empty()
            && scalars.len() <= MAX_SCALARS;
        let scalars = tracked.then(|| scalars.into());
        self.known.insert(ty, scalars.clone());
        scalars
    }
}

fn flatten(module: &Module<'_>, ty: Type<'_>, offset: u64, scalars: &mut Vec<Scalar>) -> bool {
    let mut push = |kind, width| {
        scalars.push(Scalar {
            kind,
            width,
            offset,
        });
        width <= MAX_WIDTH
    };
    match ty.kind() {
        TypeKind::Integer(width) => push(ScalarKind::Integer, width),
        TypeKind::Pointer => push(ScalarKind::Pointer, 64),
        TypeKind::Half => push(ScalarKind::OddFloat, 16),
        TypeKind::Float => push(ScalarKind::Float, 32),
        TypeKind::Double => push(ScalarKind::Float, 64),
        TypeKind::Quad => push(ScalarKind::OddFloat, 128),
        TypeKind::Vector => {
            let lanes = ty.len() as u32;
            let (lane_width, float) = match ty.element_type().kind() {
                TypeKind::Integer(width) => (width, false),
                TypeKind::Pointer => (64, false),
                TypeKind::Float => (32, true),
                TypeKind::Double => (64, true),
                _ => return false,
            };
            push(
                ScalarKind::Vector {
                    lanes,
                    lane_width,
                    float,
                },
                lanes.saturating_mul(lane_width),
            )
        }
        TypeKind::Struct => (0..ty.len()).all(|index| {
            scalars.len() <= MAX_SCALARS
                && flatten(
                    module,
                    ty.element(index),
                    offset + module.offset_of(ty, index as u32),
                    scalars,
                )
        }),
        TypeKind::Array if ty.len() <= MAX_SCALARS as u64 => {
            let element = ty.element_type();
            let size = module.size_of(element);
            (0..ty.len()).all(|index| flatten(module, element, offset + index * size, scalars))
        }
        _ => false,
    }
}
