//! Values of a rendered input, read back from its source text.

mod closure;

use isolde_record::{Observation, ThunkInfo};
use std::collections::BTreeMap;
use syn::{Expr, Lit, Local, Member, Pat, Stmt, UnOp};

/// How deep an expression is read: nobody makes a condition of what lies deeper.
const DEEPEST: usize = 6;
/// Most elements of a list that are looked at, and most of one that repeats an element.
const LONGEST: usize = 4096;
const REPEATED: usize = 3;

/// A value, as far as its source text tells what it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// An integer.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A character.
    Char(char),
    /// A string.
    Text(String),
    /// A list, of which the first elements are known.
    List {
        /// Number of elements.
        length: usize,
        /// Its elements, unless they are too many.
        elements: Vec<Value>,
    },
    /// An item with parts: a constructor with its arguments, a variant, a tuple, or a struct with its fields; and the arguments of methods that were
    /// called on it.
    Made {
        /// The path of what was called or named, without generic arguments; empty for a tuple.
        by: String,
        /// Its parts, with the names of fields, the numbers of arguments, or methods and the numbers of their arguments.
        parts: Vec<(String, Value)>,
    },
    /// A closure, and what it gives; nothing at all if nobody calls it.
    Closure(Box<Value>),
    /// Anything else.
    Unknown,
}

impl Value {
    /// Whether all of it is known.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Value::Unknown | Value::Closure(_) => false,
            Value::List { length, elements } => {
                elements.len() == *length && elements.iter().all(Value::is_known)
            }
            Value::Made { parts, .. } => parts.iter().all(|(_, part)| part.is_known()),
            Value::Integer(_)
            | Value::Float(_)
            | Value::Bool(_)
            | Value::Char(_)
            | Value::Text(_) => true,
        }
    }
}

/// The arguments of a rendered call with the names of its parameters. Those that cannot be told apart are left out.
pub(crate) fn arguments(thunk: &ThunkInfo, observation: &Observation) -> Vec<(String, Value)> {
    let operands = operands_of(&observation.statements, &observation.call);
    if operands.len() != thunk.arguments.len() {
        return Vec::new();
    }
    let names = thunk.arguments.iter().map(|argument| argument.name.clone());
    names.zip(operands).collect()
}

/// The operands of a call after these statements, in the order of the parameters. Empty if the text is not a call.
pub(crate) fn operands_of(statements: &[String], call: &str) -> Vec<Value> {
    let Ok(call) = syn::parse_str::<Expr>(call) else {
        return Vec::new();
    };
    let variables = variables(statements);
    let operands = operands(strip(&call));
    operands
        .into_iter()
        .map(|operand| read(operand, &variables, 0))
        .collect()
}

/// The value of an expression without variables.
pub(crate) fn value_of(expression: &str) -> Value {
    syn::parse_str::<Expr>(expression).map_or(Value::Unknown, |it| read(&it, &BTreeMap::new(), 0))
}

/// The name that a statement binds, and the expression that it binds to the name.
pub(crate) fn bound(local: &Local) -> Option<(String, &Expr)> {
    let pattern = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    match (pattern, &local.init) {
        (Pat::Ident(name), Some(init)) => Some((name.ident.to_string(), &init.expr)),
        _ => None,
    }
}

/// What the statements before a call bind or change. A variable that is changed after it was made is unknown, unless it is an item: calls of its methods
/// are parts of it.
fn variables(statements: &[String]) -> BTreeMap<String, Value> {
    let mut variables = BTreeMap::new();
    for text in statements {
        match syn::parse_str::<Stmt>(text) {
            Ok(Stmt::Local(local)) => {
                if let Some((name, init)) = bound(&local) {
                    let value = read(init, &variables, 0);
                    variables.insert(name, value);
                }
            }
            Ok(Stmt::Expr(Expr::Assign(assign), _)) => {
                if let Expr::Path(path) = strip(&assign.left)
                    && let Some(name) = path.path.get_ident()
                {
                    variables.insert(name.to_string(), Value::Unknown);
                }
            }
            Ok(Stmt::Expr(Expr::MethodCall(call), _)) => {
                if let Expr::Path(path) = strip(&call.receiver)
                    && let Some(name) = path.path.get_ident()
                {
                    let arguments = call.args.iter();
                    let arguments = arguments.map(|it| read(it, &variables, 0)).collect();
                    let value = variables.remove(&name.to_string());
                    let value = changed(value, &call.method.to_string(), arguments);
                    variables.insert(name.to_string(), value);
                }
            }
            _ => {}
        }
    }
    variables
}

/// An item after a call of one of its methods, whose arguments become parts of it: `limit()`, or `range(1)` and `range(2)`.
fn changed(value: Option<Value>, method: &str, arguments: Vec<Value>) -> Value {
    let Some(Value::Made { by, mut parts }) = value else {
        return Value::Unknown;
    };
    let is_only = arguments.len() == 1;
    for (number, argument) in (1..).zip(arguments) {
        let name = match is_only {
            true => format!("{method}()"),
            false => format!("{method}({number})"),
        };
        match parts.iter_mut().find(|(known, _)| *known == name) {
            // Nobody knows which of two calls matters.
            Some((_, known)) => *known = Value::Unknown,
            None => parts.push((name, argument)),
        }
    }
    Value::Made { by, parts }
}

/// The operands of a call, in the order of the parameters.
fn operands(call: &Expr) -> Vec<&Expr> {
    match call {
        Expr::Call(call) => call.args.iter().collect(),
        Expr::MethodCall(call) => [&*call.receiver].into_iter().chain(&call.args).collect(),
        Expr::Binary(binary) => vec![&binary.left, &binary.right],
        Expr::Unary(unary) => vec![&unary.expr],
        Expr::Index(index) => vec![&index.expr, &index.index],
        Expr::Try(inner) => operands(strip(&inner.expr)),
        _ => Vec::new(),
    }
}

/// An expression without references, parentheses and conversions that change nothing.
fn strip(expression: &Expr) -> &Expr {
    match expression {
        Expr::Reference(inner) => strip(&inner.expr),
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        Expr::Cast(inner) => strip(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => strip(&unary.expr),
        Expr::MethodCall(call) if call.args.is_empty() && is_conversion(&call.method) => {
            strip(&call.receiver)
        }
        _ => expression,
    }
}

fn is_conversion(method: &syn::Ident) -> bool {
    [
        "to_string",
        "to_owned",
        "to_vec",
        "into",
        "into_boxed_slice",
        "into_boxed_str",
        "as_bytes",
        "as_str",
        "as_slice",
        "iter",
        "into_iter",
        "clone",
        "unwrap",
    ]
    .iter()
    .any(|name| method == name)
}

fn read(expression: &Expr, variables: &BTreeMap<String, Value>, depth: usize) -> Value {
    if depth > DEEPEST {
        return Value::Unknown;
    }
    let deeper = |expression: &Expr| read(expression, variables, depth + 1);
    match strip(expression) {
        Expr::Lit(literal) => of_literal(&literal.lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match deeper(&unary.expr) {
            Value::Integer(number) => number.checked_neg().map_or(Value::Unknown, Value::Integer),
            Value::Float(number) => Value::Float(-number),
            _ => Value::Unknown,
        },
        Expr::Array(array) => list(
            array.elems.iter().take(LONGEST).map(deeper),
            array.elems.len(),
        ),
        Expr::Repeat(repeat) => repeated(deeper(&repeat.expr), &deeper(&repeat.len)),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let text = format!("[{}]", call.mac.tokens);
            syn::parse_str::<Expr>(&text).map_or(Value::Unknown, |array| deeper(&array))
        }
        Expr::Tuple(tuple) => made("", tuple.elems.iter().map(deeper)),
        Expr::Closure(closure) => closure::of(closure, &deeper),
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) if variables.contains_key(&name.to_string()) => {
                variables[&name.to_string()].clone()
            }
            _ => of_constant(&path_of(&path.path)),
        },
        Expr::Call(call) => {
            let Expr::Path(path) = strip(&call.func) else {
                return Value::Unknown;
            };
            called(&path_of(&path.path), call.args.iter().map(deeper).collect())
        }
        Expr::MethodCall(call) if call.method == "repeat" && call.args.len() == 1 => {
            match (deeper(&call.receiver), deeper(&call.args[0])) {
                (Value::Text(text), Value::Integer(times)) => usize::try_from(times)
                    .ok()
                    .filter(|&times| text.len().saturating_mul(times) <= 1 << 20)
                    .map_or(Value::Unknown, |times| Value::Text(text.repeat(times))),
                _ => Value::Unknown,
            }
        }
        Expr::Struct(of) => Value::Made {
            by: path_of(&of.path),
            parts: of
                .fields
                .iter()
                .map(|field| {
                    let name = match &field.member {
                        Member::Named(name) => name.to_string(),
                        Member::Unnamed(index) => index.index.to_string(),
                    };
                    (name, deeper(&field.expr))
                })
                .collect(),
        },
        _ => Value::Unknown,
    }
}

fn of_literal(literal: &Lit) -> Value {
    match literal {
        Lit::Int(number) => match number.base10_parse() {
            Ok(_) if number.suffix().starts_with('f') => {
                number.base10_parse().map_or(Value::Unknown, Value::Float)
            }
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Unknown,
        },
        Lit::Float(number) => number.base10_parse().map_or(Value::Unknown, Value::Float),
        Lit::Bool(bool) => Value::Bool(bool.value),
        Lit::Char(char) => Value::Char(char.value()),
        Lit::Byte(byte) => Value::Integer(byte.value().into()),
        Lit::Str(text) => Value::Text(text.value()),
        Lit::ByteStr(bytes) => {
            let bytes = bytes.value();
            let values = bytes
                .iter()
                .take(LONGEST)
                .map(|&byte| Value::Integer(byte.into()));
            list(values, bytes.len())
        }
        _ => Value::Unknown,
    }
}

/// `u8::MAX`, `f64::NAN`, `Mode::Fast`, `None`.
fn of_constant(path: &str) -> Value {
    let (of, name) = path.rsplit_once("::").unwrap_or(("", path));
    let of = of.rsplit("::").next().unwrap_or_default();
    let bits = |of: &str| match &of[1..] {
        "size" => Some(64),
        bits => bits
            .parse::<u32>()
            .ok()
            .filter(|bits| (1..=128).contains(bits)),
    };
    let number = match (of.chars().next(), name) {
        (Some('u'), "MAX") => bits(of).map(|bits| match bits {
            127.. => i128::MAX,
            bits => (1 << bits) - 1,
        }),
        (Some('u'), "MIN") => bits(of).map(|_| 0),
        (Some('i'), "MAX") => bits(of).map(|bits| i128::MAX >> (128 - bits)),
        (Some('i'), "MIN") => bits(of).map(|bits| i128::MIN >> (128 - bits)),
        _ => None,
    };
    if let Some(number) = number {
        return Value::Integer(number);
    }
    match (of, name) {
        ("f32" | "f64", "NAN") => Value::Float(f64::NAN),
        ("f32" | "f64", "INFINITY") => Value::Float(f64::INFINITY),
        ("f32" | "f64", "NEG_INFINITY") => Value::Float(f64::NEG_INFINITY),
        ("f64", "MAX") => Value::Float(f64::MAX),
        ("f64", "MIN") => Value::Float(f64::MIN),
        ("f32", "MAX") => Value::Float(f32::MAX.into()),
        ("f32", "MIN") => Value::Float(f32::MIN.into()),
        ("char", "MAX") => Value::Char(char::MAX),
        _ => made(path, [].into_iter()),
    }
}

/// A call of a function in an input.
fn called(path: &str, arguments: Vec<Value>) -> Value {
    let mut ends = path.rsplit("::");
    let name = ends.next().unwrap_or_default();
    let of = ends.next().unwrap_or_default();
    match (of, name) {
        ("String", "new") => Value::Text(String::new()),
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "BTreeMap" | "HashMap", "new") => {
            list([].into_iter(), 0)
        }
        // Wrappers and conversions are as good as what they contain.
        ("Box" | "Rc" | "Arc" | "Cell" | "RefCell" | "Mutex" | "Cow" | "Cursor", _)
        | (_, "from" | "from_iter")
            if arguments.len() == 1 =>
        {
            arguments.into_iter().next().unwrap_or(Value::Unknown)
        }
        _ => made(path, arguments.into_iter()),
    }
}

fn made(by: &str, parts: impl Iterator<Item = Value>) -> Value {
    Value::Made {
        by: by.to_owned(),
        parts: (1..)
            .zip(parts)
            .map(|(number, part): (usize, Value)| (number.to_string(), part))
            .collect(),
    }
}

fn list(elements: impl Iterator<Item = Value>, length: usize) -> Value {
    Value::List {
        length,
        elements: elements.collect(),
    }
}

fn repeated(element: Value, length: &Value) -> Value {
    match length {
        Value::Integer(length) => match usize::try_from(*length) {
            Ok(length) => list(
                [element].into_iter().cycle().take(length.min(REPEATED)),
                length,
            ),
            Err(_) => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}

/// A path as text, without generic arguments.
fn path_of(path: &syn::Path) -> String {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    names.join("::")
}

#[cfg(test)]
mod tests;
