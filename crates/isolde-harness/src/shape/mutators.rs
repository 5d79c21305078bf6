//! Methods that change a value of one of the package's types.

use super::{Demand, Mutator};
use crate::call::{By, Call, Output, Syntax};
use crate::index::says_nothing;
use crate::types::Substitution;
use isolde_model::{Fields, Function, Receiver, Type, TypeItem, TypeKind};

/// The largest number of mutators kept for one type.
const MOST: usize = 6;

impl Demand<'_, '_, '_> {
    /// Methods that change a value of the type.
    pub(super) fn mutators(&mut self, of: &Type) -> Vec<Mutator> {
        let index = self.index;
        let mut found: Vec<Mutator> = Vec::new();
        let mut places = MOST;
        if index.item(of).is_none_or(is_plain) {
            return found;
        }
        let text = self.text(of);
        let outer = std::mem::replace(&mut self.is_inner, true);
        let is_shared = |function: &&Function| function.callable.receiver == Some(Receiver::Shared);
        let mut changers: Vec<&Function> = index.changers(of).collect();
        changers.sort_by_key(|function| {
            let is_shared = is_shared(function);
            (
                is_shared,
                is_shared && !says_nothing(&function.callable.result),
            )
        });
        for function in changers {
            if places == 0 {
                break;
            }
            if self.faked.contains(&function.id) {
                continue;
            }
            let callable = &function.callable;
            let signature = index.signature(function, None);
            let mut known = Substitution::default();
            let Some(own) = &signature.self_type else {
                continue;
            };
            if !index.unify(own, of, &mut known) {
                continue;
            }
            known.types.insert("Self".into(), of.clone());
            let is_chain = callable.receiver == Some(Receiver::Value);
            if is_chain && index.substitute(&signature.result, &known) != *of {
                continue;
            }
            let piece = format!("mutator {} of {text}", function.path);
            if !self.rejections.allow(&piece) {
                places -= usize::from(self.rejections.are_final_for(&piece));
                continue;
            }
            let instances = self.traits.instances(&signature, &known);
            let Some(instance) = instances.ok().and_then(|all| all.into_iter().next()) else {
                continue;
            };
            let callee = index.callee(function, &signature, &instance);
            let shapes = self.parameters(&signature, &instance);
            let (Some(callee), Some(shapes)) = (callee, shapes) else {
                continue;
            };
            let mut call = Call::new(callee);
            call.syntax = Syntax::Method;
            call.output = match is_chain {
                true => Output::Value,
                false => Output::Discarded,
            };
            places -= 1;
            found.push(Mutator {
                piece,
                call: call
                    .with_input(By::Place(!is_chain && !is_shared(&function)))
                    .with_inputs(shapes.len()),
                shapes,
            });
        }
        self.is_inner = outer;
        found
    }
}

/// Whether literals reach every value of the type, so that it needs no mutators.
fn is_plain(item: &TypeItem) -> bool {
    match &item.kind {
        TypeKind::Enum(variants) => variants.iter().all(|variant| !variant.restricted),
        TypeKind::Struct(fields) => {
            matches!(fields, Fields::Unit) || !item.non_exhaustive && fields.all_public()
        }
        TypeKind::Union => true,
    }
}
