//! From a concrete type to the expression of `__isolde::build` that makes its values.

use crate::builders::Builders;
use crate::context::own_id;
use crate::std_types::{self, within_std};
use crate::substitute::depth;
use crate::text::{CLOSURE, Style, describe};
use isolde_model::{Bound, FnSignature, Type};
use std::collections::BTreeSet;

/// Types that nest deeper are not built: they come from impls that feed themselves.
const DEEPEST: usize = 7;

/// Trait objects within what stands for trait objects.
const MOST_COERCIONS: usize = 2;

/// How code writes the parameter of a builder.
pub const CHOOSER: &str = "|c: &mut __isolde::Chooser|";

/// A builder as source text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// An expression that is a builder, `Fn(&mut Chooser) -> T`: a path or a closure.
    pub builder: String,
    /// The same with the containers in it left empty, if the type reaches the package's types only through containers.
    pub empty: Option<String>,
    /// Builders of the package's types that are called for every value.
    pub strong: BTreeSet<usize>,
    /// Builders called only for elements of containers.
    pub weak: BTreeSet<usize>,
}

impl Lowered {
    /// A builder without parts.
    pub fn leaf(builder: impl Into<String>) -> Lowered {
        Lowered {
            builder: builder.into(),
            ..Lowered::default()
        }
    }

    /// A builder of `__isolde::build` applied to builders of parts.
    pub fn compose(function: &str, parts: &[Lowered]) -> Lowered {
        let text = |texts: Vec<&str>| match texts.is_empty() {
            true => format!("__isolde::build::{function}"),
            false => format!(
                "{CHOOSER} __isolde::build::{function}(c, {})",
                texts.join(", ")
            ),
        };
        Lowered::of_parts(parts, &text)
    }

    /// A builder whose text is made from the texts of its parts.
    pub fn of_parts(parts: &[Lowered], text: &dyn Fn(Vec<&str>) -> String) -> Lowered {
        let empty = parts.iter().any(|part| part.empty.is_some()).then(|| {
            text(
                parts
                    .iter()
                    .map(|part| part.empty.as_deref().unwrap_or(&part.builder))
                    .collect(),
            )
        });
        Lowered {
            builder: text(parts.iter().map(|part| part.builder.as_str()).collect()),
            empty,
            strong: parts
                .iter()
                .flat_map(|part| part.strong.iter().copied())
                .collect(),
            weak: parts
                .iter()
                .flat_map(|part| part.weak.iter().copied())
                .collect(),
        }
    }

    /// A container of parts, which may be empty: `empty` is the text of the empty value.
    fn container(mut self, empty: &str) -> Lowered {
        self.weak.extend(std::mem::take(&mut self.strong));
        self.empty = (!self.weak.is_empty()).then(|| inline(empty));
        self
    }

    /// An expression that calls the builder with the chooser `c`.
    pub fn call(&self) -> String {
        match self.builder.strip_prefix(CHOOSER) {
            Some(_) => format!("({})(c)", self.builder),
            None => format!("{}(c)", self.builder),
        }
    }

    /// All builders of the package's types that are called.
    pub fn needs(&self) -> BTreeSet<usize> {
        self.strong.union(&self.weak).copied().collect()
    }
}

/// A builder of one fixed expression.
pub fn inline(expression: &str) -> String {
    format!("{CHOOSER} {{ c.text({expression:?}); {expression} }}")
}

/// A builder that chooses one of a few expressions.
fn enumeration(variants: &[(&str, Option<&str>)]) -> String {
    let arms: Vec<String> = variants
        .iter()
        .enumerate()
        .map(|(index, (path, field))| {
            let pattern = if index + 1 == variants.len() { "_".to_owned() } else { index.to_string() };
            match field {
                None => format!("{pattern} => {{ c.text({path:?}); {path} }}"),
                Some(field) => format!(
                    "{pattern} => {{ c.open({:?}); let field = c.item(0, __isolde::build::{field}); c.close(\")\"); {path}(field) }}",
                    format!("{path}(")
                ),
            }
        })
        .collect();
    format!(
        "{CHOOSER} match c.variant({}) {{ {} }}",
        variants.len(),
        arms.join(", ")
    )
}

impl Builders<'_, '_> {
    /// The builder of a concrete type, or the type that cannot be built.
    pub fn lower(&mut self, of: &Type) -> Result<Lowered, String> {
        if depth(of) > DEEPEST {
            return Err(describe(of));
        }
        match of {
            Type::Primitive(name)
                if name != "str" && name != "never" && name != "f16" && name != "f128" =>
            {
                Ok(Lowered::leaf(format!("__isolde::build::{name}")))
            }
            Type::Path {
                defined, arguments, ..
            } if defined == CLOSURE => self.closure(arguments),
            Type::Path { .. } if own_id(of).is_some() => self.demand(of),
            Type::Path {
                defined, arguments, ..
            } => self.std_path(of, defined, arguments),
            Type::Reference {
                mutable, target, ..
            } => self.reference(of, *mutable, target),
            Type::Array(element, length) => {
                let element = self.lower(element)?;
                Ok(Lowered::of_parts(&[element], &|texts| {
                    format!(
                        "{CHOOSER} __isolde::build::array::<_, {{ {length} }}>(c, {})",
                        texts[0]
                    )
                }))
            }
            Type::Tuple(elements) if elements.is_empty() => {
                Ok(Lowered::leaf("__isolde::build::unit"))
            }
            Type::Tuple(elements) if elements.len() <= 6 => {
                let parts = self.lower_all(elements)?;
                Ok(Lowered::compose(&format!("tuple{}", parts.len()), &parts))
            }
            Type::Function(signature) => self.function_pointer(signature, false),
            _ => Err(describe(of)),
        }
    }

    fn lower_all(&mut self, types: &[Type]) -> Result<Vec<Lowered>, String> {
        types.iter().map(|each| self.lower(each)).collect()
    }

    fn std_path(
        &mut self,
        of: &Type,
        defined: &str,
        arguments: &[Type],
    ) -> Result<Lowered, String> {
        let unsupported = || describe(of);
        let rest = within_std(defined).ok_or_else(unsupported)?;
        if let Some(expression) = std_types::constant(rest) {
            return Ok(Lowered::leaf(inline(expression)));
        }
        if let Some(variants) = std_types::variants(rest) {
            return Ok(Lowered::leaf(enumeration(variants)));
        }
        match (rest, arguments) {
            ("marker::PhantomData", _) => return Ok(Lowered::leaf("__isolde::build::phantom")),
            ("io::cursor::Cursor", [inner])
                if *inner == crate::candidates::make::vec(Type::Primitive("u8".into())) =>
            {
                return Ok(Lowered::leaf("__isolde::build::cursor"));
            }
            ("num::nonzero::NonZero", [Type::Primitive(name)]) => {
                return Ok(Lowered::leaf(format!("__isolde::build::non_zero_{name}")));
            }
            ("boxed::Box" | "rc::Rc" | "sync::Arc", [target]) => {
                let short = match rest {
                    "boxed::Box" => "boxed",
                    "rc::Rc" => "rc",
                    _ => "arc",
                };
                match target {
                    Type::Primitive(name) if name == "str" => {
                        return Ok(Lowered::leaf(format!("__isolde::build::{short}_str")));
                    }
                    Type::Slice(element) if short == "boxed" => {
                        return Ok(Lowered::compose("boxed_slice", &[self.lower(element)?])
                            .container("Box::new([])"));
                    }
                    Type::Dyn(bounds) => return self.coerced(of, bounds, short),
                    _ => {}
                }
            }
            ("borrow::Cow", [target]) => {
                return match target {
                    Type::Primitive(name) if name == "str" => {
                        Ok(Lowered::leaf("__isolde::build::cow_str"))
                    }
                    Type::Slice(element) => {
                        let owned =
                            self.lower(&crate::candidates::make::vec(element.as_ref().clone()))?;
                        Ok(Lowered::compose("cow", &[owned]))
                    }
                    Type::Path { defined, .. } if within_std(defined) == Some("path::Path") => Ok(
                        Lowered::compose("cow", &[Lowered::leaf("__isolde::build::path_buf")]),
                    ),
                    _ => {
                        let owned = self.lower(target)?;
                        Ok(Lowered::compose("cow", &[owned]))
                    }
                };
            }
            _ => {}
        }
        let (function, count) = std_types::builder(rest).ok_or_else(unsupported)?;
        // A hasher or an allocator of one's own is not what the builder makes.
        let extra = arguments.get(count..).unwrap_or_default();
        let is_default = |each: &Type| matches!(each, Type::Path { defined, .. } if matches!(within_std(defined), Some("hash::random::RandomState" | "alloc::Global")));
        if arguments.len() < count || !extra.iter().all(is_default) {
            return Err(unsupported());
        }
        let parts = self.lower_all(&arguments[..count])?;
        let composed = Lowered::compose(function, &parts);
        Ok(match std_types::empty(rest) {
            Some(empty) => composed.container(empty),
            None => composed,
        })
    }

    fn reference(&mut self, of: &Type, mutable: bool, target: &Type) -> Result<Lowered, String> {
        match (target, mutable) {
            (Type::Primitive(name), false) if name == "str" => {
                Ok(Lowered::leaf("__isolde::build::str"))
            }
            (Type::Slice(element), false) => {
                Ok(Lowered::compose("slice", &[self.lower(element)?]).container("&[]"))
            }
            (Type::Slice(element), true) => {
                Ok(Lowered::compose("slice_mut", &[self.lower(element)?]).container("&mut []"))
            }
            (Type::Path { defined, .. }, false) if within_std(defined) == Some("path::Path") => {
                Ok(Lowered::leaf("__isolde::build::path"))
            }
            (Type::Path { defined, .. }, false)
                if within_std(defined) == Some("ffi::os_str::OsStr") =>
            {
                Ok(Lowered::leaf("__isolde::build::os_str"))
            }
            (Type::Dyn(bounds), _) => self.coerced(
                of,
                bounds,
                if mutable {
                    "reference_mut"
                } else {
                    "reference"
                },
            ),
            _ => {
                let target = self.lower(target)?;
                Ok(Lowered::compose(
                    if mutable {
                        "reference_mut"
                    } else {
                        "reference"
                    },
                    &[target],
                ))
            }
        }
    }

    /// The concrete type that stands for `dyn Trait`.
    pub fn concrete_dyn(&self, bounds: &[Bound]) -> Option<Type> {
        self.context
            .candidates(bounds, &[], &[], 0)
            .into_iter()
            .next()
    }

    /// What stands for a trait object behind a reference: nothing says which number it is, so it is written.
    pub fn concrete(&mut self, of: &Type, bounds: &[Bound]) -> Result<Lowered, String> {
        let concrete = self.concrete_dyn(bounds).ok_or_else(|| describe(of))?;
        let inner = self.lower(&concrete)?;
        Ok(match own_id(&concrete) {
            None => crate::alternatives::suffixed(&inner),
            Some(_) => inner,
        })
    }

    /// A pointer to a trait object: built of a concrete type, and coerced.
    fn coerced(&mut self, of: &Type, bounds: &[Bound], function: &str) -> Result<Lowered, String> {
        // A trait object may stand for a type that holds trait objects of its own.
        if self.coercions > MOST_COERCIONS {
            return Err(describe(of));
        }
        let text = self
            .context
            .type_text(of, Style::Signature)
            .ok_or_else(|| describe(of))?;
        self.coercions += 1;
        let inner = self.concrete(of, bounds);
        self.coercions -= 1;
        Ok(Lowered::of_parts(&[inner?], &|texts| {
            format!(
                "{CHOOSER} -> {text} {{ __isolde::build::{function}(c, {}) }}",
                texts[0]
            )
        }))
    }

    /// A closure that ignores its arguments and returns a value chosen beforehand; comparison closures order their arguments.
    fn closure(&mut self, arguments: &[Type]) -> Result<Lowered, String> {
        let [Type::Tuple(parameters), result] = arguments else {
            return Err("closure".into());
        };
        let annotate = |types: &[Type]| -> Vec<String> {
            types
                .iter()
                .map(|each| {
                    self.context
                        .type_text(each, Style::Expression)
                        .unwrap_or_else(|| "_".into())
                })
                .collect()
        };
        let typed = annotate(parameters);
        let ignored = typed
            .iter()
            .map(|of| format!("_: {of}"))
            .collect::<Vec<_>>()
            .join(", ");
        let shown = vec!["_"; parameters.len()].join(", ");
        let is_ordering = matches!(result, Type::Path { defined, .. } if within_std(defined) == Some("cmp::Ordering"));
        if let ([first, second], true) = (typed.as_slice(), is_ordering)
            && parameters[0] == parameters[1]
            && self.is_ordered(&parameters[0])
        {
            return Ok(Lowered::leaf(format!(
                "{CHOOSER} {{ let reversed = c.variant(2) == 1; c.text(if reversed {{ \"|a, b| b.cmp(&a)\" }} else {{ \"|a, b| a.cmp(&b)\" }}); \
                     move |a: {first}, b: {second}| if reversed {{ b.cmp(&a) }} else {{ a.cmp(&b) }} }}"
            )));
        }
        if *result == Type::Tuple(Vec::new()) {
            return Ok(Lowered::leaf(format!(
                "{CHOOSER} {{ c.text(\"|{shown}| ()\"); |{ignored}| () }}"
            )));
        }
        let value = self.lower(result)?;
        Ok(Lowered::of_parts(&[value], &|texts| {
            format!(
                "{CHOOSER} {{ c.text(\"|{shown}| \"); let value = c.within(0, {}); move |{ignored}| Clone::clone(&value) }}",
                texts[0]
            )
        }))
    }

    fn is_ordered(&self, of: &Type) -> bool {
        let ord = crate::candidates::make::bound("core::cmp::Ord");
        self.context.satisfies(of, &ord, 0) == crate::satisfies::Answer::Yes
    }

    fn has_default(&self, of: &Type) -> bool {
        let default = crate::candidates::make::bound("core::default::Default");
        self.context.satisfies(of, &default, 0) == crate::satisfies::Answer::Yes
    }

    /// A function pointer cannot capture: it returns one of a few constants. With `is_cast` it is written as what it is, for places where nothing
    /// makes a closure one.
    pub fn function_pointer(
        &mut self,
        signature: &FnSignature,
        is_cast: bool,
    ) -> Result<Lowered, String> {
        let of = Type::Function(Box::new(signature.clone()));
        let text = self
            .context
            .type_text(&of, Style::Signature)
            .ok_or_else(|| describe(&of))?;
        let shown = self.context.type_text(&of, Style::Expression);
        let cast = shown.filter(|_| is_cast).map(|of| format!(" as {of}"));
        let cast = cast.unwrap_or_default();
        let ignored = vec!["_"; signature.parameters.len()].join(", ");
        let constants: &[&str] = match &signature.result {
            Type::Tuple(elements) if elements.is_empty() => &["()"],
            Type::Primitive(name) if name == "bool" => &["false", "true"],
            Type::Primitive(name) if name == "char" => &["'a'", "'0'", "' '"],
            Type::Primitive(name) if name.starts_with('f') => {
                &["0.0", "1.0", "f64::NAN"][..if name == "f64" { 3 } else { 2 }]
            }
            Type::Primitive(name) if name != "never" => &["0", "1"],
            Type::Path { defined, .. } if within_std(defined) == Some("cmp::Ordering") => &[
                "std::cmp::Ordering::Less",
                "std::cmp::Ordering::Equal",
                "std::cmp::Ordering::Greater",
            ],
            result if self.has_default(result) => &["Default::default()"],
            result => return Err(describe(result)),
        };
        let arms: Vec<String> = constants
            .iter()
            .enumerate()
            .map(|(index, value)| {
                let pattern = if index + 1 == constants.len() {
                    "_".to_owned()
                } else {
                    index.to_string()
                };
                let closure = format!("|{ignored}| {value}");
                let written = match cast.is_empty() {
                    true => closure.clone(),
                    false => format!("(({closure}){cast})"),
                };
                format!("{pattern} => {{ c.text({written:?}); {closure} }}")
            })
            .collect();
        Ok(Lowered::leaf(format!(
            "{CHOOSER} -> {text} {{ match c.variant({}) {{ {} }} }}",
            constants.len(),
            arms.join(", ")
        )))
    }
}
