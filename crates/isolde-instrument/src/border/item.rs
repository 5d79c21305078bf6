//! What a symbol says about the function: where it is written, for which type and trait, and with which types it was instantiated.

use std::iter;

/// A function, type, trait or module, as v0 symbols describe it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// The root of a crate.
    Crate(String),
    /// Something inside of a module, a type's methods, or a function.
    Nested {
        /// What it is written in.
        parent: Box<Item>,
        /// What kind of item it is.
        kind: NestedKind,
        /// Its name; empty for closures.
        name: String,
    },
    /// The methods of an `impl`.
    Impl {
        /// The module or function in which the `impl` is written.
        place: Box<Item>,
        /// The type that it is for.
        of: Box<ItemType>,
        /// The trait that it implements.
        of_trait: Option<Box<Item>>,
    },
    /// The methods that a trait provides, for one type.
    Provided {
        /// The type.
        of: Box<ItemType>,
        /// The trait in which they are written.
        of_trait: Box<Item>,
    },
    /// A generic item with its arguments.
    Instance {
        /// The generic item.
        item: Box<Item>,
        /// Its types; lifetimes and constants are left out.
        arguments: Vec<ItemType>,
    },
}

/// What kind of item is written inside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NestedKind {
    /// A type, trait or module.
    Type,
    /// A function or another value.
    Value,
    /// A closure, or the body of an `async` block.
    Closure,
    /// A function that the compiler made, which calls the one that it is nested in.
    Shim,
}

/// A type in a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemType {
    /// A type that has a name, a closure, or the type of a function item.
    Named(Item),
    /// A reference or pointer to a type.
    Pointer(Box<ItemType>),
    /// A slice or an array of a type.
    Slice(Box<ItemType>),
    /// A tuple.
    Tuple(Vec<ItemType>),
    /// A trait object; its traits.
    Object(Vec<Item>),
    /// A type of the language with a name of its own: `u8`, `str`.
    Primitive(&'static str),
    /// A type without parts of interest: `fn(u8)`, …
    Other,
}

impl Item {
    /// The crate in which it is written.
    pub fn crate_name(&self) -> &str {
        match self {
            Item::Crate(name) => name,
            Item::Nested { parent, .. } => parent.crate_name(),
            Item::Impl { place, .. } => place.crate_name(),
            Item::Provided { of_trait, .. } => of_trait.crate_name(),
            Item::Instance { item, .. } => item.crate_name(),
        }
    }

    /// All paths under which people know the item, as segments: `demo::Client::send`, `demo::Send::send`, and that of the `impl`'s module.
    pub fn paths(&self) -> Vec<Vec<&str>> {
        match self {
            Item::Crate(name) => vec![vec![name]],
            Item::Nested { parent, name, .. } => parent
                .paths()
                .into_iter()
                .map(|path| path.into_iter().chain(iter::once(name.as_str())).collect())
                .collect(),
            Item::Impl {
                place,
                of,
                of_trait,
            } => [of.named_type(), of_trait.as_deref(), Some(place)]
                .into_iter()
                .flatten()
                .flat_map(Item::paths)
                .collect(),
            Item::Provided { of, of_trait } => [of.named_type(), Some(of_trait)]
                .into_iter()
                .flatten()
                .flat_map(Item::paths)
                .collect(),
            Item::Instance { item, .. } => item.paths(),
        }
    }

    /// The path where the item is written, as segments: an `impl` is written in its module.
    pub fn place(&self) -> Vec<&str> {
        match self {
            Item::Crate(name) => vec![name],
            Item::Nested { parent, name, .. } => {
                let mut path = parent.place();
                path.push(name);
                path
            }
            Item::Impl { place, .. } => place.place(),
            Item::Provided { of_trait, .. } => of_trait.place(),
            Item::Instance { item, .. } => item.place(),
        }
    }

    /// The type that a method is for, and the function's own name. Functions that are not methods have none.
    pub fn method(&self) -> Option<(&ItemType, &str)> {
        match self {
            Item::Instance { item, .. } => item.method(),
            Item::Nested { parent, name, .. } => match &**parent {
                Item::Impl { of, .. } | Item::Provided { of, .. } => Some((of, name)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The trait whose method the item is.
    pub fn method_of_trait(&self) -> Option<&Item> {
        match self {
            Item::Instance { item, .. } => item.method_of_trait(),
            Item::Nested { parent, .. } => match &**parent {
                Item::Impl { of_trait, .. } => of_trait.as_deref(),
                Item::Provided { of_trait, .. } => Some(of_trait),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the item, or something that it is written in, is generic.
    pub fn is_generic(&self) -> bool {
        match self {
            Item::Crate(_) => false,
            Item::Nested { parent, .. } => parent.is_generic(),
            Item::Impl { of, .. } | Item::Provided { of, .. } => match &**of {
                ItemType::Named(item) => item.is_generic(),
                ItemType::Primitive(_) | ItemType::Other => false,
                _ => true,
            },
            Item::Instance { .. } => true,
        }
    }

    /// Whether source code can write down all types that the item contains: not those of closures, `async` bodies and functions.
    pub fn is_writable(&self) -> bool {
        let is_type = |of: &ItemType| of.is_writable();
        match self {
            Item::Crate(_) => true,
            Item::Nested { parent, .. } => parent.is_writable(),
            Item::Impl { of, of_trait, .. } => {
                is_type(of)
                    && of_trait
                        .as_ref()
                        .is_none_or(|of_trait| of_trait.is_writable())
            }
            Item::Provided { of, of_trait } => is_type(of) && of_trait.is_writable(),
            Item::Instance { item, arguments } => {
                item.is_writable() && arguments.iter().all(is_type)
            }
        }
    }

    /// Whether this is a shim, which only calls the function that it is made for.
    pub(super) fn is_shim(&self) -> bool {
        matches!(
            self,
            Item::Nested {
                kind: NestedKind::Shim,
                ..
            }
        )
    }

    /// The function that contains a closure, and how many closures lie between.
    pub(super) fn without_closures(&self) -> (&Item, usize) {
        match self {
            Item::Nested {
                parent,
                kind: NestedKind::Closure,
                ..
            } => {
                let (item, depth) = parent.without_closures();
                (item, depth + 1)
            }
            item => (item, 0),
        }
    }

    /// The type whose values the function drops, if it is the compiler's function for that.
    pub fn dropped(&self) -> Option<&ItemType> {
        let Item::Instance { item, arguments } = self else {
            return None;
        };
        let [dropped] = &arguments[..] else {
            return None;
        };
        (item.place() == DROP_GLUE).then_some(dropped)
    }
}

/// The path of the function that drops a value, whose body the compiler makes.
const DROP_GLUE: [&str; 3] = ["core", "ptr", "drop_in_place"];

impl ItemType {
    /// The item that a type, or the type behind references, is named after.
    pub fn named(&self) -> Option<&Item> {
        match self {
            ItemType::Named(item) => Some(item),
            ItemType::Pointer(to) => to.named(),
            _ => None,
        }
    }

    /// The same, unless it is the type of a closure or of a function.
    pub fn named_type(&self) -> Option<&Item> {
        let item = self.named()?;
        let generic = match item {
            Item::Instance { item, .. } => item,
            item => item,
        };
        let is_type = matches!(
            generic,
            Item::Nested {
                kind: NestedKind::Type,
                ..
            }
        );
        is_type.then_some(item)
    }

    /// Whether source code can write the type down.
    pub fn is_writable(&self) -> bool {
        match self {
            ItemType::Named(item) => self.named_type().is_some() && item.is_writable(),
            ItemType::Pointer(inner) | ItemType::Slice(inner) => inner.is_writable(),
            ItemType::Tuple(parts) => parts.iter().all(ItemType::is_writable),
            ItemType::Object(traits) => traits.iter().all(Item::is_writable),
            ItemType::Primitive(_) | ItemType::Other => true,
        }
    }

    /// All items that occur in the type.
    pub fn items(&self) -> Vec<&Item> {
        match self {
            ItemType::Named(item) => match item {
                Item::Instance { arguments, .. } => iter::once(item)
                    .chain(arguments.iter().flat_map(ItemType::items))
                    .collect(),
                _ => vec![item],
            },
            ItemType::Pointer(inner) | ItemType::Slice(inner) => inner.items(),
            ItemType::Tuple(parts) => parts.iter().flat_map(ItemType::items).collect(),
            ItemType::Object(traits) => traits.iter().collect(),
            ItemType::Primitive(_) | ItemType::Other => Vec::new(),
        }
    }
}
