//! Whether a concrete type satisfies a bound, as far as that can be known without a compiler.
//!
//! An answer `Maybe` is settled by the compiler: the thunk is generated, and dropped if it is rejected.

use crate::context::Context;
use crate::conversions::{std_as_ref, std_borrow, std_collects, std_from};
use crate::std_types::within_std;
use crate::substitute::Substitution;
use crate::text::CLOSURE;
use isolde_model::{Bound, GenericParam, Impl, Type};

/// A three-valued answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// It does not.
    No,
    /// Not known.
    Maybe,
    /// It does.
    Yes,
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

/// Bounds that look through impls that demand bounds themselves stop here.
const DEPTH: usize = 4;

const INTEGER: &str = "Clone Copy Debug Display Default PartialEq Eq PartialOrd Ord Hash Add Sub Mul Div Rem AddAssign SubAssign MulAssign \
    DivAssign RemAssign Not BitAnd BitOr BitXor Shl Shr BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign Binary Octal LowerHex \
    UpperHex LowerExp UpperExp FromStr Sum Product Step ToString ToOwned";
const FLOAT: &str = "Clone Copy Debug Display Default PartialEq PartialOrd Add Sub Mul Div Rem Neg AddAssign SubAssign MulAssign DivAssign \
    RemAssign LowerExp UpperExp FromStr Sum Product ToString ToOwned";
const BOOL: &str = "Clone Copy Debug Display Default PartialEq Eq PartialOrd Ord Hash Not BitAnd BitOr BitXor FromStr ToString ToOwned";
const CHAR: &str =
    "Clone Copy Debug Display Default PartialEq Eq PartialOrd Ord Hash FromStr ToString ToOwned";
const STR: &str = "Debug Display PartialEq Eq PartialOrd Ord Hash ToString ToOwned";
const STRING: &str = "Clone Debug Display Default PartialEq Eq PartialOrd Ord Hash FromStr ToString ToOwned Write@fmt Deref DerefMut Extend \
    FromIterator Add AddAssign";
const VEC: &str = "Default Deref DerefMut Extend FromIterator IntoIterator";
const INTO_ITER: &str =
    "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator FusedIterator Default";
const CURSOR: &str = "Read BufRead Seek Write@io Clone Debug Default PartialEq Eq";
const HASHER: &str = "Hasher Clone Debug Default";
const ERROR: &str =
    "Error Clone Copy Debug Display Default PartialEq Eq PartialOrd Ord Hash ToString ToOwned";
const DURATION: &str = "Clone Copy Debug Default PartialEq Eq PartialOrd Ord Hash Add Sub AddAssign SubAssign Sum ToOwned";
const PATH: &str =
    "Clone Debug Default PartialEq Eq PartialOrd Ord Hash ToOwned Deref Extend FromIterator";
/// Traits that a container has if its elements have them.
const STRUCTURAL: &str = "Clone Copy Debug Default PartialEq Eq PartialOrd Ord Hash ToOwned";

fn listed(list: &str, name: &str, family: &str) -> bool {
    list.split_whitespace()
        .any(|each| match each.split_once('@') {
            Some((each, of)) => each == name && of == family,
            None => each == name,
        })
}

impl Context<'_> {
    /// Whether the concrete type satisfies all bounds.
    pub fn satisfies_all(&self, of: &Type, bounds: &[Bound]) -> Answer {
        bounds
            .iter()
            .map(|bound| self.satisfies(of, bound, 0))
            .min()
            .unwrap_or(Answer::Yes)
    }

    /// Whether the concrete type satisfies the bound.
    pub fn satisfies(&self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let key = (of.clone(), bound.clone());
        if let Some(answer) = self.answers.borrow().get(&key) {
            return *answer;
        }
        // While the question is open, asking it again within itself is answered with `Maybe`.
        self.answers.borrow_mut().insert(key.clone(), Answer::Maybe);
        let answer = self.look(of, bound, depth);
        self.answers.borrow_mut().insert(key, answer);
        answer
    }

    fn look(&self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let name = bound.defined.rsplit("::").next().unwrap_or_default();
        if bound.maybe
            || matches!(
                name,
                "Send" | "Sync" | "Unpin" | "UnwindSafe" | "RefUnwindSafe" | "Any" | "Freeze"
            )
        {
            return Answer::Yes;
        }
        if depth > DEPTH {
            return Answer::Maybe;
        }
        if name == "Sized" {
            return (!matches!(of, Type::Slice(_) | Type::Dyn(_))
                && *of != Type::Primitive("str".into()))
            .into();
        }
        match self.by_impl(of, bound, depth) {
            Answer::No => {}
            found => return found,
        }
        if bound.id.is_some() {
            let item = bound.id.and_then(|id| self.model.traits.get(&id));
            let blanket = item.is_none_or(|item| {
                item.implementors.is_empty()
                    || item
                        .implementors
                        .iter()
                        .any(|each| matches!(each, Type::Generic(_)))
            });
            return if blanket { Answer::Maybe } else { Answer::No };
        }
        let Some(rest) = within_std(&bound.defined) else {
            return match self.item(of) {
                Some(item) => item.implements.contains(&bound.defined).into(),
                None => Answer::Maybe,
            };
        };
        if let Some(answer) = self.conversion(of, bound, name, depth) {
            return answer;
        }
        if self.item(of).is_some() {
            return Answer::No;
        }
        if matches!(name, "RangeBounds" | "SliceIndex") {
            let is_range = matches!(of, Type::Path { defined, arguments, .. }
                if within_std(defined).is_some_and(|path| path.starts_with("ops::range::Range"))
                    && (name == "SliceIndex" || arguments.first().is_none_or(|of| bound.arguments.first() == Some(of))));
            return (is_range || (name == "SliceIndex" && *of == Type::Primitive("usize".into())))
                .into();
        }
        self.std_satisfies(of, bound, rest, name, depth)
    }

    /// Through the package's impl blocks: arguments and bounds of the block are looked at too.
    fn by_impl(&self, of: &Type, bound: &Bound, depth: usize) -> Answer {
        let blocks = self.model.impls.iter().filter(|block| {
            block
                .of_trait
                .as_ref()
                .is_some_and(|implemented| implemented.defined == bound.defined)
        });
        blocks
            .map(|block| self.block_satisfies(of, bound, block, depth))
            .max()
            .unwrap_or(Answer::No)
    }

    fn block_satisfies(&self, of: &Type, bound: &Bound, block: &Impl, depth: usize) -> Answer {
        let Some(implemented) = &block.of_trait else {
            return Answer::No;
        };
        let mut found = Substitution::default();
        if !self.unify(&block.self_type, of, &mut found) {
            return Answer::No;
        }
        found.types.insert("Self".into(), of.clone());
        let mut arguments = implemented.arguments.iter().zip(&bound.arguments);
        if !arguments.all(|(pattern, wanted)| self.unify(pattern, wanted, &mut found)) {
            return Answer::No;
        }
        for (name, wanted) in &bound.associated {
            // `DoubleEndedIterator<Item = u8>`: the item is fixed by another block, that of `Iterator`.
            let fixed = match block.associated.iter().find(|(each, _)| each == name) {
                Some((_, fixed)) => Some(self.substitute(fixed, &found)),
                None => self.project(of, None, name),
            };
            if fixed.is_some_and(|fixed| !self.unify(&fixed, wanted, &mut found.clone())) {
                return Answer::No;
            }
        }
        let of_params = block
            .generics
            .params
            .iter()
            .filter_map(|param| match param {
                GenericParam::Type { name, bounds, .. } => {
                    Some((found.types.get(name)?.clone(), bounds))
                }
                _ => None,
            });
        of_params
            .flat_map(|(of, bounds)| bounds.iter().map(move |bound| (of.clone(), bound)))
            .map(|(of, bound)| {
                self.satisfies(&of, &self.substitute_bound(bound, &found), depth + 1)
            })
            .min()
            .unwrap_or(Answer::Yes)
    }

    /// Conversions and traits with blanket impls; `None` if the trait is none of them.
    fn conversion(&self, of: &Type, bound: &Bound, name: &str, depth: usize) -> Option<Answer> {
        let argument = bound.arguments.first();
        let with = |name: &str, module: &str| {
            crate::candidates::make::bound(&format!("core::{module}::{name}"))
        };
        Some(match (name, argument) {
            ("Into" | "TryInto", Some(target)) => {
                let from = Bound {
                    arguments: vec![of.clone()],
                    ..with(if name == "Into" { "From" } else { "TryFrom" }, "convert")
                };
                if of == target {
                    Answer::Yes
                } else {
                    self.satisfies(target, &from, depth + 1)
                }
            }
            ("From", Some(source)) => {
                if source == of {
                    Answer::Yes
                } else {
                    std_from(of, source)
                }
            }
            ("TryFrom", Some(source)) => match (of, source) {
                (Type::Primitive(_), Type::Primitive(_)) => Answer::Yes,
                _ => std_from(of, source),
            },
            ("AsRef", Some(target)) => std_as_ref(of, target),
            ("AsMut", Some(target)) => match of {
                Type::Reference { .. } => Answer::No,
                Type::Path { defined, .. }
                    if matches!(
                        within_std(defined),
                        Some("path::PathBuf" | "ffi::os_str::OsString")
                    ) =>
                {
                    Answer::No
                }
                _ => std_as_ref(of, target),
            },
            ("Borrow" | "BorrowMut", Some(target)) => {
                (of == target || std_borrow(of, target)).into()
            }
            ("Extend" | "FromIterator", Some(element)) => std_collects(of, element)?.into(),
            ("ToString", _) => self.satisfies(of, &with("Display", "fmt"), depth + 1),
            ("ToOwned", _) => self.satisfies(of, &with("Clone", "clone"), depth + 1),
            ("IntoIterator", _)
                if self.satisfies(
                    of,
                    &Bound {
                        defined: "core::iter::traits::iterator::Iterator".into(),
                        ..bound.clone()
                    },
                    depth + 1,
                ) == Answer::Yes =>
            {
                Answer::Yes
            }
            _ => return None,
        })
    }

    fn std_satisfies(
        &self,
        of: &Type,
        bound: &Bound,
        rest: &str,
        name: &str,
        depth: usize,
    ) -> Answer {
        let family = rest.split("::").next().unwrap_or_default();
        let has = |list: &str| Answer::from(listed(list, name, family));
        let elements = |types: &[Type]| {
            types
                .iter()
                .map(|each| self.satisfies(each, bound, depth + 1))
                .min()
                .unwrap_or(Answer::Yes)
        };
        if matches!(
            name,
            "Iterator" | "IntoIterator" | "DoubleEndedIterator" | "ExactSizeIterator"
        ) && !self.item_agrees(of, bound)
        {
            return Answer::No;
        }
        let structural = listed(STRUCTURAL, name, family);
        match of {
            Type::Primitive(primitive) => match primitive.as_str() {
                "bool" => has(BOOL),
                "char" => has(CHAR),
                "str" => has(STR),
                "f32" | "f64" => has(FLOAT),
                "never" => Answer::Maybe,
                signed if signed.starts_with('i') && name == "Neg" => Answer::Yes,
                _ => has(INTEGER),
            },
            Type::Tuple(types) => {
                if structural {
                    elements(types)
                } else {
                    Answer::No
                }
            }
            Type::Array(element, _) => match name {
                "IntoIterator" => Answer::Yes,
                _ if structural => self.satisfies(element, bound, depth + 1),
                _ => Answer::No,
            },
            Type::Slice(element) => match name {
                "Default" | "Clone" | "Copy" => Answer::No,
                _ if structural => self.satisfies(element, bound, depth + 1),
                _ => Answer::No,
            },
            Type::Reference {
                mutable, target, ..
            } => self.reference_satisfies(*mutable, target, bound, name, depth),
            Type::Function(_) => {
                Answer::from(matches!(name, "Fn" | "FnMut" | "FnOnce" | "Clone" | "Copy"))
            }
            Type::Path {
                defined, arguments, ..
            } if defined == CLOSURE => match name {
                "Fn" | "FnMut" | "FnOnce" | "Clone" => Answer::Yes,
                _ => Answer::from(arguments.is_empty()),
            },
            Type::Path {
                defined, arguments, ..
            } => {
                let Some(path) = within_std(defined) else {
                    return Answer::Maybe;
                };
                match path {
                    "string::String" => has(STRING),
                    "vec::Vec" if name == "Write" => {
                        (family == "io" && arguments == &[Type::Primitive("u8".into())]).into()
                    }
                    "vec::Vec"
                    | "collections::vec_deque::VecDeque"
                    | "collections::linked_list::LinkedList" => {
                        if name != "Default" && structural {
                            elements(arguments)
                        } else {
                            has(VEC)
                        }
                    }
                    "vec::into_iter::IntoIter" => {
                        if structural {
                            elements(arguments)
                        } else {
                            has(INTO_ITER)
                        }
                    }
                    "io::cursor::Cursor" => has(CURSOR),
                    "hash::random::DefaultHasher" => has(HASHER),
                    "hash::BuildHasherDefault" => has("BuildHasher Clone Default Debug"),
                    "fmt::Error" => has(ERROR),
                    "time::Duration" => has(DURATION),
                    "path::PathBuf" | "ffi::os_str::OsString" => has(PATH),
                    "boxed::Box" | "rc::Rc" | "sync::Arc" => match name {
                        "Deref" => Answer::Yes,
                        "Display" | "Error" | "Iterator" | "Read" | "Write" => elements(arguments),
                        "Clone" if path != "boxed::Box" => Answer::Yes,
                        _ if structural => elements(arguments),
                        _ => Answer::No,
                    },
                    "option::Option" => match name {
                        "Default" | "IntoIterator" => Answer::Yes,
                        _ if structural => elements(arguments),
                        _ => Answer::No,
                    },
                    _ => Answer::Maybe,
                }
            }
            Type::Dyn(bounds) => bounds
                .iter()
                .any(|each| each.defined == bound.defined)
                .into(),
            _ => Answer::Maybe,
        }
    }

    fn reference_satisfies(
        &self,
        mutable: bool,
        target: &Type,
        bound: &Bound,
        name: &str,
        depth: usize,
    ) -> Answer {
        match name {
            "Clone" | "Copy" => (!mutable).into(),
            "Deref" => Answer::Yes,
            "Default" => (!mutable && matches!(target, Type::Slice(_))
                || *target == Type::Primitive("str".into()))
            .into(),
            "Debug" | "Display" | "PartialEq" | "Eq" | "PartialOrd" | "Ord" | "Hash" | "Error" => {
                self.satisfies(target, bound, depth + 1)
            }
            "IntoIterator" => match target {
                Type::Slice(_) | Type::Array(..) => Answer::Yes,
                Type::Path { defined, .. } => within_std(defined)
                    .is_some_and(|path| path == "vec::Vec" || path.starts_with("collections"))
                    .into(),
                _ => Answer::No,
            },
            "Read" | "BufRead" => {
                (!mutable && *target == Type::Slice(Box::new(Type::Primitive("u8".into())))).into()
            }
            "Fn" => (!mutable).into(),
            _ if mutable => self.satisfies(target, bound, depth + 1).min(Answer::Maybe),
            _ => Answer::No,
        }
    }

    /// Whether an `Item` that the bound fixes is the type's.
    fn item_agrees(&self, of: &Type, bound: &Bound) -> bool {
        let Some((_, wanted)) = bound.associated.iter().find(|(name, _)| name == "Item") else {
            return true;
        };
        match self.project(of, None, "Item") {
            Some(item) => self.unify(wanted, &item, &mut Substitution::default()),
            None => true,
        }
    }
}
