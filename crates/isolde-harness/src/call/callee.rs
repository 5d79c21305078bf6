//! How a call names its function, and with which generic arguments.

use super::{Callee, FunctionPath, Generic};
use crate::index::Index;
use crate::instances::{Place, Signature};
use crate::spell::Style;
use crate::types::{Substitution, mentions};
use isolde_model::{Bound, Container, Function, GenericParam, StdItem, Type};

impl Index<'_> {
    /// The function at an instance; `None` if code outside the package cannot name the function.
    pub(crate) fn callee(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<Callee> {
        Some(Callee {
            generics: self.generics(signature, instance)?,
            path: self.function_path(function, signature, instance)?,
        })
    }

    fn function_path(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<FunctionPath> {
        let name = function.name.clone();
        let own = || {
            let of = signature.own_type(self, instance)?;
            self.is_nameable(&of).then_some(of)
        };
        Some(match &function.container {
            Container::Module => FunctionPath::Free(function.public_path.clone()?),
            Container::Inherent(_) => FunctionPath::Associated { of: own()?, name },
            Container::TraitImpl(_) => {
                let block = self.block(function)?;
                let bound = self.substitute_bound(block.of_trait.as_ref()?, instance);
                let path = self.trait_path(&bound);
                let path = match &bound.signature {
                    // The model knows re-exports of foreign traits, which cannot be found from the path alone.
                    None => block.trait_public_path.clone().or(path)?,
                    Some(_) => path?,
                };
                self.of_trait(own()?, path, bound, name)?
            }
            Container::Trait(id) => {
                let item = self.model.traits.get(id)?;
                let params = item.generics.params.iter();
                let arguments: Option<Vec<Type>> = params
                    .filter_map(|param| match param {
                        GenericParam::Type { name, .. } => Some(instance.types.get(name).cloned()),
                        _ => None,
                    })
                    .collect();
                let bound = Bound {
                    defined: item.defined.clone(),
                    id: Some(*id),
                    arguments: arguments?,
                    associated: Vec::new(),
                    signature: None,
                    maybe: false,
                };
                self.of_trait(own()?, item.public_path.clone()?, bound, name)?
            }
        })
    }

    fn of_trait(&self, of: Type, path: String, bound: Bound, name: String) -> Option<FunctionPath> {
        self.bound_text_at(&path, &bound, Style::Expression)?;
        Some(FunctionPath::OfTrait {
            of,
            path,
            bound,
            name,
        })
    }

    /// The function's own generic arguments; none if the compiler can infer them from the arguments as tests write them.
    fn generics(&self, signature: &Signature, instance: &Substitution) -> Option<Vec<Generic>> {
        let own: Vec<_> = signature
            .params
            .iter()
            .filter(|param| param.place == Place::Function)
            .collect();
        let is_clear = own.iter().all(|param| {
            // Inside a container the type is not evident, because the container may be empty.
            let appears = signature.parameters.iter().any(|(_, of)| {
                let of = match of {
                    Type::Reference { target, .. } => target,
                    other => other,
                };
                matches!(of, Type::Generic(name) if *name == param.name)
            });
            appears && instance.types.get(&param.name).is_some_and(is_evident)
        });
        if own.is_empty() || is_clear {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        for param in own {
            let of = instance.types.get(&param.name)?;
            if !self.is_nameable(of) {
                return None;
            }
            found.push(Generic::Type(of.clone()));
        }
        for (name, _) in &signature.constants {
            if !is_of_block(signature, name) {
                found.push(Generic::Constant(instance.constants.get(name)?.clone()));
            }
        }
        Some(found)
    }
}

/// Whether a constant parameter belongs to the impl block.
fn is_of_block(signature: &Signature, constant: &str) -> bool {
    signature.self_type.as_ref().is_some_and(|of| {
        mentions(of, &|each| match each {
            Type::Path { constants, .. } => constants.iter().any(|each| each == constant),
            Type::Array(_, length) => length == constant,
            _ => false,
        })
    })
}

/// Whether the compiler can infer the type from an expression as tests write it. It cannot for numbers, and for containers, which may be empty.
fn is_evident(of: &Type) -> bool {
    match of {
        Type::Primitive(name) => matches!(name.as_str(), "bool" | "char" | "str"),
        Type::Closure(_) => true,
        Type::Path { id, arguments, .. } => {
            let is_text = matches!(
                of.std_item(),
                Some(StdItem::String | StdItem::PathBuf | StdItem::FmtError)
            );
            is_text || (id.is_some() && arguments.is_empty())
        }
        Type::Reference { target, .. } => is_evident(target),
        _ => false,
    }
}
