//! Types whose values are data alone: nothing in them can be called.

use crate::index::Index;
use isolde_model::{Fields, ItemId, StdItem, Type, TypeKind};

/// Whether values of a type contain no code: no closures, function pointers and objects.
pub(super) fn is_data(index: &Index, of: &Type) -> bool {
    is_made_of_data(index, of, &mut Vec::new())
}

/// `around` are the items around the type.
fn is_made_of_data(index: &Index, of: &Type, around: &mut Vec<ItemId>) -> bool {
    match of {
        Type::Primitive(_) => true,
        // A parameter of the item around it, whose arguments are looked at there.
        Type::Generic(_) => !around.is_empty(),
        Type::Reference { target, .. } => is_made_of_data(index, target, around),
        Type::Slice(element) | Type::Array(element, _) => is_made_of_data(index, element, around),
        Type::Tuple(elements) => elements
            .iter()
            .all(|each| is_made_of_data(index, each, around)),
        Type::Path { id, arguments, .. } => {
            let mut arguments = arguments.iter();
            arguments.all(|each| is_made_of_data(index, each, around))
                && match id {
                    Some(id) => has_fields_of_data(index, of, *id, around),
                    None => of.std_item().is_some_and(is_container),
                }
        }
        _ => false,
    }
}

fn has_fields_of_data(index: &Index, of: &Type, id: ItemId, around: &mut Vec<ItemId>) -> bool {
    if around.contains(&id) {
        return true;
    }
    let Some(item) = index.item(of) else {
        return false;
    };
    around.push(id);
    let mut are_data = |fields: &Fields| {
        let mut all = fields.list().iter();
        all.all(|field| is_made_of_data(index, &field.of, around))
    };
    let found = match &item.kind {
        TypeKind::Struct(fields) => are_data(fields),
        TypeKind::Enum(variants) => variants.iter().all(|each| are_data(&each.fields)),
        TypeKind::Union => false,
    };
    around.pop();
    found
}

/// Whether a type of std contains nothing but values of its arguments and numbers.
fn is_container(item: StdItem) -> bool {
    use StdItem as Of;
    matches!(
        item,
        Of::String
            | Of::Vec
            | Of::Box
            | Of::Option
            | Of::Result
            | Of::Rc
            | Of::Arc
            | Of::Cow
            | Of::HashMap
            | Of::HashSet
            | Of::BTreeMap
            | Of::BTreeSet
            | Of::VecDeque
            | Of::LinkedList
            | Of::BinaryHeap
            | Of::Duration
            | Of::Ordering
            | Of::Reverse
            | Of::Cell
            | Of::RefCell
            | Of::Range
            | Of::RangeInclusive
            | Of::RangeFrom
            | Of::RangeTo
            | Of::Path
            | Of::PathBuf
            | Of::OsStr
            | Of::OsString
            | Of::IpAddr
            | Of::Ipv4Addr
            | Of::Ipv6Addr
            | Of::SocketAddr
            | Of::Wrapping
            | Of::NonZero
            | Of::PhantomData
            | Of::DefaultHasher
            | Of::RandomState
            | Of::IoErrorKind
    )
}
