//! Which std traits std's own types implement.

use super::Answer;
use super::std_lists::{
    BOOL, BUILD_HASHER, CALLABLE, CHAR, CURSOR, DURATION, ERROR, FLOAT, FORWARDED, HASHER, INTEGER,
    INTO_ITER, IO_ERROR, LIST, PATH, STR, STRING, STRUCTURAL,
};
use isolde_model::StdTrait as T;
use isolde_model::{StdItem, Type};

/// What is known about a type and a std trait.
pub(super) enum Known<'t> {
    /// Whether the type implements it.
    Answer(Answer),
    /// The type implements it if all of these types do.
    AsParts(&'t [Type]),
}

/// Whether a type that does not belong to the package implements the trait; `None` stands for a trait that is not in the table.
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
        StdItem::Ready if is_one_of(&[T::Future, T::IntoFuture]) => yes,
        StdItem::Ready if is_one_of(&[T::Clone, T::Debug]) => Known::AsParts(arguments),
        StdItem::Pin | StdItem::Box if of_trait == Some(T::Future) => Known::AsParts(arguments),
        StdItem::Pin if is_structural => Known::AsParts(arguments),
        StdItem::Poll | StdItem::ControlFlow if is_structural && of_trait != Some(T::Default) => {
            Known::AsParts(arguments)
        }
        StdItem::VecIntoIter if is_structural => Known::AsParts(arguments),
        StdItem::VecIntoIter => has(INTO_ITER),
        StdItem::IoCursor => has(CURSOR),
        StdItem::DefaultHasher => has(HASHER),
        StdItem::BuildHasherDefault => has(BUILD_HASHER),
        StdItem::FmtError => has(ERROR),
        StdItem::IoError => has(IO_ERROR),
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
