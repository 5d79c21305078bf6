//! Types whose values are data alone, so that nothing in them can be called, and types whose values contain only code of the crates that define them.

use crate::index::Index;
use isolde_model::{Fields, ItemId, StdItem, Type, TypeKind};
use isolde_record::Visibility;

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

/// Whether all code in the values of a type was put there by the crate that defines it: a value of another crate may contain closures and objects in
/// private fields. Nothing of the package itself may.
pub(super) fn has_own_code(index: &Index, of: &Type) -> bool {
    match of {
        Type::Primitive(_) => true,
        Type::Reference { target, .. } => has_own_code(index, target),
        Type::Slice(element) | Type::Array(element, _) => has_own_code(index, element),
        Type::Tuple(elements) => elements.iter().all(|each| has_own_code(index, each)),
        Type::Path { id, arguments, .. } => {
            let mut inner = arguments.iter();
            inner.all(|each| has_own_code(index, each))
                && match id {
                    Some(_) => is_data(index, of) || is_closed(index, of),
                    None => !index.is_of_world(of),
                }
        }
        _ => false,
    }
}

/// Whether code outside of the crate that defines a type cannot put anything but data into its values.
fn is_closed(index: &Index, of: &Type) -> bool {
    let Some(item) = index.item(of).filter(|item| item.is_outside) else {
        return false;
    };
    let is_closed = |fields: &Fields| {
        let mut visible = fields
            .list()
            .iter()
            .filter(|field| field.visibility == Visibility::Public);
        visible.all(|field| is_made_of_data(index, &field.of, &mut vec![item.id]))
    };
    match &item.kind {
        TypeKind::Struct(fields) => is_closed(fields),
        TypeKind::Enum(variants) => variants.iter().all(|each| is_closed(&each.fields)),
        TypeKind::Union => false,
    }
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
