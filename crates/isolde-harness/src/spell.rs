//! How code outside the package names types, traits and paths; `None` if it cannot name them.
//!
//! Passes ask whether something can be named, and make the ids of pieces from names; only `write` puts the text into the driver.

use crate::index::Index;
use isolde_model::{Bound, FnSignature, GenericParam, StdItem, StdTrait, Type, std_public_path};

/// Where a type's text is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// In the signature of a generated item: every lifetime is `'static`.
    Signature,
    /// In an expression that a reader sees: lifetimes are left to the compiler.
    Expression,
    /// In the signature of a function that has a lifetime `'v`: every lifetime is this one.
    Borrowed,
    /// Of a result that borrows from arguments with a lifetime `'v`: every lifetime is this one, except those of references that are known to be `'static`.
    Lent,
    /// The same, where only trait objects borrow: `Pin<Box<dyn Future<Output = u8> + 'v>>`.
    LentObject,
    /// Of a parameter of a method: lifetimes are left to the compiler, and the method's own parameters keep their names.
    Parameter,
    /// The same of a result that borrows from the receiver, so that trait objects in it do too: `dyn Read + '_`.
    Result,
}

impl Style {
    /// Whether the text belongs to the head of a method, which has parameters of its own.
    fn is_of_method(self) -> bool {
        matches!(self, Style::Parameter | Style::Result)
    }
}

/// How code names an item of the standard library.
pub(crate) fn std_path(defined: &str) -> Option<String> {
    match StdItem::at(defined) {
        Some(item) => Some(item.public_path()),
        None => std_public_path(defined),
    }
}

impl Index<'_> {
    /// Whether code outside the package can name the type.
    pub(crate) fn is_nameable(&self, of: &Type) -> bool {
        self.type_text(of, Style::Signature).is_some()
    }

    /// Text of a concrete type.
    pub(crate) fn type_text(&self, of: &Type, style: Style) -> Option<String> {
        let reference = match style {
            Style::Signature => "&'static ",
            Style::Expression | Style::Parameter | Style::Result => "&",
            Style::Borrowed => "&'v ",
            Style::Lent | Style::LentObject => match of {
                Type::Reference {
                    is_static: true, ..
                } => "&'static ",
                _ => "&'v ",
            },
        };
        Some(match of {
            Type::Primitive(name) if name == "never" => "!".into(),
            Type::Primitive(name) => name.clone(),
            Type::Closure(_) => "_".into(),
            Type::Path { .. } => self.path_text(of, style, "")?,
            Type::Reference {
                mutable, target, ..
            } => {
                let text = self.type_text(target, style)?;
                let text = match &**target {
                    Type::Dyn(bounds) if bounds.len() > 1 || style == Style::Result => {
                        format!("({text})")
                    }
                    _ => text,
                };
                format!("{reference}{}{text}", if *mutable { "mut " } else { "" })
            }
            Type::Pointer { mutable, target } => {
                let keyword = if *mutable { "mut" } else { "const" };
                format!("*{keyword} {}", self.type_text(target, style)?)
            }
            Type::Slice(element) => format!("[{}]", self.type_text(element, style)?),
            Type::Array(element, length) => {
                format!("[{}; {length}]", self.type_text(element, style)?)
            }
            Type::Tuple(elements) => match self.texts(elements, style)? {
                texts if texts.len() == 1 => format!("({},)", texts[0]),
                texts => format!("({})", texts.join(", ")),
            },
            Type::Function(signature) => format!("fn{}", self.signature_text(signature, style)?),
            Type::Dyn(bounds) => {
                // Objects within this one are usually owned: `Box<dyn Iterator<Item = Box<dyn Any>> + '_>`.
                let (within, lifetime) = match style {
                    Style::Result => (Style::Parameter, " + '_"),
                    Style::LentObject => (Style::Lent, " + 'v"),
                    _ => (style, ""),
                };
                let bounds: Option<Vec<_>> = bounds
                    .iter()
                    .map(|bound| self.bound_text(bound, within))
                    .collect();
                format!("dyn {}{lifetime}", bounds?.join(" + "))
            }
            Type::Mock(bounds) => self.mock_name(bounds),
            Type::Generic(name) if style.is_of_method() => name.clone(),
            Type::Projection { of, name, .. } if style.is_of_method() => {
                format!("{}::{name}", self.type_text(of, style)?)
            }
            Type::Impl(bounds) if style.is_of_method() => {
                let bounds: Option<Vec<_>> = bounds
                    .iter()
                    .map(|bound| self.bound_text(bound, style))
                    .collect();
                format!("impl {}", bounds?.join(" + "))
            }
            Type::Generic(_) | Type::Impl(_) | Type::Projection { .. } | Type::Unknown(_) => {
                return None;
            }
        })
    }

    fn texts(&self, types: &[Type], style: Style) -> Option<Vec<String>> {
        types
            .iter()
            .map(|each| self.type_text(each, style))
            .collect()
    }

    /// `(A, B) -> C`. References in the parameters are valid for any lifetime, so they are written without one.
    fn signature_text(&self, of: &FnSignature, style: Style) -> Option<String> {
        let of_parameters = match style.is_of_method() {
            true => Style::Parameter,
            false => Style::Expression,
        };
        let parameters = self.texts(&of.parameters, of_parameters)?.join(", ");
        if of.result.is_unit() {
            return Some(format!("({parameters})"));
        }
        Some(format!(
            "({parameters}) -> {}",
            self.type_text(&of.result, style)?
        ))
    }

    /// The text of a path type with `separator` before its arguments: `::` if an expression continues after it, as in `Foo::<u8>::new`.
    fn path_text(&self, of: &Type, style: Style, separator: &str) -> Option<String> {
        let Type::Path {
            defined,
            id,
            arguments,
            constants,
        } = of
        else {
            return None;
        };
        let (path, lifetimes) = match id {
            Some(id) => {
                let item = self.model.types.get(id)?;
                let lifetimes = item
                    .generics
                    .params
                    .iter()
                    .filter(|param| matches!(param, GenericParam::Lifetime(_)))
                    .count();
                (item.public_path.clone()?, lifetimes)
            }
            None => (
                std_path(defined)?,
                of.std_item().map_or(0, StdItem::lifetimes),
            ),
        };
        let mut all = Vec::new();
        match style {
            Style::Signature => all.extend(vec!["'static".to_owned(); lifetimes]),
            Style::Borrowed | Style::Lent | Style::LentObject => {
                all.extend(vec!["'v".to_owned(); lifetimes])
            }
            // `Foo::<u8>::new` may omit lifetimes; a type in an argument must write them, as in `Foo<'_>`.
            Style::Expression | Style::Parameter | Style::Result if separator.is_empty() => {
                all.extend(vec!["'_".to_owned(); lifetimes])
            }
            Style::Expression | Style::Parameter | Style::Result => {}
        }
        all.extend(self.texts(arguments, style)?);
        all.extend(constants.iter().map(|constant| constant_text(constant)));
        Some(match all.is_empty() {
            true => path,
            false => format!("{path}{separator}<{}>", all.join(", ")),
        })
    }

    /// Text of a type where `::name` may follow: `Foo::<u8>`, `<[u8; 3]>`.
    pub(crate) fn expression_path(&self, of: &Type) -> Option<String> {
        match of {
            Type::Path { .. } => self.path_text(of, Style::Expression, "::"),
            Type::Mock(bounds) => Some(self.mock_name(bounds)),
            Type::Primitive(name) if name != "str" && name != "never" => Some(name.clone()),
            _ => Some(format!("<{}>", self.type_text(of, Style::Expression)?)),
        }
    }

    /// The path by which code outside the package names a trait.
    pub(crate) fn trait_path(&self, bound: &Bound) -> Option<String> {
        match bound.id {
            Some(id) => self.model.traits.get(&id)?.public_path.clone(),
            None => std_public_path(&bound.defined),
        }
    }

    /// Text of a bound: `FnMut(u8) -> bool`, `std::iter::Iterator<Item = u8>`.
    pub(crate) fn bound_text(&self, bound: &Bound, style: Style) -> Option<String> {
        let path = self.trait_path(bound)?;
        let is_usual = matches!(
            bound.std_trait(),
            Some(
                StdTrait::Fn | StdTrait::FnMut | StdTrait::FnOnce | StdTrait::Send | StdTrait::Sync
            )
        );
        let path = match path.rsplit_once("::") {
            Some((_, name)) if is_usual => name,
            _ => &path,
        };
        self.bound_text_at(path, bound, style)
    }

    /// Texts of the arguments of a bound's trait, in the order of its parameters.
    pub(crate) fn arguments_of_trait(&self, bound: &Bound, style: Style) -> Option<Vec<String>> {
        let mut types = self.texts(&bound.arguments, style)?.into_iter();
        let constants = bound.constants.iter();
        let mut constants = constants.map(|text| constant_text(text));
        let mut all = Vec::new();
        let item = bound.id.and_then(|id| self.model.traits.get(&id));
        for param in item.into_iter().flat_map(|item| &item.generics.params) {
            match param {
                GenericParam::Type { .. } => all.extend(types.next()),
                GenericParam::Const { .. } => all.extend(constants.next()),
                GenericParam::Lifetime(_) => {}
            }
        }
        all.extend(types.chain(constants));
        Some(all)
    }

    /// Text of a bound whose trait is named by this path.
    pub(crate) fn bound_text_at(&self, path: &str, bound: &Bound, style: Style) -> Option<String> {
        if let Some(signature) = &bound.signature {
            return Some(format!("{path}{}", self.signature_text(signature, style)?));
        }
        let mut all = self.arguments_of_trait(bound, style)?;
        for (name, of) in &bound.associated {
            all.push(format!("{name} = {}", self.type_text(of, style)?));
        }
        Some(match all.is_empty() {
            true => path.to_owned(),
            false => format!("{path}<{}>", all.join(", ")),
        })
    }
}

/// A constant argument: in braces, unless it is a literal or a name.
fn constant_text(text: &str) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => text.to_owned(),
        false => format!("{{ {text} }}"),
    }
}
