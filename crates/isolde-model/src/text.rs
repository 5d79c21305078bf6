//! Types as text: in a short form for people, and in a full form for code inside the crate.

use crate::types::{Bound, FnSignature, Type};
use std::fmt::{self, Display, Formatter};

/// Writes types with names from `name`, which is called with the defining path and the item.
pub(crate) struct Writer<'a> {
    pub(crate) name: &'a dyn Fn(&str, Option<crate::id::ItemId>) -> String,
    /// Whether the arguments of named types are written.
    pub(crate) arguments: bool,
}

/// The last segment of a path, with its `r#`.
pub(crate) fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

impl Writer<'_> {
    pub(crate) fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Primitive(name) if name == "never" => "!".to_owned(),
            Type::Primitive(name) | Type::Generic(name) | Type::Unknown(name) => name.clone(),
            Type::Path {
                defined,
                id,
                arguments,
                constants,
            } => {
                let types = arguments.iter().map(|of| self.ty(of));
                (self.name)(defined, *id) + &self.angle(types.chain(constants.iter().cloned()))
            }
            Type::Reference {
                mutable,
                is_static,
                target,
            } => {
                let lifetime = if *is_static { "'static " } else { "" };
                let mutable = if *mutable { "mut " } else { "" };
                format!("&{lifetime}{mutable}{}", self.ty(target))
            }
            Type::Pointer { mutable, target } => {
                format!(
                    "*{} {}",
                    if *mutable { "mut" } else { "const" },
                    self.ty(target)
                )
            }
            Type::Slice(of) => format!("[{}]", self.ty(of)),
            Type::Array(of, length) => format!("[{}; {length}]", self.ty(of)),
            Type::Tuple(of) if of.len() == 1 => format!("({},)", self.ty(&of[0])),
            Type::Tuple(of) => format!("({})", self.types(of)),
            Type::Function(of) => format!("fn{}", self.signature(of)),
            Type::Closure(of) => format!("closure{}", self.signature(of)),
            Type::Dyn(of) => format!("dyn {}", self.bounds(of)),
            Type::Mock(of) => format!("mock of {}", self.bounds(of)),
            Type::Impl(of) => format!("impl {}", self.bounds(of)),
            Type::Projection {
                of,
                of_trait: Some(of_trait),
                name,
            } => {
                format!(
                    "<{} as {}>::{name}",
                    self.ty(of),
                    (self.name)(of_trait, None)
                )
            }
            Type::Projection {
                of,
                of_trait: None,
                name,
            } => match **of {
                Type::Generic(_) => format!("{}::{name}", self.ty(of)),
                _ => format!("<{}>::{name}", self.ty(of)),
            },
        }
    }

    pub(crate) fn bound(&self, bound: &Bound) -> String {
        let maybe = if bound.maybe { "?" } else { "" };
        let arguments = match &bound.signature {
            Some(signature) => self.signature(signature),
            None => {
                let types = bound.arguments.iter().map(|of| self.ty(of));
                self.angle(
                    types.chain(
                        bound
                            .associated
                            .iter()
                            .map(|(name, of)| format!("{name} = {}", self.ty(of))),
                    ),
                )
            }
        };
        format!(
            "{maybe}{}{arguments}",
            (self.name)(&bound.defined, bound.id)
        )
    }

    fn bounds(&self, bounds: &[Bound]) -> String {
        bounds
            .iter()
            .map(|of| self.bound(of))
            .collect::<Vec<_>>()
            .join(" + ")
    }

    fn types(&self, types: &[Type]) -> String {
        types
            .iter()
            .map(|of| self.ty(of))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn signature(&self, of: &FnSignature) -> String {
        let parameters = self.types(&of.parameters);
        match &of.result {
            Type::Tuple(unit) if unit.is_empty() => format!("({parameters})"),
            result => format!("({parameters}) -> {}", self.ty(result)),
        }
    }

    fn angle(&self, arguments: impl Iterator<Item = String>) -> String {
        let arguments: Vec<_> = if self.arguments {
            arguments.collect()
        } else {
            Vec::new()
        };
        if arguments.is_empty() {
            String::new()
        } else {
            format!("<{}>", arguments.join(", "))
        }
    }
}

/// Writes only the last segment of each name, and arguments.
const SHORT: Writer<'static> = Writer {
    name: &|defined, _| last_segment(defined).to_owned(),
    arguments: true,
};

/// Short form for people: `HashMap<String, u8>`, `&Frame`, `impl AsRef<str>`. It may not compile: names have no paths and references no
/// lifetimes.
impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&SHORT.ty(self))
    }
}

/// Short form for people: `Iterator<Item = u8>`, `?Sized`, `FnMut(u8) -> bool`.
impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&SHORT.bound(self))
    }
}
