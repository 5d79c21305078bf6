//! Values, read back from the source text of literals and of the arguments that an exploration found.

use crate::read::arguments;
use syn::{Expr, Lit, UnOp};

/// A value, as far as oracles and assumptions look at it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A character.
    Char(char),
    /// A text.
    Text(String),
    /// Several values.
    Sequence(Vec<Value>),
    /// A value that nothing is known about but its text.
    Other(String),
}

impl Value {
    /// The integer.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Bytes of a text, or elements of a sequence.
    pub fn len(&self) -> Option<usize> {
        match self {
            Value::Text(text) => Some(text.len()),
            Value::Sequence(values) => Some(values.len()),
            _ => None,
        }
    }

    /// Whether it is an empty text or sequence.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}

/// The value of an expression; [`Value::Other`] if it is of a kind that is not read.
pub fn read(text: &str) -> Value {
    let other = || Value::Other(text.split_whitespace().collect());
    match syn::parse_str::<Expr>(text) {
        Ok(expression) => of(&expression).unwrap_or_else(other),
        Err(_) => other(),
    }
}

/// The value of an expression that consists of literals.
pub fn of(expression: &Expr) -> Option<Value> {
    match expression {
        Expr::Lit(literal) => of_literal(&literal.lit),
        Expr::Paren(inner) => of(&inner.expr),
        Expr::Group(inner) => of(&inner.expr),
        Expr::Reference(reference) => of(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match of(&unary.expr)? {
            Value::Integer(number) => Some(Value::Integer(-number)),
            Value::Float(number) => Some(Value::Float(-number)),
            _ => None,
        },
        Expr::Array(array) => array
            .elems
            .iter()
            .map(of)
            .collect::<Option<_>>()
            .map(Value::Sequence),
        Expr::Macro(mac) if mac.mac.path.is_ident("vec") => {
            let elements = arguments(&mac.mac).ok()?;
            elements
                .iter()
                .map(of)
                .collect::<Option<_>>()
                .map(Value::Sequence)
        }
        Expr::MethodCall(call)
            if call.args.is_empty()
                && ["to_string", "to_owned", "into"]
                    .iter()
                    .any(|name| call.method == name) =>
        {
            of(&call.receiver).filter(|value| matches!(value, Value::Text(_)))
        }
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(path) if ends(&path.path, "String", "from") => of(&call.args[0]),
            _ => None,
        },
        Expr::Call(call) if call.args.is_empty() => match &*call.func {
            Expr::Path(path) if ends(&path.path, "String", "new") => {
                Some(Value::Text(String::new()))
            }
            Expr::Path(path) if ends(&path.path, "Vec", "new") => Some(Value::Sequence(Vec::new())),
            _ => None,
        },
        Expr::Path(path) => constant(&path.path),
        _ => None,
    }
}

fn ends(path: &syn::Path, owner: &str, name: &str) -> bool {
    let mut segments = path.segments.iter().rev();
    segments.next().is_some_and(|last| last.ident == name)
        && segments.next().is_some_and(|before| before.ident == owner)
}

fn of_literal(literal: &Lit) -> Option<Value> {
    Some(match literal {
        Lit::Int(number) if ["f32", "f64"].contains(&number.suffix()) => {
            Value::Float(number.base10_parse().ok()?)
        }
        Lit::Int(number) => Value::Integer(number.base10_parse().ok()?),
        Lit::Float(number) => Value::Float(number.base10_parse().ok()?),
        Lit::Bool(value) => Value::Bool(value.value),
        Lit::Char(letter) => Value::Char(letter.value()),
        Lit::Str(text) => Value::Text(text.value()),
        Lit::ByteStr(bytes) => Value::Sequence(
            bytes
                .value()
                .into_iter()
                .map(|byte| Value::Integer(byte.into()))
                .collect(),
        ),
        Lit::Byte(byte) => Value::Integer(byte.value().into()),
        _ => return None,
    })
}

/// `i32::MAX` and the like.
fn constant(path: &syn::Path) -> Option<Value> {
    let [ty, name] = &path.segments.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let (ty, name) = (ty.ident.to_string(), name.ident.to_string());
    match (ty.as_str(), name.as_str()) {
        ("f32" | "f64", "NAN") => Some(Value::Float(f64::NAN)),
        ("f32" | "f64", "INFINITY") => Some(Value::Float(f64::INFINITY)),
        ("f32" | "f64", "NEG_INFINITY") => Some(Value::Float(f64::NEG_INFINITY)),
        ("f64", "MAX") => Some(Value::Float(f64::MAX)),
        ("f64", "MIN") => Some(Value::Float(f64::MIN)),
        (ty, "MAX") => limits(ty).map(|(_, most)| Value::Integer(most)),
        (ty, "MIN") => limits(ty).map(|(least, _)| Value::Integer(least)),
        _ => None,
    }
}

/// The least and the greatest number of an integer type; `None` for types beyond `i128`.
pub fn limits(ty: &str) -> Option<(i128, i128)> {
    let (signed, digits) = match (ty.strip_prefix('i'), ty.strip_prefix('u')) {
        (Some(digits), _) => (true, digits),
        (_, Some(digits)) => (false, digits),
        _ => return None,
    };
    let bits: u32 = match digits {
        "size" => 64,
        digits => digits.parse().ok()?,
    };
    match (signed, bits) {
        (true, 8..=128) => Some((i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))),
        (false, 8..=64) => Some((0, (1_i128 << bits) - 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_rendered_arguments_are_read() {
        let integers = |numbers: &[i128]| {
            Value::Sequence(
                numbers
                    .iter()
                    .map(|&number| Value::Integer(number))
                    .collect(),
            )
        };
        assert_eq!(read("-5_i64"), Value::Integer(-5));
        assert_eq!(read("u32::MAX"), Value::Integer(u32::MAX.into()));
        assert_eq!(read("i128::MIN"), Value::Integer(i128::MIN));
        assert_eq!(read("vec![1, -2]"), integers(&[1, -2]));
        assert_eq!(read("&[i8::MIN]"), integers(&[-128]));
        assert_eq!(read("b\"a\""), integers(&[97]));
        assert_eq!(read("\"a\".to_string()"), Value::Text("a".into()));
        assert_eq!(read("1.5"), Value::Float(1.5));
        assert_eq!(read("Value::Int(5)"), Value::Other("Value::Int(5)".into()));
    }

    #[test]
    fn integer_types_have_limits() {
        assert_eq!(limits("i8"), Some((-128, 127)));
        assert_eq!(limits("u64"), Some((0, u64::MAX.into())));
        assert_eq!(limits("u128"), None);
        assert_eq!(limits("f64"), None);
    }
}
