//! From which parameters of a function type its result borrows: the types of the model have no lifetimes.

use crate::types::Lends;
use rustdoc_types_57 as format;
use std::collections::BTreeSet;

/// How rustdoc writes a lifetime that the code leaves out of a path.
const LEFT_OUT: &str = "'_";

/// Which lifetimes of each parameter the result has; nothing if it has none, or several.
pub(super) fn lends<'f>(
    inputs: impl Iterator<Item = &'f format::Type>,
    output: &format::Type,
) -> Vec<Lends> {
    let mut of_result = BTreeSet::new();
    in_type(output, &mut |name| {
        if name != "'static" {
            of_result.insert(name.to_owned());
        }
    });
    let mut names = of_result.iter();
    let (Some(name), None) = (names.next(), names.next()) else {
        return Vec::new();
    };
    // A lifetime that the result leaves out is the only one among the parameters.
    let is_it = |own: &str| own != "'static" && (own == name || name == LEFT_OUT);
    let lends: Option<Vec<Lends>> = inputs.map(|of| of_input(of, &is_it)).collect();
    let lends = lends.unwrap_or_default();
    match lends.iter().all(|each| *each == Lends::Nothing) {
        true => Vec::new(),
        false => lends,
    }
}

/// Whether a trait object in the result of a function has a lifetime that is left out, or that belongs to the function, and none that does not.
pub(super) fn lends_object(of: &format::Function) -> bool {
    let own = of.generics.params.iter();
    let own: Vec<&str> = own.map(|param| param.name.as_str()).collect();
    let (mut some, mut all) = (false, true);
    if let Some(output) = &of.sig.output {
        in_objects(output, &mut |name| {
            some = true;
            all &= name == LEFT_OUT || own.contains(&name);
        });
    }
    some && all
}

/// Calls `note` for each lifetime in the trait objects of a type, except those that only hang on a reference (`&dyn Any`).
fn in_objects(of: &format::Type, note: &mut dyn FnMut(&str)) {
    use format::Type as T;
    match of {
        T::DynTrait(_) => in_type(of, note),
        T::BorrowedRef { type_, .. } => in_objects(type_, note),
        T::Tuple(of) => of.iter().for_each(|of| in_objects(of, note)),
        T::Slice(of) | T::Array { type_: of, .. } => in_objects(of, note),
        T::ResolvedPath(path) => {
            let Some(format::GenericArgs::AngleBracketed { args, .. }) = path.args.as_deref()
            else {
                return;
            };
            for argument in args {
                if let format::GenericArg::Type(of) = argument {
                    in_objects(of, note);
                }
            }
        }
        _ => {}
    }
}

/// Which lifetimes of a parameter have the property; `None` if only some of those within it do.
fn of_input(of: &format::Type, is_it: &dyn Fn(&str) -> bool) -> Option<Lends> {
    let (outer, within) = match of {
        format::Type::BorrowedRef {
            lifetime, type_, ..
        } => (is_it(name_of(lifetime.as_deref())), &**type_),
        of => (false, of),
    };
    let (mut some, mut all) = (false, true);
    in_type(within, &mut |name| {
        some |= is_it(name);
        all &= is_it(name);
    });
    let is_reference = matches!(of, format::Type::BorrowedRef { .. });
    match (outer, some) {
        (false, false) => Some(Lends::Nothing),
        (true, false) => Some(Lends::Outer),
        _ if !all => None,
        (false, true) if is_reference => Some(Lends::Inner),
        _ => Some(Lends::All),
    }
}

fn name_of(lifetime: Option<&str>) -> &str {
    lifetime.unwrap_or(LEFT_OUT)
}

/// Calls `note` for each lifetime in a type.
fn in_type(of: &format::Type, note: &mut dyn FnMut(&str)) {
    use format::Type as T;
    match of {
        T::BorrowedRef {
            lifetime, type_, ..
        } => {
            note(name_of(lifetime.as_deref()));
            in_type(type_, note);
        }
        T::ResolvedPath(path) => in_arguments(path.args.as_deref(), note),
        T::DynTrait(of) => {
            // Without a lifetime, what is in a box lives as long as it wants.
            if let Some(lifetime) = &of.lifetime {
                note(lifetime);
            }
            for each in &of.traits {
                in_arguments(each.trait_.args.as_deref(), note);
            }
        }
        T::QualifiedPath {
            self_type, args, ..
        } => {
            in_type(self_type, note);
            in_arguments(args.as_deref(), note);
        }
        T::Tuple(of) => of.iter().for_each(|of| in_type(of, note)),
        T::Slice(of)
        | T::Array { type_: of, .. }
        | T::Pat { type_: of, .. }
        | T::RawPointer { type_: of, .. } => in_type(of, note),
        // What a function pointer lends concerns only its own signature.
        T::FunctionPointer(_) | T::ImplTrait(_) | T::Generic(_) | T::Primitive(_) | T::Infer => {}
    }
}

fn in_arguments(arguments: Option<&format::GenericArgs>, note: &mut dyn FnMut(&str)) {
    let Some(format::GenericArgs::AngleBracketed { args, constraints }) = arguments else {
        return;
    };
    for argument in args {
        match argument {
            format::GenericArg::Lifetime(name) => note(name),
            format::GenericArg::Type(of) => in_type(of, note),
            format::GenericArg::Const(_) | format::GenericArg::Infer => {}
        }
    }
    for constraint in constraints {
        if let format::AssocItemConstraintKind::Equality(format::Term::Type(of)) =
            &constraint.binding
        {
            in_type(of, note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{lends, lends_object};
    use crate::types::Lends;
    use rustdoc_types_57 as format;

    fn text(lifetime: Option<&str>) -> format::Type {
        referred(lifetime, format::Type::Primitive("str".into()))
    }

    fn referred(lifetime: Option<&str>, of: format::Type) -> format::Type {
        format::Type::BorrowedRef {
            lifetime: lifetime.map(str::to_owned),
            is_mutable: false,
            type_: Box::new(of),
        }
    }

    /// `Rule<'a>`.
    fn rule(lifetime: &str) -> format::Type {
        format::Type::ResolvedPath(format::Path {
            path: "Rule".into(),
            id: format::Id(0),
            args: Some(Box::new(format::GenericArgs::AngleBracketed {
                args: vec![format::GenericArg::Lifetime(lifetime.into())],
                constraints: Vec::new(),
            })),
        })
    }

    fn of(inputs: &[format::Type], output: &format::Type) -> Vec<Lends> {
        lends(inputs.iter(), output)
    }

    #[test]
    fn lifetimes_that_are_left_out_are_those_of_the_only_argument_that_has_one() {
        let number = format::Type::Primitive("u8".into());
        assert_eq!(
            of(&[number.clone(), text(None)], &text(None)),
            [Lends::Nothing, Lends::Outer]
        );
        assert_eq!(of(&[rule("'_")], &text(None)), [Lends::All]);
        assert_eq!(of(std::slice::from_ref(&number), &number), []);
        assert_eq!(of(&[text(None)], &text(Some("'static"))), []);
    }

    #[test]
    fn lifetimes_with_names_are_looked_up() {
        let text = |name| text(Some(name));
        let inner = referred(None, rule("'a"));
        let outer = referred(Some("'a"), rule("'_"));
        let all = referred(Some("'a"), rule("'a"));
        for (of_input, expected) in [
            (inner, Lends::Inner),
            (outer, Lends::Outer),
            (all, Lends::All),
        ] {
            assert_eq!(
                of(&[text("'b"), of_input], &text("'a")),
                [Lends::Nothing, expected]
            );
        }
        let both = format::Type::Tuple(vec![text("'a"), text("'b")]);
        assert_eq!(of(&[text("'a"), text("'b")], &both), []);
    }

    /// `Box<dyn Iterator<Item = item> + lifetime>`.
    fn boxed_iterator(item: format::Type, lifetime: Option<&str>) -> format::Type {
        let path = |name: &str, args| format::Path {
            path: name.into(),
            id: format::Id(0),
            args: Some(Box::new(args)),
        };
        let item = format::AssocItemConstraint {
            name: "Item".into(),
            args: None,
            binding: format::AssocItemConstraintKind::Equality(format::Term::Type(item)),
        };
        let iterator = format::GenericArgs::AngleBracketed {
            args: Vec::new(),
            constraints: vec![item],
        };
        let object = format::Type::DynTrait(format::DynTrait {
            traits: vec![format::PolyTrait {
                trait_: path("Iterator", iterator),
                generic_params: Vec::new(),
            }],
            lifetime: lifetime.map(str::to_owned),
        });
        let boxed = format::GenericArgs::AngleBracketed {
            args: vec![format::GenericArg::Type(object)],
            constraints: Vec::new(),
        };
        format::Type::ResolvedPath(path("Box", boxed))
    }

    /// A function with the lifetime `'a` of its own.
    fn with_result(output: format::Type) -> format::Function {
        let lifetime = format::GenericParamDef {
            name: "'a".into(),
            kind: format::GenericParamDefKind::Lifetime {
                outlives: Vec::new(),
            },
        };
        format::Function {
            sig: format::FunctionSignature {
                inputs: Vec::new(),
                output: Some(output),
                is_c_variadic: false,
            },
            generics: format::Generics {
                params: vec![lifetime],
                where_predicates: Vec::new(),
            },
            header: format::FunctionHeader {
                is_const: false,
                is_unsafe: false,
                is_async: false,
                abi: format::Abi::Rust,
            },
            has_body: false,
        }
    }

    #[test]
    fn objects_borrow_if_all_their_lifetimes_are_the_functions() {
        for (item, lifetime, expected) in [
            (None, Some("'_"), true),
            (Some("'a"), Some("'a"), true),
            (None, None, true),
            // Of the trait that the function belongs to.
            (Some("'e"), Some("'e"), false),
            (None, Some("'e"), false),
            (Some("'static"), None, false),
        ] {
            let of = boxed_iterator(text(item), lifetime);
            assert_eq!(
                lends_object(&with_result(of)),
                expected,
                "{item:?} {lifetime:?}"
            );
        }
        let owned = boxed_iterator(format::Type::Primitive("u8".into()), None);
        assert!(!lends_object(&with_result(owned)));
        assert!(!lends_object(&with_result(text(None))));
    }
}
