//! The types of parameters, and what can be built for them.

use quote::ToTokens;
use syn::{
    Error, GenericArgument, Lifetime, PathArguments, Result, ReturnType, Type, TypeParamBound,
    TypeReference,
};

/// What to build for a parameter. The types contain no elided lifetimes.
#[derive(Clone)]
pub enum Form {
    /// The type itself.
    Owned(Type),
    /// The target of a reference, which lives as long as the call.
    Borrowed { mutable: bool, target: Type },
    /// The target of a reference, which is leaked.
    Leaked { mutable: bool, target: Type },
}

/// The form of a type; `declared` is the same type as it was written.
pub fn form(ty: &Type, declared: &Type) -> Form {
    match (ty, declared) {
        (Type::Paren(inner), Type::Paren(declared)) => form(&inner.elem, &declared.elem),
        (Type::Group(inner), Type::Group(declared)) => form(&inner.elem, &declared.elem),
        (Type::Reference(reference), Type::Reference(declared)) if is_sized(&reference.elem) => {
            let mutable = reference.mutability.is_some();
            let target = (*reference.elem).clone();
            match &declared.lifetime {
                Some(lifetime) if lifetime.ident == "static" => Form::Leaked { mutable, target },
                _ => Form::Borrowed { mutable, target },
            }
        }
        _ => Form::Owned(ty.clone()),
    }
}

/// Whether values of the type can be stored in variables, as far as its text shows.
fn is_sized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) | Type::ImplTrait(_) => false,
        Type::Paren(inner) => is_sized(&inner.elem),
        Type::Group(inner) => is_sized(&inner.elem),
        Type::Path(path) => {
            let last = path.path.segments.last();
            !last.is_some_and(|last| {
                last.arguments.is_none()
                    && ["str", "Path", "OsStr", "CStr"]
                        .iter()
                        .any(|name| last.ident == name)
            })
        }
        _ => true,
    }
}

/// The type with `'static` for every lifetime, written or not. Signatures of functions inside it stay as they are.
pub fn with_static_lifetimes(ty: &Type) -> Result<Type> {
    let mut ty = ty.clone();
    extend(&mut ty)?;
    Ok(ty)
}

fn extend(ty: &mut Type) -> Result<()> {
    match ty {
        Type::Array(inner) => extend(&mut inner.elem),
        Type::Group(inner) => extend(&mut inner.elem),
        Type::Paren(inner) => extend(&mut inner.elem),
        Type::Ptr(inner) => extend(&mut inner.elem),
        Type::Slice(inner) => extend(&mut inner.elem),
        Type::Tuple(inner) => inner.elems.iter_mut().try_for_each(extend),
        Type::Reference(TypeReference {
            and_token,
            lifetime,
            elem,
            ..
        }) => {
            let span = lifetime.as_ref().map_or(and_token.span, Lifetime::span);
            *lifetime = Some(Lifetime::new("'static", span));
            extend(elem)
        }
        Type::Path(path) => {
            if let Some(own) = &mut path.qself {
                extend(&mut own.ty)?;
            }
            path.path
                .segments
                .iter_mut()
                .try_for_each(|segment| extend_arguments(&mut segment.arguments))
        }
        Type::TraitObject(object) => object.bounds.iter_mut().try_for_each(extend_bound),
        Type::ImplTrait(_) => Err(Error::new_spanned(
            ty,
            "values of `impl Trait` cannot be built: name a type that implements the trait",
        )),
        Type::Infer(_) => Err(Error::new_spanned(
            ty,
            "write out the type: it determines which values are built",
        )),
        _ => Ok(()),
    }
}

fn extend_arguments(arguments: &mut PathArguments) -> Result<()> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return Ok(());
    };
    arguments
        .args
        .iter_mut()
        .try_for_each(|argument| match argument {
            GenericArgument::Lifetime(lifetime) => {
                *lifetime = Lifetime::new("'static", lifetime.span());
                Ok(())
            }
            GenericArgument::Type(ty) => extend(ty),
            GenericArgument::AssocType(of) => extend(&mut of.ty),
            _ => Ok(()),
        })
}

fn extend_bound(bound: &mut TypeParamBound) -> Result<()> {
    match bound {
        TypeParamBound::Lifetime(lifetime) => {
            *lifetime = Lifetime::new("'static", lifetime.span());
            Ok(())
        }
        TypeParamBound::Trait(bound) if bound.lifetimes.is_none() => bound
            .path
            .segments
            .iter_mut()
            .try_for_each(|segment| extend_arguments(&mut segment.arguments)),
        _ => Ok(()),
    }
}

/// The type that a function makes, and whether the function returns it in an `Option` or a `Result`, and so may refuse its arguments.
pub fn returned(output: &ReturnType) -> Option<(Type, bool)> {
    let ReturnType::Type(_, ty) = output else {
        return None;
    };
    let mut ty: &Type = ty;
    while let Type::Paren(syn::TypeParen { elem, .. }) | Type::Group(syn::TypeGroup { elem, .. }) =
        ty
    {
        ty = elem;
    }
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Option" || last.ident == "Result")
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = arguments.args.first()
    {
        return Some((inner.clone(), true));
    }
    Some((ty.clone(), false))
}

/// Names of types of the language and the standard library that contain only values of their own and of their parameters.
const KNOWN: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "bool",
    "char",
    "str",
    "String",
    "Option",
    "Result",
    "Vec",
    "VecDeque",
    "LinkedList",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "Box",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Mutex",
    "RwLock",
    "Cow",
    "Path",
    "PathBuf",
    "OsStr",
    "OsString",
    "CStr",
    "CString",
    "Duration",
    "SystemTime",
    "Ordering",
    "Saturating",
    "Wrapping",
    "Reverse",
    "NonZero",
    "PhantomData",
    "Bound",
    "Range",
    "RangeInclusive",
    "IpAddr",
    "Ipv4Addr",
    "Ipv6Addr",
    "SocketAddr",
];

/// Whether the language or the standard library defines the type; its parts may have any type.
pub fn is_foreign(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_foreign(&inner.elem),
        Type::Group(inner) => is_foreign(&inner.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| KNOWN.iter().any(|name| last.ident == name)),
        _ => true,
    }
}

/// Whether the type mentions only types of the language and the standard library.
pub fn is_plain(ty: &Type) -> bool {
    const WORDS: &[&str] = &[
        "std",
        "core",
        "alloc",
        "static",
        "mut",
        "borrow",
        "collections",
        "rc",
        "sync",
        "path",
        "ffi",
        "time",
        "net",
        "num",
    ];
    crate::text::words(&ty.to_token_stream())
        .iter()
        .all(|word| KNOWN.iter().chain(WORDS).any(|known| word == known))
}
