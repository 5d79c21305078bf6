//! Which traits of the standard library its own types implement.

use super::Answer;
use isolde_model::StdTrait as T;
use isolde_model::{StdItem, Type};

const INTEGER: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::Add,
    T::Sub,
    T::Mul,
    T::Div,
    T::Rem,
    T::AddAssign,
    T::SubAssign,
    T::MulAssign,
    T::DivAssign,
    T::RemAssign,
    T::Not,
    T::BitAnd,
    T::BitOr,
    T::BitXor,
    T::Shl,
    T::Shr,
    T::BitAndAssign,
    T::BitOrAssign,
    T::BitXorAssign,
    T::ShlAssign,
    T::ShrAssign,
    T::Binary,
    T::Octal,
    T::LowerHex,
    T::UpperHex,
    T::LowerExp,
    T::UpperExp,
    T::FromStr,
    T::Sum,
    T::Product,
    T::Step,
    T::ToString,
    T::ToOwned,
];
const FLOAT: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::PartialOrd,
    T::Add,
    T::Sub,
    T::Mul,
    T::Div,
    T::Rem,
    T::Neg,
    T::AddAssign,
    T::SubAssign,
    T::MulAssign,
    T::DivAssign,
    T::RemAssign,
    T::LowerExp,
    T::UpperExp,
    T::FromStr,
    T::Sum,
    T::Product,
    T::ToString,
    T::ToOwned,
];
const BOOL: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::Not,
    T::BitAnd,
    T::BitOr,
    T::BitXor,
    T::FromStr,
    T::ToString,
    T::ToOwned,
];
const CHAR: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::FromStr,
    T::ToString,
    T::ToOwned,
];
const STR: &[T] = &[
    T::Debug,
    T::Display,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::ToString,
    T::ToOwned,
];
const STRING: &[T] = &[
    T::Clone,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::FromStr,
    T::ToString,
    T::ToOwned,
    T::FmtWrite,
    T::Deref,
    T::DerefMut,
    T::Extend,
    T::FromIterator,
    T::Add,
    T::AddAssign,
];
const LIST: &[T] = &[
    T::Default,
    T::Deref,
    T::DerefMut,
    T::Extend,
    T::FromIterator,
    T::IntoIterator,
];
const INTO_ITER: &[T] = &[
    T::Iterator,
    T::IntoIterator,
    T::DoubleEndedIterator,
    T::ExactSizeIterator,
    T::FusedIterator,
    T::Default,
];
const CURSOR: &[T] = &[
    T::Read,
    T::BufRead,
    T::Seek,
    T::IoWrite,
    T::Clone,
    T::Debug,
    T::Default,
    T::PartialEq,
    T::Eq,
];
const HASHER: &[T] = &[T::Hasher, T::Clone, T::Debug, T::Default];
const BUILD_HASHER: &[T] = &[T::BuildHasher, T::Clone, T::Default, T::Debug];
const ERROR: &[T] = &[
    T::Error,
    T::Clone,
    T::Copy,
    T::Debug,
    T::Display,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::ToString,
    T::ToOwned,
];
const DURATION: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::Add,
    T::Sub,
    T::AddAssign,
    T::SubAssign,
    T::Sum,
    T::ToOwned,
];
const PATH: &[T] = &[
    T::Clone,
    T::Debug,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::ToOwned,
    T::Deref,
    T::Extend,
    T::FromIterator,
];
const CALLABLE: &[T] = &[T::Fn, T::FnMut, T::FnOnce, T::Clone];
/// Traits that a container has if its elements have them.
const STRUCTURAL: &[T] = &[
    T::Clone,
    T::Copy,
    T::Debug,
    T::Default,
    T::PartialEq,
    T::Eq,
    T::PartialOrd,
    T::Ord,
    T::Hash,
    T::ToOwned,
];
/// Traits that a pointer forwards to what it points to, beside the structural ones.
const FORWARDED: &[T] = &[
    T::Display,
    T::Error,
    T::Iterator,
    T::Read,
    T::FmtWrite,
    T::IoWrite,
];

/// What is known of a trait of std for a type.
pub(super) enum Known<'t> {
    /// Whether the type implements it.
    Answer(Answer),
    /// The type implements it if all of these do.
    AsParts(&'t [Type]),
}

/// Whether a type that is none of the package's implements the trait; `None` is a trait that is not in the table.
pub(super) fn of_type(of: &Type, of_trait: Option<T>) -> Known<'_> {
    let is_one_of = |list: &[T]| of_trait.is_some_and(|of_trait| list.contains(&of_trait));
    let has = |list: &[T]| Known::Answer(is_one_of(list).into());
    let is_structural = is_one_of(STRUCTURAL);
    let parts_or = |parts, otherwise| match is_structural {
        true => Known::AsParts(parts),
        false => otherwise,
    };
    let no = Known::Answer(Answer::No);
    match of {
        Type::Primitive(name) => match name.as_str() {
            "bool" => has(BOOL),
            "char" => has(CHAR),
            "str" => has(STR),
            "f32" | "f64" => has(FLOAT),
            "never" => Known::Answer(Answer::Maybe),
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" if of_trait == Some(T::Neg) => {
                Known::Answer(Answer::Yes)
            }
            _ => has(INTEGER),
        },
        Type::Tuple(types) => parts_or(types, no),
        Type::Array(..) if of_trait == Some(T::IntoIterator) => Known::Answer(Answer::Yes),
        Type::Array(element, _) => parts_or(std::slice::from_ref(element), no),
        Type::Slice(_) if is_one_of(&[T::Default, T::Clone, T::Copy]) => no,
        Type::Slice(element) => parts_or(std::slice::from_ref(element), no),
        Type::Function(_) if of_trait == Some(T::Copy) => Known::Answer(Answer::Yes),
        Type::Function(_) | Type::Closure(_) => has(CALLABLE),
        Type::Path { .. } => match of.std() {
            Some((item, arguments)) => of_item(item, arguments, of_trait),
            None => Known::Answer(Answer::Maybe),
        },
        _ => Known::Answer(Answer::Maybe),
    }
}

fn of_item(item: StdItem, arguments: &[Type], of_trait: Option<T>) -> Known<'_> {
    let is_one_of = |list: &[T]| of_trait.is_some_and(|of_trait| list.contains(&of_trait));
    let has = |list: &[T]| Known::Answer(is_one_of(list).into());
    let is_structural = is_one_of(STRUCTURAL);
    let yes = Known::Answer(Answer::Yes);
    match item {
        StdItem::String => has(STRING),
        StdItem::Vec if of_trait == Some(T::IoWrite) => {
            let is_bytes = matches!(arguments, [element] if element.is_primitive("u8"));
            Known::Answer(is_bytes.into())
        }
        StdItem::Vec | StdItem::VecDeque | StdItem::LinkedList => {
            match is_structural && of_trait != Some(T::Default) {
                true => Known::AsParts(arguments),
                false => has(LIST),
            }
        }
        StdItem::VecIntoIter if is_structural => Known::AsParts(arguments),
        StdItem::VecIntoIter => has(INTO_ITER),
        StdItem::IoCursor => has(CURSOR),
        StdItem::DefaultHasher => has(HASHER),
        StdItem::BuildHasherDefault => has(BUILD_HASHER),
        StdItem::FmtError => has(ERROR),
        StdItem::Duration => has(DURATION),
        StdItem::PathBuf | StdItem::OsString => has(PATH),
        StdItem::Box | StdItem::Rc | StdItem::Arc => match of_trait {
            Some(T::Deref) => yes,
            Some(T::Clone) if item != StdItem::Box => yes,
            _ if is_structural || is_one_of(FORWARDED) => Known::AsParts(arguments),
            _ => Known::Answer(Answer::No),
        },
        StdItem::Option => match of_trait {
            Some(T::Default | T::IntoIterator) => yes,
            _ if is_structural => Known::AsParts(arguments),
            _ => Known::Answer(Answer::No),
        },
        _ => Known::Answer(Answer::Maybe),
    }
}
