//! Data that all functions of a module share while shadows are added.

use super::attributes;
use super::function::FunctionPass;
use super::helpers::{self, Helpers};
use super::shape::{Scalar, Shapes};
use crate::map::{ProgramMap, Statistics};
use crate::subject::Sources;
use crate::{Error, names};
use isolde_llvm::{Context, Function, Module, Type, Value};
use std::rc::Rc;

/// Data that all functions of a module share.
pub(crate) struct Environment<'e, 'c> {
    pub context: &'c Context,
    pub module: &'e Module<'c>,
    pub helpers: Helpers<'c>,
    pub sources: &'e mut Sources<'c>,
    pub map: &'e mut ProgramMap,
    pub statistics: &'e mut Statistics,
    pub i8: Type<'c>,
    pub i32: Type<'c>,
    pub i64: Type<'c>,
    pub pointer: Type<'c>,
    /// The shadow of a concrete value.
    pub zero: Value<'c>,
    shapes: Shapes<'c>,
}

impl<'c> Environment<'_, 'c> {
    /// The scalars of a type; `None` if its values have no shadows.
    pub fn scalars(&mut self, ty: Type<'c>) -> Option<Rc<[Scalar]>> {
        self.shapes.scalars(self.module, ty)
    }

    /// How many scalars a type has; 0 if its values have no shadows.
    pub fn scalar_count(&mut self, ty: Type<'c>) -> usize {
        self.scalars(ty).map_or(0, |scalars| scalars.len())
    }

    /// The scalar of a type that has exactly one.
    pub fn scalar(&mut self, ty: Type<'c>) -> Option<Scalar> {
        let scalars = self.scalars(ty)?;
        (scalars.len() == 1).then(|| scalars[0])
    }

    /// Counts an operation without a model.
    pub fn unmodelled(&mut self, what: &str) {
        *self
            .statistics
            .unmodelled
            .entry(what.to_owned())
            .or_default() += 1;
    }
}

/// Adds shadows to every function of the module, except those in which nothing is recorded. Returns the filter of the shadow memory.
///
/// # Errors
/// If the helper module does not link.
pub(crate) fn instrument<'e, 'c>(
    module: &'e Module<'c>,
    sources: &'e mut Sources<'c>,
    map: &'e mut ProgramMap,
    statistics: &'e mut Statistics,
) -> Result<Value<'c>, Error> {
    let context = module.context();
    let helpers = helpers::link(module)?;
    let filter = helpers.filter;
    let mut functions: Vec<Function<'c>> = Vec::new();
    for function in module
        .functions()
        .filter(|function| !function.is_declaration())
    {
        let name = function.name();
        if names::gets_no_shadows(&name) {
            statistics.functions_skipped += 1;
        } else if !helpers::is_helper(&name) {
            functions.push(function);
        }
    }
    attributes::weaken(context, &functions);
    let int = |width| context.int(width);
    let mut environment = Environment {
        context,
        module,
        helpers,
        sources,
        map,
        statistics,
        i8: int(8),
        i32: int(32),
        i64: int(64),
        pointer: context.pointer(),
        zero: int(32).zero(),
        shapes: Shapes::default(),
    };
    for function in functions {
        FunctionPass::new(&mut environment, function).run();
    }
    Ok(filter)
}
