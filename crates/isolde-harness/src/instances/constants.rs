//! The values of associated constants of mocks. A constant is known when the driver is compiled, so that the engine cannot choose it: a mock whose constant
//! has another value is another type. Such types are tried for the values that the package's code compares the constant with.
//!
//! That a constant has a certain value is written like an associated type that is prescribed: the "type" is the value.

use crate::index::Index;
use isolde_model::{Bound, Fields, StdItem, TraitItem, Type, TypeKind};

/// A value under construction.
struct Value<'v, 'i, 'm> {
    index: &'i Index<'m>,
    /// A literal that is tried wherever its type is right.
    literal: Option<&'v str>,
    /// Whether that was possible.
    is_used: bool,
}

/// The usual value of an associated constant.
pub(crate) fn constant(index: &Index, of: &Type) -> Option<String> {
    let mut value = Value {
        index,
        literal: None,
        is_used: false,
    };
    value.of(of)
}

/// A value with this literal in it, if one can be.
pub(super) fn with_literal(index: &Index, of: &Type, literal: &str) -> Option<String> {
    let mut value = Value {
        index,
        literal: Some(literal),
        is_used: false,
    };
    value.of(of).filter(|_| value.is_used)
}

/// The value that a bound of a mock prescribes for a constant.
pub(crate) fn prescribed(bound: &Bound, constant: &str) -> Option<String> {
    let mut associated = bound.associated.iter();
    associated.find_map(|(name, of)| match of {
        Type::Primitive(value) if name == constant => Some(value.clone()),
        _ => None,
    })
}

/// Whether an item of a bound on this trait is a constant.
pub(crate) fn is_constant(item: &TraitItem, name: &str) -> bool {
    let mut constants = item.associated_constants.iter();
    constants.any(|each| each.name == name)
}

/// The values besides the usual one that a constant may have whatever it is compared with.
pub(super) fn others(index: &Index, of: &Type) -> Vec<String> {
    if has_booleans(of) {
        return with_literal(index, of, "false").into_iter().collect();
    }
    if let Some((StdItem::Option, [inner])) = of.std() {
        let inner = constant(index, inner);
        return inner
            .map(|value| format!("Some({value})"))
            .into_iter()
            .collect();
    }
    variants(index, of).into_iter().skip(1).collect()
}

fn has_booleans(of: &Type) -> bool {
    match of {
        Type::Tuple(elements) => elements.iter().any(has_booleans),
        Type::Array(element, _) => has_booleans(element),
        of => of.is_primitive("bool"),
    }
}

/// The variants of an enum of the package that have no fields.
fn variants(index: &Index, of: &Type) -> Vec<String> {
    let (Some(item), Some(path)) = (index.item(of), index.expression_path(of)) else {
        return Vec::new();
    };
    let TypeKind::Enum(variants) = &item.kind else {
        return Vec::new();
    };
    let plain = variants
        .iter()
        .filter(|each| !each.restricted && matches!(each.fields, Fields::Unit));
    plain.map(|each| format!("{path}::{}", each.name)).collect()
}

impl Value<'_, '_, '_> {
    fn of(&mut self, of: &Type) -> Option<String> {
        match of {
            Type::Primitive(name) => self.scalar(name),
            Type::Reference { target, .. } if target.is_primitive("str") => {
                let text = self.literal.filter(|literal| literal.starts_with('"'));
                Some(self.used(text).unwrap_or_else(|| "\"a\"".to_owned()))
            }
            Type::Reference {
                mutable: false,
                target,
                ..
            } => match &**target {
                Type::Slice(element) => match self.literal {
                    None => Some("&[]".to_owned()),
                    Some(_) => Some(format!("&[{}]", self.of(element)?)),
                },
                _ => None,
            },
            Type::Tuple(elements) => {
                let values: Option<Vec<String>> =
                    elements.iter().map(|each| self.of(each)).collect();
                let values = values?;
                let end = if values.len() == 1 { "," } else { "" };
                Some(format!("({}{end})", values.join(", ")))
            }
            Type::Array(element, length) => {
                let value = self.of(element)?;
                Some(match is_copied(element) {
                    true => format!("[{value}; {length}]"),
                    false => format!("[const {{ {value} }}; {length}]"),
                })
            }
            _ => self.of_path(of),
        }
    }

    fn of_path(&mut self, of: &Type) -> Option<String> {
        let Some((item, arguments)) = of.std() else {
            return variants(self.index, of).into_iter().next();
        };
        let plain = match (item, arguments) {
            (StdItem::Option, [inner]) => {
                if self.literal.is_some()
                    && let Some(value) = self.of(inner)
                    && self.is_used
                {
                    return Some(format!("Some({value})"));
                }
                "None"
            }
            (StdItem::Duration, _) => {
                if let Some(seconds) = self.scalar("u64").filter(|_| self.is_used) {
                    return Some(format!("std::time::Duration::from_secs({seconds})"));
                }
                "std::time::Duration::ZERO"
            }
            (StdItem::String, _) => "String::new()",
            (StdItem::Vec, _) => "Vec::new()",
            _ => return None,
        };
        Some(plain.to_owned())
    }

    fn scalar(&mut self, name: &str) -> Option<String> {
        let literal = self.literal;
        let is_decimal = |text: &&str| text.parse::<f64>().is_ok_and(|value| value.is_finite());
        let (wanted, usual) = match name {
            "bool" => (literal.filter(|text| *text == "false"), "true"),
            "char" => (literal.filter(|text| text.starts_with('\'')), "'a'"),
            "f32" | "f64" => match literal.filter(is_decimal) {
                Some(text) if !text.contains(['.', 'e', 'E']) => {
                    self.is_used = true;
                    return Some(format!("{text}.0"));
                }
                text => (text, "4.0"),
            },
            "str" | "never" | "f16" | "f128" => return None,
            _ => {
                let number = literal.and_then(|text| integer(text, name));
                self.is_used |= number.is_some();
                return Some(number.map_or("4".to_owned(), |number| number.to_string()));
            }
        };
        Some(self.used(wanted).unwrap_or_else(|| usual.to_owned()))
    }

    fn used(&mut self, literal: Option<&str>) -> Option<String> {
        self.is_used |= literal.is_some();
        literal.map(str::to_owned)
    }
}

/// The number that a literal stands for, if the type has it.
fn integer(literal: &str, of: &str) -> Option<i128> {
    let text = literal.replace('_', "");
    let text = ["u", "i"].iter().fold(text.as_str(), |text, mark| {
        text.split(mark).next().unwrap_or(text)
    });
    let number = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    let bits = match of.get(1..)? {
        "size" => 64,
        digits => digits.parse::<u32>().ok()?,
    };
    let (least, most) = match (of.starts_with('u'), bits) {
        (_, 128) => (i128::MIN, i128::MAX),
        (true, bits) => (0, (1_i128 << bits) - 1),
        (false, bits) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
    };
    (number >= least && number <= most && (number >= 0 || of.starts_with('i'))).then_some(number)
}

/// Whether values of a constant's type can be repeated in an array.
fn is_copied(of: &Type) -> bool {
    match of {
        Type::Primitive(_) => true,
        Type::Reference { mutable, .. } => !mutable,
        Type::Tuple(elements) => elements.iter().all(is_copied),
        Type::Array(element, _) => is_copied(element),
        _ => of.std_item() == Some(StdItem::Duration),
    }
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn literals_have_to_fit() {
        assert_eq!(integer("1_000", "u16"), Some(1000));
        assert_eq!(integer("0x10u8", "u8"), Some(16));
        assert_eq!(integer("300", "u8"), None);
        assert_eq!(integer("-1", "u8"), None);
        assert_eq!(integer("-1", "i8"), Some(-1));
        assert_eq!(integer("5usize", "usize"), Some(5));
        assert_eq!(integer("\"a\"", "usize"), None);
    }
}
