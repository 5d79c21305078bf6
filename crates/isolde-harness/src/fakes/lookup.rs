//! From the name of a function in the program to its signature at this instance, and to the way in which tests name it.

use super::WhyUnfaked;
use super::named::{Named, Owner, crate_path, is_same_trait};
use super::outside::{Outside, OutsideParameter};
use crate::call::{Callee, FunctionPath, Generic};
use crate::index::{Index, functions};
use crate::spell::{Style, std_path};
use crate::types::{Substitution, is_concrete, make};
use isolde_model::{Bound, Container, Function, GenericParam, Type};

/// Looks a function up.
pub(super) fn look_up(index: &Index, named: &Named) -> Result<Outside, WhyUnfaked> {
    if matches!(&named.owner, Owner::Module(path) if path.is_empty()) {
        return Err(WhyUnfaked::Foreign);
    }
    if let Some(found) = super::world::look_up(index, named) {
        return found;
    }
    let mut of_name = functions(index.model).filter(|function| function.name == named.name);
    of_name
        .find_map(|function| instance_of(index, function, named))
        .unwrap_or(Err(WhyUnfaked::Unknown))
}

/// The function at the instance that is named, if it is the one that is named.
fn instance_of(
    index: &Index,
    function: &Function,
    named: &Named,
) -> Option<Result<Outside, WhyUnfaked>> {
    let mut known = Substitution::default();
    let mut of = None;
    match (&function.container, &named.owner) {
        (Container::Module, Owner::Module(path)) => {
            let own = crate_path(index, &format!("{path}::{}", named.name));
            (function.crate_path == own).then_some(())?;
        }
        (Container::Inherent(_), Owner::Type(owner)) => {
            let block = index.block(function)?;
            index
                .unify(&block.self_type, owner, &mut known)
                .then_some(())?;
            of = Some(owner.clone());
        }
        (Container::TraitImpl(_), Owner::Trait(owner, of_trait, arguments)) => {
            let block = index.block(function)?;
            let bound = block.of_trait.as_ref()?;
            is_same_trait(&bound.defined, of_trait).then_some(())?;
            index
                .unify(&block.self_type, owner, &mut known)
                .then_some(())?;
            let mut pairs = bound.arguments.iter().zip(arguments);
            pairs
                .all(|(pattern, concrete)| index.unify(pattern, concrete, &mut known))
                .then_some(())?;
            of = Some(owner.clone());
        }
        (Container::Trait(id), Owner::Trait(owner, of_trait, arguments)) => {
            let item = index.model.traits.get(id)?;
            (function.callable.has_body && is_same_trait(&item.defined, of_trait)).then_some(())?;
            let params = item.generics.params.iter();
            let names = params.filter_map(|param| match param {
                GenericParam::Type { name, .. } => Some(name.clone()),
                _ => None,
            });
            known.types.extend(names.zip(arguments.iter().cloned()));
            of = Some(owner.clone());
        }
        _ => return None,
    }
    known
        .types
        .extend(of.clone().map(|of| ("Self".to_owned(), of)));
    Some(outside(index, function, named, known, of))
}

fn outside(
    index: &Index,
    function: &Function,
    named: &Named,
    mut known: Substitution,
    of: Option<Type>,
) -> Result<Outside, WhyUnfaked> {
    let callable = &function.callable;
    let (mut types, mut constants) = (named.types.iter(), named.constants.iter());
    let mut generics = Vec::new();
    for param in &callable.generics.params {
        match param {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type { name, .. } => {
                let of = types.next().ok_or(WhyUnfaked::Unknown)?;
                index
                    .is_nameable(of)
                    .then_some(())
                    .ok_or(WhyUnfaked::Unnameable)?;
                known.types.insert(name.clone(), of.clone());
                generics.push(Generic::Type(of.clone()));
            }
            GenericParam::Const { name, .. } => {
                let value = constants.next().ok_or(WhyUnfaked::Unknown)?;
                known.constants.insert(name.clone(), value.clone());
                generics.push(Generic::Constant(value.clone()));
            }
        }
    }
    let mut parameters = Vec::new();
    for parameter in &callable.parameters {
        // What `impl Trait` stands for follows the function's own parameters.
        let is_anonymous = matches!(parameter.of, Type::Impl(_));
        let of = match is_anonymous {
            true => types.next().cloned().ok_or(WhyUnfaked::Unknown)?,
            false => index.substitute(&parameter.of, &known),
        };
        if is_anonymous && !index.is_nameable(&of) {
            return Err(WhyUnfaked::Unnameable);
        }
        parameters.push(OutsideParameter {
            name: parameter.name.clone(),
            of,
            is_written: is_anonymous,
        });
    }
    let result = index.substitute(&callable.result, &known);
    if result.is_primitive("never") {
        return Err(WhyUnfaked::Diverges);
    }
    if !is_concrete(&result) {
        return Err(WhyUnfaked::Unknown);
    }
    let path = path_of(index, function, &known, of.as_ref()).ok_or(WhyUnfaked::Unnameable)?;
    Ok(Outside {
        id: Some(function.id),
        callee: Callee { path, generics },
        name: function.name.clone(),
        receiver: callable.receiver,
        of,
        parameters,
        result,
        is_async: callable.is_async,
        // What an `async fn` gives might not be `Send`, as it would have to be.
        is_across: !callable.is_async,
        is_of_std: false,
        only_looks: false,
        promise: None,
        of_process: None,
        of_std: index
            .block(function)
            .and_then(|block| block.of_trait.as_ref()?.std_trait()),
    })
}

/// How tests name the function, without its own arguments.
fn path_of(
    index: &Index,
    function: &Function,
    known: &Substitution,
    of: Option<&Type>,
) -> Option<FunctionPath> {
    let name = function.name.clone();
    let of_trait = |of: &Type, path: String, bound: Bound| {
        index.bound_text_at(&path, &bound, Style::Expression)?;
        index.is_nameable(of).then(|| FunctionPath::OfTrait {
            of: of.clone(),
            path,
            bound,
            name: name.clone(),
        })
    };
    match &function.container {
        Container::Module => Some(FunctionPath::Free(function.public_path.clone()?)),
        Container::Inherent(_) => {
            let of = of?;
            index.is_nameable(of).then(|| FunctionPath::Associated {
                of: of.clone(),
                name: name.clone(),
            })
        }
        Container::TraitImpl(_) => {
            let block = index.block(function)?;
            let bound = index.substitute_bound(block.of_trait.as_ref()?, known);
            let path = block
                .trait_public_path
                .clone()
                .or_else(|| index.trait_path(&bound))?;
            of_trait(of?, path, bound)
        }
        Container::Trait(id) => {
            let item = index.model.traits.get(id)?;
            let params = item.generics.params.iter();
            let arguments: Option<Vec<Type>> = params
                .filter_map(|param| match param {
                    GenericParam::Type { name, .. } => Some(known.types.get(name).cloned()),
                    _ => None,
                })
                .collect();
            let bound = Bound {
                arguments: arguments?,
                ..make::bound_of(item)
            };
            of_trait(of?, item.public_path.clone()?, bound)
        }
    }
}

impl Index<'_> {
    /// The paths by which people name a function, without generic arguments; those of the package's own functions also without the crate's name.
    pub(super) fn paths_of(&self, path: &FunctionPath, name: &str) -> Vec<String> {
        let mut paths = Vec::new();
        match path {
            FunctionPath::Free(path) => paths.push(path.clone()),
            FunctionPath::Associated { of, .. } | FunctionPath::OfTrait { of, .. } => {
                let of = match of {
                    Type::Path { id: Some(_), .. } => {
                        self.item(of).and_then(|item| item.public_path.clone())
                    }
                    Type::Path { defined, .. } => std_path(defined),
                    _ => self.type_text(of, Style::Expression),
                };
                paths.extend(of.map(|of| format!("{of}::{name}")));
            }
        }
        if let FunctionPath::OfTrait { path, .. } = path {
            paths.push(format!("{path}::{name}"));
        }
        let own = format!("{}::", self.model.crate_name);
        let inside: Vec<String> = paths
            .iter()
            .filter_map(|path| Some(path.strip_prefix(&own)?.to_owned()))
            .collect();
        paths.extend(inside);
        paths
    }
}
