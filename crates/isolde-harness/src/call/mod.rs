//! Calls: which function, at which instance, how the call is written, how each input reaches it, and what is observed of its result.
//!
//! A [`Call`] contains every decision; `write` only turns it into text. `callee` names the function, `dispatch` tells whether arguments need exact
//! types, `forms` lists the ways to write a call of
//! it, the most readable first, and `of_traits` has the ways that std's traits offer (operators, `format!`, `parse`, …).

mod callee;
mod dispatch;
mod forms;
mod of_traits;

use isolde_model::{Bound, ItemId, StdTrait, Type};

/// A call of one of the package's functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// The function at an instance.
    pub callee: Callee,
    /// How the call is written.
    pub syntax: Syntax,
    /// The inputs of the call, the receiver first, in the order of the expression.
    pub inputs: Vec<Input>,
    /// What is observed of the result.
    pub output: Output,
    /// Paths of traits that must be in scope.
    pub imports: Vec<String>,
}

/// A function at an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Callee {
    /// The function's path.
    pub path: FunctionPath,
    /// Its own generic arguments, if the compiler could not infer them from the arguments as tests write them.
    pub generics: Vec<Generic>,
}

/// How code names a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FunctionPath {
    /// A function of a module, by its path.
    Free(String),
    /// `Type::name`.
    Associated {
        /// The type.
        of: Type,
        /// The function's name.
        name: String,
    },
    /// `<Type as Trait>::name`.
    OfTrait {
        /// The type.
        of: Type,
        /// Path of the trait.
        path: String,
        /// The trait with its arguments.
        bound: Bound,
        /// The function's name.
        name: String,
    },
}

/// A generic argument of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Generic {
    /// A type.
    Type(Type),
    /// A constant, as source text.
    Constant(String),
    /// `_`: the compiler infers it.
    Inferred,
}

/// How a call is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// `path(a, b)`.
    Path,
    /// `a.name(b)`.
    Method,
    /// `Type::name(a, b)` for a function of a trait.
    Associated(Type),
    /// `a + b`.
    Binary(Operator),
    /// `-a`.
    Negation,
    /// `!a`.
    Not,
    /// `format!("{:x}", a)`, for a formatting trait.
    Format(StdTrait),
    /// `a.to_string()`.
    ToString,
    /// `a.parse::<Type>()`.
    Parse(Type),
    /// `Into::<Type>::into(a)`, for a conversion trait whose argument is the type.
    Convert(StdTrait, Type),
    /// `drop(a)`.
    Drop,
    /// `&a[b]`, `&mut a[b]`.
    Index {
        /// `&mut`.
        mutable: bool,
    },
    /// `std::hash::Hash::hash(a, b)`.
    Hash,
    /// `a.by_ref()`: its first items are collected.
    Iterate {
        /// From the back.
        backward: bool,
    },
    /// `a.into_iter()`.
    IntoIter,
    /// `a`: the receiver itself, because polling it calls the method.
    Itself,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the method of the trait")]
pub(crate) enum Operator {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    AddAssign,
    SubAssign,
    MulAssign,
    DivAssign,
    RemAssign,
    BitAndAssign,
    BitOrAssign,
    BitXorAssign,
    ShlAssign,
    ShrAssign,
}

/// One input of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The number of the function's input: 0 is the receiver, if there is one.
    pub parameter: usize,
    /// How it reaches the call, if the syntax decides that; otherwise its type decides.
    pub by: Option<By>,
}

/// How an input reaches a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Moved or copied.
    Value,
    /// `&`.
    Shared,
    /// `&mut`.
    Mutable,
    /// Used in place, as by methods and operators; the flag tells whether it is changed.
    Place(bool),
    /// Moved into `std::pin::pin!`.
    Pinned,
    /// As a `'static` reference to a leaked value; the flag tells whether it is `&mut`.
    Leaked(bool),
}

/// What is observed of a call's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// The function's result.
    Value,
    /// Another value that the expression has: the text of `format!`, the `()` of `drop`.
    Derived,
    /// The first items of the result, which is an iterator.
    Items,
    /// The output of the result, which is a future.
    Polled,
    /// The first items of the result, which is a stream: a type with this trait.
    Streamed(ItemId),
    /// The result of the result, which is a function: it is called with the inputs that are left, so many times.
    Called(usize),
    /// Nothing.
    Discarded,
}

impl Call {
    /// A call by the function's path, without inputs so far.
    pub(crate) fn new(callee: Callee) -> Call {
        Call {
            callee,
            syntax: Syntax::Path,
            inputs: Vec::new(),
            output: Output::Value,
            imports: Vec::new(),
        }
    }

    /// A call by a path, with this many inputs.
    pub(crate) fn of_path(path: FunctionPath, generics: Vec<Generic>, inputs: usize) -> Call {
        Call::new(Callee { path, generics }).with_inputs(inputs)
    }

    /// The call with one more input.
    pub(crate) fn with_input(mut self, by: By) -> Call {
        let parameter = self.inputs.len();
        self.inputs.push(Input {
            parameter,
            by: Some(by),
        });
        self
    }

    /// The call with more inputs, whose types decide how they are passed.
    pub(crate) fn with_inputs(mut self, count: usize) -> Call {
        let first = self.inputs.len();
        let more = (first..first + count).map(|parameter| Input {
            parameter,
            by: None,
        });
        self.inputs.extend(more);
        self
    }

    /// The call with a trait in scope.
    fn using(mut self, path: &str) -> Call {
        self.imports.push(path.to_owned());
        self
    }

    /// The call with another output.
    fn observed_by(mut self, output: Output) -> Call {
        self.output = output;
        self
    }
}

impl FunctionPath {
    /// The function's name, for methods.
    pub(crate) fn name(&self) -> &str {
        match self {
            FunctionPath::Free(path) => path.rsplit("::").next().unwrap_or(path),
            FunctionPath::Associated { name, .. } | FunctionPath::OfTrait { name, .. } => name,
        }
    }
}

impl Operator {
    /// Whether the operator changes its left side.
    pub(crate) fn assigns(self) -> bool {
        matches!(
            self,
            Operator::AddAssign
                | Operator::SubAssign
                | Operator::MulAssign
                | Operator::DivAssign
                | Operator::RemAssign
                | Operator::BitAndAssign
                | Operator::BitOrAssign
                | Operator::BitXorAssign
                | Operator::ShlAssign
                | Operator::ShrAssign
        )
    }
}
