//! How the arguments of a thunk are made and passed.

use super::Argument;
use crate::call::By;
use crate::describe::{describe, describe_name};
use crate::instances::Signature;
use crate::names::{snake, variable};
use crate::shape::library::Builder;
use crate::shape::{Demand, Shape};
use crate::types::{Substitution, make, mentions, objects_in};
use isolde_model::{Receiver, StdItem, Type};
use isolde_record::SkipReason;

impl Demand<'_, '_, '_> {
    /// The receiver of a method of the type.
    pub(super) fn receiver(
        &mut self,
        signature: &Signature,
        of: &Type,
    ) -> Result<Argument, SkipReason> {
        let unsupported = |of: Type| SkipReason::UnsupportedReceiver(describe(&of));
        if signature.receiver == Some(Receiver::Pinned) {
            let name = variable(&snake(&describe_name(of)), "value");
            return self.pinned_argument(&name, of).map_err(unsupported);
        }
        let of = match signature.receiver {
            Some(Receiver::Shared) => make::reference(false, of.clone()),
            Some(Receiver::Mutable) => make::reference(true, of.clone()),
            Some(Receiver::Value) => of.clone(),
            _ => return Err(SkipReason::UnsupportedReceiver(describe(of))),
        };
        let name = variable(&snake(&describe_name(&of)), "value");
        let mut argument = self.argument(&name, &of).map_err(unsupported)?;
        if let Type::Function(signature) = &of {
            argument.shape = self
                .function_pointer(signature, true)
                .map_err(unsupported)?;
        }
        Ok(argument)
    }

    /// Argument number `at`.
    pub(super) fn parameter(
        &mut self,
        signature: &Signature,
        instance: &Substitution,
        at: usize,
    ) -> Result<Argument, SkipReason> {
        let (name, declared) = &signature.parameters[at];
        let of = self.index.substitute(declared, instance);
        let otherwise = variable(&snake(&describe_name(&of)), "value");
        let mut argument = self
            .argument(&variable(name, &otherwise), &of)
            .map_err(|of| SkipReason::UnsupportedArgument(self.unsupported(&of)))?;
        let is_undetermined = match of {
            // The bounds of the parameter tell the types of a closure.
            Type::Closure(_) => !signature.expects_closure(declared),
            _ => signature.is_anonymous(declared),
        };
        if is_undetermined {
            argument.shape = argument.shape.suffixed();
        }
        Ok(argument)
    }

    /// An argument of a function that is the result.
    pub(super) fn of_result(&mut self, of: &Type) -> Result<Argument, SkipReason> {
        let name = variable(&snake(&describe_name(of)), "given");
        self.argument(&name, of)
            .map_err(|of| SkipReason::UnsupportedArgument(self.unsupported(&of)))
    }

    /// A type that cannot be made, and why there is no mock for a trait in it.
    fn unsupported(&self, of: &Type) -> String {
        let objects = objects_in(of);
        match objects
            .iter()
            .find_map(|bounds| self.traits.no_mock(bounds))
        {
            Some(why) => format!("{}; {why}", describe(of)),
            None => describe(of),
        }
    }

    /// An argument of type `Pin<&mut T>` for this `T`.
    fn pinned_argument(&mut self, name: &str, target: &Type) -> Result<Argument, Type> {
        Ok(Argument {
            name: name.to_owned(),
            by: By::Pinned,
            shape: self.shape(target)?,
            of: target.clone(),
            is_observed: false,
            cell: None,
        })
    }

    /// How a test passes an argument of this type (it may borrow it from a variable), or the type that cannot be built.
    fn argument(&mut self, name: &str, of: &Type) -> Result<Argument, Type> {
        if let Some((StdItem::Pin, [Type::Reference { target, .. }])) = of.std() {
            return self.pinned_argument(name, target);
        }
        let (by, shape) = match of {
            Type::Reference {
                mutable: false,
                target,
                ..
            } => match &**target {
                _ if **target == make::bytes() => {
                    (By::Value, Shape::library(Builder::Bytes, Vec::new()))
                }
                Type::Dyn(bounds) => (By::Shared, self.object(of, bounds)?),
                Type::Function(signature) => (By::Shared, self.function_pointer(signature, true)?),
                Type::Slice(_) => (By::Value, self.shape(of)?),
                target if target.is_primitive("str") => (By::Value, self.shape(of)?),
                target => match target.std_item() {
                    Some(StdItem::Path | StdItem::OsStr) => (By::Value, self.shape(of)?),
                    _ => (By::Shared, self.shape(target)?),
                },
            },
            Type::Reference {
                mutable: true,
                target,
                ..
            } => {
                if target.std_item() == Some(StdItem::TaskContext) {
                    return Ok(Argument {
                        name: name.to_owned(),
                        by: By::Value,
                        shape: self.shape(of)?,
                        of: of.clone(),
                        is_observed: false,
                        cell: None,
                    });
                }
                let shape = match &**target {
                    Type::Slice(element) => self.shape(&make::vec(element.as_ref().clone()))?,
                    Type::Dyn(bounds) => self.object(of, bounds)?,
                    Type::Function(signature) => self.function_pointer(signature, true)?,
                    target if target.is_primitive("str") => self.shape(&make::string())?,
                    target => self.shape(target)?,
                };
                (By::Mutable, shape)
            }
            _ => (By::Value, self.shape(of)?),
        };
        let is_mocked = self.is_mock(&shape);
        // The state of a hasher is nothing that a reader could check.
        let is_hasher = |of: &Type| of.std_item() == Some(StdItem::DefaultHasher);
        Ok(Argument {
            name: name.to_owned(),
            by,
            shape,
            of: of.clone(),
            // Neither is a mock, which only says what it was told to say.
            is_observed: !mentions(of, &is_hasher) && !is_mocked,
            cell: cell(of),
        })
    }
}

/// What contains the content of a cell behind a shared reference: the `Mutex` of `&Arc<Mutex<u8>>`.
fn cell(of: &Type) -> Option<StdItem> {
    let Type::Reference {
        mutable: false,
        target,
        ..
    } = of
    else {
        return None;
    };
    let within = match target.std() {
        Some((StdItem::Rc | StdItem::Arc, [within, ..])) => within,
        _ => &**target,
    };
    let (item, content) = within.std()?;
    // What a mock is says nothing of what was done to it.
    let has_mocks = |of: &Type| matches!(of, Type::Mock(_) | Type::Dyn(_) | Type::Closure(_));
    if content.iter().any(|content| mentions(content, &has_mocks)) {
        return None;
    }
    match item {
        StdItem::RefCell | StdItem::Mutex | StdItem::RwLock => Some(item),
        item if item.is_atomic_number() => Some(item),
        // Others than numbers cannot be taken out.
        StdItem::Cell => matches!(content, [Type::Primitive(_)]).then_some(item),
        _ => None,
    }
}
