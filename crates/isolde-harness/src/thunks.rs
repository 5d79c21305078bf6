//! Thunks: which functions get one, at which instantiations, and their text.

use crate::builders::Builders;
use crate::context::Context;
use crate::forms::{By, Form};
use crate::lower::Lowered;
use crate::names::variable;
use crate::signature::Signature;
use crate::std_types::within_std;
use crate::substitute::{Substitution, mentions};
use crate::text::{Style, describe};
use isolde_model::{Container, Function, GenericParam, Receiver, Type};
use isolde_record::{SkipReason, Visibility};
use std::collections::BTreeSet;

/// An argument of a planned thunk.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Name for tests.
    pub name: String,
    /// How it reaches the call.
    pub by: By,
    /// Its builder.
    pub builder: Lowered,
    /// Its type, for reasons of skipping.
    pub of: Type,
    /// Whether what it becomes is worth observing.
    pub is_observed: bool,
}

/// A function at one instantiation, written in one way.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Name of the piece.
    pub piece: String,
    /// The call.
    pub form: Form,
    /// Arguments that the call uses, in order.
    pub arguments: Vec<Planned>,
    /// Builders needed.
    pub needs: BTreeSet<usize>,
    /// Result, if it is observed.
    pub result: Option<Type>,
}

/// A function at one instantiation: the ways to write it, best first.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Generic arguments as source text.
    pub arguments: Vec<String>,
    /// Ways to write the call.
    pub plans: Vec<Plan>,
    /// Why nothing could be planned.
    pub failure: Option<SkipReason>,
}

/// Instantiations of one function that get a thunk.
const MOST_INSTANCES: usize = 2;
/// The same, where each runs code of its own.
const MOST_IMPLEMENTORS: usize = 16;

/// How many instantiations of a function get a thunk. For a parameter bounded by a trait of the package each type brings its
/// own implementation, which is code under test; for others two types say nearly all.
pub fn most_instances(function: &Function) -> usize {
    let mut own = function
        .callable
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type { bounds, .. } => Some(bounds),
            _ => None,
        });
    match (own.next(), own.next()) {
        (Some(bounds), None) if bounds.iter().any(|bound| bound.id.is_some()) => MOST_IMPLEMENTORS,
        _ => MOST_INSTANCES,
    }
}

/// Why a function is not worth planning, if that can be seen from its declaration.
pub fn refused(context: &Context, function: &Function, filters: &[String]) -> Option<SkipReason> {
    let callable = &function.callable;
    if function.test_only {
        return Some(SkipReason::TestOnly);
    }
    if function.derived {
        return Some(SkipReason::Derived);
    }
    if !filters.is_empty()
        && !filters
            .iter()
            .any(|filter| crate::names::matches(filter, &function.path))
    {
        return Some(SkipReason::Filtered);
    }
    if !callable.has_body {
        return Some(match function.container {
            Container::Module => SkipReason::Foreign,
            _ => SkipReason::NoBody,
        });
    }
    let is_reachable = match &function.container {
        Container::Module => {
            function.public_path.is_some() && function.visibility == Visibility::Public
        }
        Container::Inherent(_) => function.visibility == Visibility::Public,
        Container::TraitImpl(_) => context.block(function).is_some_and(|block| {
            let bound = block.of_trait.as_ref();
            block.trait_public_path.is_some()
                || bound.is_some_and(|bound| context.trait_path(bound).is_some())
        }),
        Container::Trait(id) => context
            .model
            .traits
            .get(id)
            .is_some_and(|item| item.public_path.is_some()),
    };
    if !is_reachable {
        return Some(SkipReason::Private);
    }
    if callable.is_unsafe {
        return Some(SkipReason::Unsafe);
    }
    if callable.is_async {
        return Some(SkipReason::Async);
    }
    None
}

impl Builders<'_, '_> {
    /// Plans every instantiation of a function worth trying.
    pub fn plan(&mut self, function: &Function) -> Result<Vec<Instance>, SkipReason> {
        let mut found = Vec::new();
        for implementor in self.implementors(function)? {
            let signature = self.context.signature(function, implementor.as_ref());
            let instances = self
                .context
                .instances(&signature, &Substitution::default())
                .map_err(SkipReason::NoInstance);
            let instances = match (instances, found.is_empty()) {
                (Ok(instances), _) => instances,
                (Err(reason), true) => return Err(reason),
                (Err(_), false) => continue,
            };
            for instance in instances {
                let hopeful = found.iter().filter(|each: &&Instance| {
                    each.plans
                        .iter()
                        .any(|plan| self.pieces.allows(&plan.piece))
                });
                // More than are used, as some turn out not to be buildable.
                if hopeful.count() <= most_instances(function) {
                    found.push(self.plan_instance(
                        function,
                        &signature,
                        &instance,
                        implementor.is_some(),
                    ));
                }
            }
        }
        Ok(found)
    }

    /// `Self` types to call a provided method on; one `None` for all other functions.
    fn implementors(&mut self, function: &Function) -> Result<Vec<Option<Type>>, SkipReason> {
        let Container::Trait(id) = &function.container else {
            return Ok(vec![None]);
        };
        let no_instance = || SkipReason::NoInstance(function.path.clone());
        let item = self.context.model.traits.get(id).ok_or_else(no_instance)?;
        let overrides = |of: &Type| {
            self.context.model.functions.iter().any(|other| {
                other.name == function.name
                    && matches!(other.container, Container::TraitImpl(_))
                    && self.context.block(other).is_some_and(|block| {
                        block
                            .of_trait
                            .as_ref()
                            .is_some_and(|bound| bound.id == Some(*id))
                            && self.context.unify(
                                &block.self_type,
                                of,
                                &mut Substitution::default(),
                            )
                    })
            })
        };
        let bound = isolde_model::Bound {
            defined: item.defined.clone(),
            id: Some(*id),
            arguments: Vec::new(),
            associated: Vec::new(),
            signature: None,
            maybe: false,
        };
        let maybe_unsized = isolde_model::Bound {
            defined: "core::marker::Sized".into(),
            id: None,
            maybe: true,
            ..bound.clone()
        };
        let found: Vec<Option<Type>> = self
            .context
            .candidates(&[bound, maybe_unsized], &[], &[], 0)
            .into_iter()
            .filter(|of| !overrides(of))
            .map(Some)
            .collect();
        if found.is_empty() {
            Err(no_instance())
        } else {
            Ok(found)
        }
    }

    fn plan_instance(
        &mut self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        with_self: bool,
    ) -> Instance {
        let context = self.context;
        let mut arguments: Vec<String> = Vec::new();
        if with_self {
            arguments.extend(signature.self_type.iter().map(describe));
        }
        for param in &signature.params {
            arguments.extend(instance.types.get(&param.name).map(|of| {
                context
                    .type_text(of, Style::Expression)
                    .filter(|text| text != "_")
                    .unwrap_or_else(|| describe(of))
            }));
        }
        arguments.extend(
            signature
                .constants
                .iter()
                .filter_map(|(name, _)| instance.constants.get(name).cloned()),
        );
        let mut found = Instance {
            arguments,
            plans: Vec::new(),
            failure: None,
        };
        if let Some(of) = signature
            .self_type
            .as_ref()
            .map(|of| context.substitute(of, instance))
            && context.type_text(&of, Style::Signature).is_none()
        {
            found.failure = Some(SkipReason::Private);
            return found;
        }
        let mut all = signature
            .parameters
            .iter()
            .map(|(_, of)| of)
            .chain([&signature.result])
            .chain(&signature.self_type);
        if all.any(|of| mentions(&context.substitute(of, instance), &is_long_array)) {
            found.failure = Some(SkipReason::UnsupportedArgument("a long array".into()));
            return found;
        }
        let turbofish = self.turbofish(signature, instance);
        let callee = self.callee(function, signature, instance);
        let (Some(turbofish), Some(callee)) = (turbofish, callee) else {
            found.failure = Some(SkipReason::NoInstance(
                "a type argument cannot be named outside the package".into(),
            ));
            return found;
        };
        let path = format!("{callee}{turbofish}");
        let suffix = if found.arguments.is_empty() {
            String::new()
        } else {
            format!(" [{}]", found.arguments.join(", "))
        };
        let forms = context.forms(function, signature, instance, &path, &turbofish);
        for (number, form) in forms.into_iter().enumerate() {
            let form_suffix = if number == 0 {
                String::new()
            } else {
                format!(" (form {})", number + 1)
            };
            let piece = format!("thunk {}{suffix}{form_suffix}", function.path);
            match self.plan_form(function, signature, instance, form, piece) {
                Ok(plan) => found.plans.push(plan),
                Err(reason) => {
                    found.failure.get_or_insert(reason);
                }
            }
        }
        found
    }

    fn plan_form(
        &mut self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        mut form: Form,
        piece: String,
    ) -> Result<Plan, SkipReason> {
        let mut arguments = Vec::new();
        let mut names = crate::names::Names::default();
        let receiver = self.receiver_type(signature, instance);
        let count = signature.parameters.len() + usize::from(receiver.is_some());
        let mut format = std::mem::take(&mut form.format);
        for index in 0..count {
            let place = format!("{{{index}}}");
            if !format.contains(&place) {
                continue;
            }
            format = format.replace(&place, &format!("{{{}}}", arguments.len()));
            let by = form
                .places
                .iter()
                .find(|(each, _)| *each == index)
                .map(|(_, by)| *by);
            let mut planned = match (&receiver, index) {
                (Some(of), 0) => {
                    let declared = match signature.receiver {
                        Some(Receiver::Shared) => Some(false),
                        Some(Receiver::Mutable) => Some(true),
                        Some(Receiver::Value) => None,
                        _ => return Err(SkipReason::UnsupportedReceiver(describe(of))),
                    };
                    let of = match declared {
                        Some(mutable) => Type::Reference {
                            mutable,
                            is_static: true,
                            target: Box::new(of.clone()),
                        },
                        None => of.clone(),
                    };
                    let name = variable(&crate::names::snake(&short(&of)), "value");
                    let mut planned = self
                        .planned(&name, &of)
                        .map_err(SkipReason::UnsupportedReceiver)?;
                    if let Type::Function(signature) = &of {
                        planned.builder = self
                            .function_pointer(signature, true)
                            .map_err(SkipReason::UnsupportedReceiver)?;
                    }
                    planned
                }
                _ => {
                    let at = index - usize::from(receiver.is_some());
                    let (name, declared) = &signature.parameters[at];
                    let of = self.context.substitute(declared, instance);
                    let otherwise = variable(&crate::names::snake(&short(&of)), "value");
                    let mut planned = self
                        .planned(&variable(name, &otherwise), &of)
                        .map_err(SkipReason::UnsupportedArgument)?;
                    if crate::calls::is_anonymous(declared) {
                        planned.builder = crate::alternatives::suffixed(&planned.builder);
                    }
                    planned
                }
            };
            if let Some(by) = by {
                planned.by = by;
            }
            planned.name = names.unique(&planned.name);
            arguments.push(planned);
        }
        form.format = format;
        let result = self.context.substitute(&signature.result, instance);
        let is_plain = form.format.matches("collect").count() == 0
            && function_result_is_written(function, &form);
        let needs = arguments
            .iter()
            .flat_map(|each| each.builder.needs())
            .collect();
        Ok(Plan {
            piece,
            form,
            arguments,
            needs,
            result: is_plain.then_some(result),
        })
    }

    /// How an argument of this type is passed at the top of a call, where it may be borrowed from a variable.
    fn planned(&mut self, name: &str, of: &Type) -> Result<Planned, String> {
        let (by, builder) = match of {
            Type::Reference {
                mutable: false,
                target,
                ..
            } => match &**target {
                Type::Slice(element) if **element == Type::Primitive("u8".into()) => {
                    (By::Value, Lowered::leaf("__isolde::build::bytes"))
                }
                Type::Dyn(bounds) => (By::Shared, self.concrete(of, bounds)?),
                Type::Function(signature) => (By::Shared, self.function_pointer(signature, true)?),
                Type::Primitive(name) if name == "str" => (By::Value, self.lower(of)?),
                Type::Slice(_) => (By::Value, self.lower(of)?),
                Type::Path { defined, .. }
                    if matches!(
                        within_std(defined),
                        Some("path::Path" | "ffi::os_str::OsStr")
                    ) =>
                {
                    (By::Value, self.lower(of)?)
                }
                target => (By::Shared, self.lower(target)?),
            },
            Type::Reference {
                mutable: true,
                target,
                ..
            } => (
                By::Mutable,
                match &**target {
                    Type::Primitive(name) if name == "str" => {
                        Lowered::leaf("__isolde::build::string")
                    }
                    Type::Slice(element) => {
                        self.lower(&crate::candidates::make::vec(element.as_ref().clone()))?
                    }
                    Type::Dyn(bounds) => self.concrete(of, bounds)?,
                    Type::Function(signature) => self.function_pointer(signature, true)?,
                    target => self.lower(target)?,
                },
            ),
            _ => (By::Value, self.lower(of)?),
        };
        // The inside of a hasher says nothing that a reader could check.
        let is_hasher = |of: &Type| matches!(of, Type::Path { defined, .. } if within_std(defined) == Some("hash::random::DefaultHasher"));
        Ok(Planned {
            name: name.to_owned(),
            by,
            builder,
            of: of.clone(),
            is_observed: !mentions(of, &is_hasher),
        })
    }
}

/// Whether the result of the form is the function's own result: `&*x` is, `x.to_string()` is not.
fn function_result_is_written(function: &Function, form: &Form) -> bool {
    !form.is_silent
        && function.name != "fmt"
        && !form.format.starts_with("drop(")
        && form.format.matches("::from_str").count() == 0
}

/// Arrays that would not fit on the stack, or in a test.
fn is_long_array(of: &Type) -> bool {
    matches!(of, Type::Array(_, length) if length.parse::<u64>().is_ok_and(|length| length > 1024))
}

fn short(of: &Type) -> String {
    match of {
        Type::Reference { target, .. } => short(target),
        Type::Path { defined, .. } => defined.rsplit("::").next().unwrap_or_default().to_owned(),
        Type::Slice(_) | Type::Array(..) => "values".into(),
        Type::Primitive(_) => "value".into(),
        _ => "value".into(),
    }
}
