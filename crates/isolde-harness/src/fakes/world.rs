//! The standard library's functions that reach the world: their signatures, read from the model's table.

use super::WhyUnfaked;
use super::named::{Named, Owner, read_type};
use super::outside::{Outside, OutsideParameter};
use super::promises::Promise;
use crate::call::{Callee, FunctionPath, Generic};
use crate::index::Index;
use crate::spell::std_path;
use crate::types::{Substitution, make};
use isolde_model::world::{
    Effect, WorldFunction, changes_process, is_of_calling_thread, world_function, world_functions,
};
use isolde_model::{Bound, Receiver, StdItem, StdTrait, Type, std_public_path};

/// Looks a function of std up.
pub(super) fn look_up(index: &Index, named: &Named) -> Option<Result<Outside, WhyUnfaked>> {
    let found = match &named.owner {
        Owner::Module(module) => {
            let path = std_public_path(&format!("{module}::{}", named.name))?;
            let (owner, name) = path.rsplit_once("::")?;
            Row::of(world_function(owner, None, name)?)
        }
        Owner::Type(of) => Row::of(world_function(&head(of)?, None, &named.name)?),
        Owner::Trait(of, of_trait, _) => {
            let of_trait = std_public_path(of_trait)?;
            let own = head(of).and_then(|head| world_function(&head, Some(&of_trait), &named.name));
            // What is built around a value of the world has the methods of the same traits.
            let other = || {
                let mut all = world_functions();
                all.find(|row| row.of_trait == Some(&of_trait) && row.name == named.name)
            };
            match own {
                Some(row) => Row::of(row),
                None if of_trait == "std::iter::Iterator" => item_of(of)?,
                None => Row::of(other()?),
            }
        }
    };
    Some(outside(index, named, &found))
}

/// The public path of a type of std, without arguments.
fn head(of: &Type) -> Option<String> {
    match of {
        Type::Path { defined, .. } => std_path(defined),
        Type::Primitive(name) => Some(name.clone()),
        _ => None,
    }
}

/// A row of the table, with the parts that may differ from it.
struct Row {
    function: &'static WorldFunction,
    result: Option<Type>,
}

impl Row {
    fn of(function: &'static WorldFunction) -> Row {
        Row {
            function,
            result: None,
        }
    }
}

/// `next` of an iterator over what a reader reads.
fn item_of(of: &Type) -> Option<Row> {
    let item = match head(of)?.as_str() {
        "std::io::Lines" => make::string(),
        "std::io::Split" => make::vec(make::primitive("u8")),
        "std::io::Bytes" => make::primitive("u8"),
        _ => return None,
    };
    let error = make::std(StdItem::IoError, Vec::new());
    let result = make::std(StdItem::Result, vec![item, error]);
    let function = world_function("std::fs::ReadDir", Some("std::iter::Iterator"), "next")?;
    Some(Row {
        function,
        result: Some(make::std(StdItem::Option, vec![result])),
    })
}

fn outside(index: &Index, named: &Named, row: &Row) -> Result<Outside, WhyUnfaked> {
    let function = row.function;
    let known = Generics::of(function, named)?;
    let of = match &named.owner {
        Owner::Module(_) => None,
        Owner::Type(of) | Owner::Trait(of, ..) => Some(of.clone()),
    };
    let mut parameters = function.parameters.iter();
    let receiver = of
        .as_ref()
        .and_then(|_| receiver(function, function.parameters.first()?.1));
    if receiver.is_some() {
        parameters.next();
    }
    // The row may be that of another type with the same trait.
    let own = |read: Type| match &of {
        Some(of) if !is_owner(function, of) => with_owner(function, read, of),
        _ => read,
    };
    let mut anonymous = known.anonymous.iter();
    let mut read = Vec::new();
    for (name, text) in parameters {
        let parsed = parse(text)?;
        let of = match &parsed {
            syn::Type::ImplTrait(_) => {
                let of = anonymous.next().cloned().ok_or(WhyUnfaked::Unknown)?;
                if !index.is_nameable(&of) {
                    return Err(WhyUnfaked::Unnameable);
                }
                of
            }
            _ => own(known.read(index, &parsed)?),
        };
        read.push(OutsideParameter {
            name: (*name).to_owned(),
            of,
            // Where all parameters are anonymous, the function's path has their types.
            is_written: false,
        });
    }
    let result = match &row.result {
        Some(result) => result.clone(),
        None => own(known.read(index, &parse(function.result)?)?),
    };
    if result.is_primitive("never") {
        return Err(WhyUnfaked::Diverges);
    }
    let path = path(index, function, of.as_ref()).ok_or(WhyUnfaked::Unnameable)?;
    let mut generics = Vec::new();
    for of in &named.types {
        if !index.is_nameable(of) {
            return Err(WhyUnfaked::Unnameable);
        }
        generics.push(Generic::Type(of.clone()));
    }
    Ok(Outside {
        id: None,
        callee: Callee { path, generics },
        name: function.name.to_owned(),
        receiver,
        of,
        parameters: read,
        result,
        is_async: false,
        is_across: !is_of_calling_thread(function.owner, function.name),
        is_of_std: true,
        only_looks: function.effect == Effect::Looks,
        promise: Promise::of_world(function),
        of_process: changes_process(function.owner, function.name),
        of_std: match function.of_trait {
            Some(path) => std_trait(path),
            // `Stdin` has a method of this name that takes it by shared reference.
            None => (function.name == "read_line").then_some(StdTrait::BufRead),
        },
    })
}

fn parse(text: &str) -> Result<syn::Type, WhyUnfaked> {
    syn::parse_str(text).map_err(|_| WhyUnfaked::Unknown)
}

/// Whether a type is the one whose method a row describes.
fn is_owner(function: &WorldFunction, of: &Type) -> bool {
    head(of).is_some_and(|head| head == function.owner)
}

/// A type of a row's signature with another type in place of the row's own.
fn with_owner(function: &WorldFunction, read: Type, of: &Type) -> Type {
    match read {
        read if is_owner(function, &read) => of.clone(),
        Type::Reference {
            mutable,
            is_static,
            target,
        } => Type::Reference {
            mutable,
            is_static,
            target: Box::new(with_owner(function, *target, of)),
        },
        read => read,
    }
}

/// The trait of std with this public path.
fn std_trait(path: &str) -> Option<StdTrait> {
    let mut all = StdTrait::ALL.iter().copied();
    all.find(|each| std_public_path(each.defined()).as_deref() == Some(path))
}

/// How a method takes the object, if its first parameter, of this type, is that.
fn receiver(function: &WorldFunction, first: &str) -> Option<Receiver> {
    let (receiver, of) = match first.strip_prefix('&') {
        None => (Receiver::Value, first),
        Some(of) => {
            // `&'a mut T` as well as `&mut T`.
            let of = match of.strip_prefix('\'') {
                Some(named) => named.split_once(' ').map_or("", |(_, rest)| rest),
                None => of,
            };
            match of.trim().strip_prefix("mut ") {
                Some(of) => (Receiver::Mutable, of),
                None => (Receiver::Shared, of),
            }
        }
    };
    let head = of.split('<').next().unwrap_or(of).trim();
    (head == function.owner).then_some(receiver)
}

fn path(index: &Index, function: &WorldFunction, of: Option<&Type>) -> Option<FunctionPath> {
    let name = function.name.to_owned();
    match (function.of_trait, of) {
        (None, None) => Some(FunctionPath::Free(function.path())),
        (None, Some(of)) => index.is_nameable(of).then(|| FunctionPath::Associated {
            of: of.clone(),
            name,
        }),
        (Some(of_trait), Some(of)) => index.is_nameable(of).then(|| FunctionPath::OfTrait {
            of: of.clone(),
            path: of_trait.to_owned(),
            bound: Bound {
                defined: of_trait.to_owned(),
                ..make::bound(StdTrait::Sized)
            },
            name,
        }),
        (Some(_), None) => None,
    }
}

/// What the generic parameters of a function and of its type stand for.
struct Generics {
    known: Substitution,
    /// What each `impl Trait` stands for.
    anonymous: Vec<Type>,
}

impl Generics {
    fn of(function: &WorldFunction, named: &Named) -> Result<Generics, WhyUnfaked> {
        let text = format!("fn f<{}>() {{}}", function.generics);
        let parsed: syn::ItemFn = syn::parse_str(&text).map_err(|_| WhyUnfaked::Unknown)?;
        let names = parsed.sig.generics.type_params();
        let mut types: Vec<Type> = match &named.owner {
            Owner::Type(Type::Path { arguments, .. }) => arguments.clone(),
            _ => Vec::new(),
        };
        types.extend(named.types.iter().cloned());
        let mut types = types.into_iter();
        let mut known = Substitution::default();
        for name in names {
            let of = types.next().ok_or(WhyUnfaked::Unknown)?;
            known.types.insert(name.ident.to_string(), of);
        }
        Ok(Generics {
            known,
            anonymous: types.collect(),
        })
    }

    fn read(&self, index: &Index, of: &syn::Type) -> Result<Type, WhyUnfaked> {
        let is_parameter = |of: &syn::Type| match of {
            syn::Type::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.known.types.get(&name.to_string()))
                .cloned(),
            _ => None,
        };
        match is_parameter(of) {
            Some(of) => Ok(of),
            None => read_type(index, of).ok_or(WhyUnfaked::Unknown),
        }
    }
}
