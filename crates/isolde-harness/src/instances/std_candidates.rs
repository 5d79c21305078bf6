//! Types to try for a parameter with a bound on a trait of the standard library.

use super::Traits;
use crate::types::make::{boxed_future, primitive, reference, std, string, text, vec};
use crate::types::{Substitution, is_concrete};
use isolde_model::{Bound, StdItem, StdTrait, Type};

impl Traits<'_, '_> {
    /// Types of std and types derived from the bound's arguments, best first. `items` are bounds on the parameter's `Item`.
    pub(super) fn std_suggestions(
        &mut self,
        bound: &Bound,
        items: &[Bound],
        level: usize,
    ) -> Vec<Type> {
        use StdTrait as T;
        let argument = bound.arguments.first();
        let plain = |item| vec![std(item, Vec::new())];
        let Some(of_trait) = bound.std_trait() else {
            return anything();
        };
        match of_trait {
            T::AsRef | T::Borrow | T::AsMut | T::BorrowMut => argument
                .map(|target| views(target, of_trait))
                .unwrap_or_default(),
            T::Into | T::TryInto => argument
                .map(|target| self.sources(target))
                .unwrap_or_default(),
            T::From | T::TryFrom => argument
                .map(|source| vec![source.clone(), string(), primitive("u64")])
                .unwrap_or_default(),
            T::Iterator | T::DoubleEndedIterator | T::ExactSizeIterator | T::FusedIterator => self
                .item_candidates(bound, items, level)
                .into_iter()
                .map(|item| std(StdItem::VecIntoIter, vec![item]))
                .collect(),
            T::IntoIterator => {
                let items = self.item_candidates(bound, items, level);
                items.into_iter().map(vec).collect()
            }
            T::Extend | T::FromIterator => {
                let element = argument.cloned().unwrap_or_else(|| primitive("u8"));
                match element.is_primitive("char") {
                    true => vec![string(), vec(element)],
                    false => vec![vec(element)],
                }
            }
            T::Future | T::IntoFuture => {
                let outputs = match bound.prescribed("Output") {
                    Some(Type::Impl(bounds)) => self.candidates_within(bounds, &[], &[], level + 1),
                    Some(of) if is_concrete(of) => vec![of.clone()],
                    _ => anything(),
                };
                // A future that may be pending comes second, so that it is one of the instances that are tried.
                let pending = outputs.first().cloned().map(boxed_future);
                let ready = |of| std(StdItem::Ready, vec![of]);
                let mut found: Vec<Type> = outputs.into_iter().map(ready).collect();
                if let Some(pending) = pending {
                    found.insert(1, pending);
                }
                found
            }
            T::RangeBounds => {
                let of = argument.cloned().unwrap_or_else(|| primitive("usize"));
                let range = |range| std(range, vec![of.clone()]);
                // Two bounds are ranges of all kinds, so that one instantiation tries `..`, `5..` and `..=7`.
                let bounds = Type::Tuple(vec![range(StdItem::Bound); 2]);
                vec![
                    range(StdItem::Range),
                    bounds,
                    range(StdItem::RangeInclusive),
                    range(StdItem::RangeFrom),
                ]
            }
            T::Index | T::IndexMut => indexed(bound),
            T::SliceIndex => vec![
                primitive("usize"),
                std(StdItem::Range, vec![primitive("usize")]),
            ],
            T::ToString => vec![text(), primitive("i32")],
            T::ToOwned | T::DerefMut | T::FmtWrite => vec![string()],
            T::Read | T::BufRead | T::Seek => {
                vec![std(StdItem::IoCursor, vec![vec(primitive("u8"))])]
            }
            T::IoWrite => vec![vec(primitive("u8"))],
            T::Hasher => plain(StdItem::DefaultHasher),
            T::BuildHasher => vec![std(
                StdItem::BuildHasherDefault,
                plain(StdItem::DefaultHasher),
            )],
            T::Error => plain(StdItem::FmtError),
            T::Deref => match bound.prescribed("Target") {
                Some(of) if of.is_primitive("str") => vec![text(), string()],
                Some(Type::Slice(element)) => vec![vec(element.as_ref().clone())],
                Some(of) => vec![std(StdItem::Box, vec![of.clone()])],
                None => vec![text()],
            },
            T::PartialEq | T::PartialOrd => {
                let other = argument.filter(|of| is_concrete(of)).cloned();
                other.into_iter().chain(anything()).collect()
            }
            T::FromStr => vec![primitive("i32"), string(), primitive("f64")],
            T::Copy => vec![primitive("u8"), primitive("i32")],
            T::Neg
            | T::Add
            | T::Sub
            | T::Mul
            | T::Div
            | T::Rem
            | T::Sum
            | T::Product
            | T::AddAssign
            | T::SubAssign
            | T::MulAssign
            | T::DivAssign
            | T::RemAssign => vec![primitive("i32"), primitive("f64")],
            T::Binary | T::Octal | T::LowerHex | T::UpperHex | T::LowerExp | T::UpperExp => {
                vec![primitive("u8"), primitive("i32")]
            }
            T::Not
            | T::BitAnd
            | T::BitOr
            | T::BitXor
            | T::BitAndAssign
            | T::BitOrAssign
            | T::BitXorAssign
            | T::Shl
            | T::Shr
            | T::ShlAssign
            | T::ShrAssign => vec![primitive("u32"), primitive("u8")],
            _ => anything(),
        }
    }

    /// Types for the items of an iterator with this bound.
    fn item_candidates(&mut self, bound: &Bound, items: &[Bound], level: usize) -> Vec<Type> {
        match bound.prescribed("Item") {
            Some(Type::Impl(bounds)) => self.candidates_within(bounds, &[], &[], level + 1),
            Some(of) => vec![of.clone()],
            None => self.candidates_within(items, &[], &[], level + 1),
        }
    }

    /// Types that can be converted into the target.
    fn sources(&self, target: &Type) -> Vec<Type> {
        let index = self.index;
        let mut found = Vec::new();
        for block in &index.model.impls {
            let Some(implemented) = &block.of_trait else {
                continue;
            };
            let mut known = Substitution::default();
            let is_conversion = matches!(
                implemented.std_trait(),
                Some(StdTrait::From | StdTrait::TryFrom)
            );
            if is_conversion && index.unify(&block.self_type, target, &mut known) {
                let source = implemented.arguments.first();
                found.extend(source.map(|source| index.substitute(source, &known)));
            }
        }
        match target.std() {
            Some((StdItem::String | StdItem::Cow | StdItem::PathBuf | StdItem::OsString, _)) => {
                found.extend([text(), string()]);
            }
            Some((StdItem::Box | StdItem::Rc | StdItem::Arc, arguments)) => {
                found.push(match arguments.first() {
                    Some(of) if of.is_primitive("str") => text(),
                    Some(Type::Slice(element)) => vec(element.as_ref().clone()),
                    _ => target.clone(),
                })
            }
            _ if target.is_primitive("f64") => found.push(primitive("f32")),
            _ => {}
        }
        // The target itself is tried first if no simpler type converts into it.
        let at = match found.contains(&text()) {
            true => found.len(),
            false => 0,
        };
        found.insert(at, target.clone());
        found
    }
}

/// Types for a bound that does not narrow the choice.
pub(super) fn anything() -> Vec<Type> {
    vec![
        primitive("u8"),
        string(),
        primitive("i32"),
        primitive("f64"),
        primitive("u64"),
        primitive("bool"),
        primitive("char"),
        text(),
        vec(primitive("u8")),
        primitive("usize"),
        primitive("i64"),
        primitive("f32"),
        primitive("u32"),
        Type::Tuple(vec![primitive("u8"), primitive("u8")]),
        std(StdItem::Option, vec![primitive("u8")]),
        std(StdItem::Box, vec![primitive("u8")]),
    ]
}

/// Types that give a reference to the target by `AsRef`, `AsMut`, `Borrow` or `BorrowMut`.
fn views(target: &Type, by: StdTrait) -> Vec<Type> {
    let is_mutable = matches!(by, StdTrait::AsMut | StdTrait::BorrowMut);
    let is_borrow = matches!(by, StdTrait::Borrow | StdTrait::BorrowMut);
    let path_buf = || std(StdItem::PathBuf, Vec::new());
    if target.is_primitive("str") {
        return match is_mutable {
            true => vec![string()],
            false => vec![text(), string()],
        };
    }
    if let Type::Slice(element) = target {
        return vec![vec(element.as_ref().clone())];
    }
    match target.std_item() {
        Some(StdItem::Path | StdItem::OsStr) if is_borrow => vec![path_buf()],
        Some(StdItem::Path | StdItem::OsStr) => vec![text(), path_buf()],
        Some(StdItem::CStr) if !is_mutable => vec![std(StdItem::CString, Vec::new())],
        _ if is_borrow => vec![target.clone(), reference(false, target.clone())],
        _ => vec![std(StdItem::Box, vec![target.clone()])],
    }
}

/// Types with the elements that a bound on `Index` or `IndexMut` asks for.
fn indexed(bound: &Bound) -> Vec<Type> {
    let output = bound.prescribed("Output");
    let element = output.cloned().unwrap_or_else(|| primitive("u8"));
    match bound.arguments.first() {
        Some(index) if index.is_primitive("usize") => vec![vec(element)],
        Some(Type::Reference { target, .. }) => {
            let key = match &**target {
                target if target.is_primitive("str") => string(),
                target => target.clone(),
            };
            vec![std(StdItem::BTreeMap, vec![key, element])]
        }
        _ => anything(),
    }
}
