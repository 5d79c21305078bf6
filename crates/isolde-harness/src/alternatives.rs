//! Ways to make a value of one of the package's types: literals, variants, constructors, conversions.

use crate::builders::{Alternative, Builders};
use crate::calls::Body;
use crate::context::{Maker, Wrap, own_id};
use crate::lower::Lowered;
use crate::std_types::within_std;
use crate::substitute::{Substitution, mentions};
use crate::text::Style;
use isolde_model::{Container, Fields, Function, GenericParam, Receiver, Type, TypeItem, TypeKind};
use isolde_record::Visibility;

/// Constructors kept for one type.
const MOST: usize = 8;
/// Of these, constants.
const MOST_CONSTANTS: usize = 3;
/// Of these, methods of values (`builder.build()`).
const MOST_METHODS: usize = 3;

impl Builders<'_, '_> {
    /// Every way to make a value of the type, simplest first.
    pub fn alternatives(&mut self, of: &Type) -> Vec<Alternative> {
        let Some(item) = self.context.item(of) else {
            return Vec::new();
        };
        let Some(path) = self.context.expression_path(of) else {
            return Vec::new();
        };
        let text = self
            .context
            .type_text(of, Style::Signature)
            .unwrap_or_default();
        let known = arguments(item, of);
        let mut found = Vec::new();
        let is_complete = match &item.kind {
            TypeKind::Struct(fields) => {
                let before = found.len();
                if !item.non_exhaustive && all_public(fields) {
                    found.extend(self.literal(
                        &path,
                        &format!("literal of {text}"),
                        fields,
                        &known,
                    ));
                }
                found.len() > before
            }
            TypeKind::Enum(variants) => {
                let mut missing = false;
                for variant in variants {
                    let path = format!("{path}::{}", variant.name);
                    let piece = format!("variant {} of {text}", variant.name);
                    match variant.restricted {
                        true => missing = true,
                        false => match self.literal(&path, &piece, &variant.fields, &known) {
                            literals if literals.is_empty() => missing = true,
                            literals => found.extend(literals),
                        },
                    }
                }
                // Variants without fields first: they are the simplest values.
                found.sort_by_key(|each| {
                    (
                        each.body.contains("c.item") || each.body.contains("c.field"),
                        each.is_empty,
                    )
                });
                !missing
            }
            TypeKind::Union => false,
        };
        if !is_complete {
            found.extend(self.constructors(of, &path, &text));
        }
        found.retain(|each| self.pieces.allows(&each.piece));
        found
    }

    /// A struct or variant literal; a second one with empty containers if the type may need that to bottom out.
    fn literal(
        &mut self,
        path: &str,
        piece: &str,
        fields: &Fields,
        known: &Substitution,
    ) -> Vec<Alternative> {
        let (all, open, close) = match fields {
            Fields::Unit => (&[] as &[_], "", ""),
            Fields::Tuple(all) => (all.as_slice(), "(", ")"),
            Fields::Named(all) => (all.as_slice(), " { ", " }"),
        };
        let mut parts = Vec::new();
        for field in all {
            let of = self.context.substitute(&field.of, known);
            match self.lower(&of) {
                Ok(part) => parts.push(part),
                Err(_) => return Vec::new(),
            }
        }
        let write = |empty: bool| {
            let mut body = Body::default();
            if all.is_empty() {
                let text = format!("{path}{}{}", open.trim_end(), close.trim_start());
                body.line(&format!("c.text({text:?});"));
                body.line(&text);
                return body;
            }
            body.line(&format!("c.open({:?});", format!("{path}{open}")));
            let mut values = Vec::new();
            for (index, (field, part)) in all.iter().zip(&parts).enumerate() {
                let builder = if empty {
                    part.empty.as_ref().unwrap_or(&part.builder)
                } else {
                    &part.builder
                };
                match fields {
                    Fields::Named(_) => {
                        body.line(&format!(
                            "let f{index} = c.field({:?}, {index}, {builder});",
                            field.name
                        ));
                        values.push(format!("{}: f{index}", field.name));
                    }
                    _ => {
                        body.line(&format!("let f{index} = c.item({index}, {builder});"));
                        values.push(format!("f{index}"));
                    }
                }
                body.needs.extend(&part.strong);
                if !empty {
                    body.needs.extend(&part.weak);
                }
            }
            body.line(&format!("c.close({close:?});"));
            body.line(&format!("{path}{open}{}{close}", values.join(", ")));
            body
        };
        let mut found = vec![write(false).alternative(piece.to_owned(), false)];
        if parts.iter().any(|part| part.empty.is_some()) {
            found.push(write(true).alternative(format!("{piece}, empty"), true));
        }
        found
    }

    fn constructors(&mut self, of: &Type, path: &str, text: &str) -> Vec<Alternative> {
        let mut found: Vec<(u32, usize, Alternative)> = Vec::new();
        if self.derives_default(of) {
            let mut body = Body::default();
            body.line(&format!("c.text(\"{path}::default()\");"));
            body.line(&format!("<{text} as Default>::default()"));
            found.push((1, 0, body.alternative(format!("default of {text}"), false)));
        }
        let constants = self.constants(of, text).into_iter();
        found.extend(constants.map(|alternative| (1, 0, alternative)));
        let makers = own_id(of)
            .and_then(|id| self.context.makers.get(&id))
            .cloned()
            .unwrap_or_default();
        for maker in makers {
            let function = &self.context.model.functions[maker.function];
            if function.derived || (function.deprecated && found.len() > 2) || function.hidden {
                continue;
            }
            self.level += 1;
            let made = self.constructor(of, text, function, maker);
            self.level -= 1;
            if let Some((group, alternative)) = made {
                found.push((group, alternative.needs.len(), alternative));
            }
        }
        // Fewest builders first within a group; the sort is stable.
        found.sort_by_key(|(group, needs, _)| (*group, *needs));
        let mut methods = 0;
        let mut kept: Vec<Alternative> = Vec::new();
        for (group, _, alternative) in found {
            if group >= 3 {
                methods += 1;
            }
            let is_known = kept.iter().any(|each| each.piece == alternative.piece);
            if kept.len() < MOST
                && methods <= MOST_METHODS
                && !is_known
                && self.pieces.allows(&alternative.piece)
            {
                kept.push(alternative);
            }
        }
        kept
    }

    fn derives_default(&self, of: &Type) -> bool {
        self.implements(of, "core::default::Default")
    }

    fn implements(&self, of: &Type, defined: &str) -> bool {
        let bound = crate::candidates::make::bound(defined);
        self.context.satisfies(of, &bound, 0) == crate::satisfies::Answer::Yes
    }

    /// Constants and statics that hold a value of the type, or a reference to one that can be copied or cloned.
    fn constants(&self, of: &Type, text: &str) -> Vec<Alternative> {
        let is_copy = self.implements(of, "core::marker::Copy");
        let is_clone = is_copy || self.implements(of, "core::clone::Clone");
        let all = self.context.model.constants.iter();
        all.filter_map(|constant| {
            let path = &constant.public_path;
            let is_reference = match &constant.of {
                Type::Reference { target, .. } if **target == *of => true,
                own if own == of => false,
                _ => return None,
            };
            let expression = match (is_reference, constant.is_static) {
                (false, false) => path.clone(),
                (false, true) if is_copy => path.clone(),
                (true, _) if is_copy => format!("(*{path})"),
                _ if is_clone => format!("{path}.clone()"),
                _ => return None,
            };
            let mut body = Body::default();
            body.line(&format!("c.text({expression:?});"));
            body.line(&expression);
            Some(body.alternative(format!("constant {path} of {text}"), false))
        })
        .filter(|alternative| self.pieces.allows(&alternative.piece))
        .take(MOST_CONSTANTS)
        .collect()
    }

    /// One constructor and its group: 0 associated functions, 1 free functions and conversions, 2 parsing and collecting,
    /// 3 methods of other types, 4 of the type itself.
    fn constructor(
        &mut self,
        of: &Type,
        text: &str,
        function: &Function,
        maker: Maker,
    ) -> Option<(u32, Alternative)> {
        let signature = self.context.signature(function, None);
        let made = match (maker.wrap, self.context.made_type(function)) {
            (Wrap::Plain, made) => made,
            (Wrap::Borrowed, Type::Reference { target, .. }) => *target,
            (Wrap::Fallible, Type::Path { arguments, .. }) => arguments.first()?.clone(),
            (Wrap::Error, Type::Path { arguments, .. }) => arguments.get(1)?.clone(),
            _ => return None,
        };
        let mut known = Substitution::default();
        let made = match (&made, &signature.self_type) {
            (Type::Generic(name), Some(own)) if name == "Self" => own.clone(),
            _ => made,
        };
        if !self.context.unify(&made, of, &mut known) {
            return None;
        }
        let instances = self.context.instances(&signature, &known).ok()?;
        let instance = instances
            .into_iter()
            .find(|instance| self.context.substitute(&made, instance) == *of)?;
        // `flip(self: Either<R, L>) -> Either<L, R>` would ask for instantiation after instantiation.
        let receiver = signature
            .self_type
            .as_ref()
            .filter(|_| signature.receiver.is_some());
        let mut inputs = signature
            .parameters
            .iter()
            .map(|(_, of)| of)
            .chain(receiver);
        let is_other =
            |each: &Type| own_id(each).is_some() && own_id(each) == own_id(of) && each != of;
        if inputs.any(|input| mentions(&self.context.substitute(input, &instance), &is_other)) {
            return None;
        }
        let wrapped = |call: String| match maker.wrap {
            Wrap::Plain => call,
            Wrap::Borrowed => {
                format!("{{ let result = {call}; c.text(\".clone()\"); Clone::clone(result) }}")
            }
            Wrap::Fallible => format!("__isolde::require!(c, {call})"),
            Wrap::Error => format!(
                "{{ let result = {call}; c.text(\".err()\"); __isolde::require!(c, result.err()) }}"
            ),
        };
        let is_error = maker.wrap == Wrap::Error;
        if maker.wrap == Wrap::Borrowed && matches!(function.container, Container::TraitImpl(_)) {
            return None;
        }
        let piece = match is_error {
            true => format!("error of {} as {text}", function.path),
            false => format!("constructor {} of {text}", function.path),
        };
        let mut body = Body::default();
        if let Container::TraitImpl(_) = function.container {
            let bound = self.context.block(function)?.of_trait.as_ref()?;
            match within_std(&bound.defined) {
                Some("str::traits::FromStr") => {
                    body.line("let a0 = c.within(0, __isolde::build::str);");
                    let parsed = self
                        .context
                        .substitute(signature.self_type.as_ref()?, &instance);
                    body.line(&format!(
                        "c.text(\".parse::<{}>()\");",
                        self.context.type_text(&parsed, Style::Expression)?
                    ));
                    body.line(&wrapped(format!(
                        "a0.parse::<{}>()",
                        self.context.type_text(&parsed, Style::Signature)?
                    )));
                    return Some((2, body.alternative(piece, false)));
                }
                Some(
                    "convert::From" | "convert::TryFrom" | "iter::traits::collect::FromIterator",
                ) => {
                    let parts = self.lower_parameters(&signature, &instance)?;
                    let made = self
                        .context
                        .substitute(signature.self_type.as_ref()?, &instance);
                    let callee = format!(
                        "{}::{}",
                        self.context.expression_path(&made)?,
                        function.name
                    );
                    let values = body.arguments(&format!("{callee}("), &parts);
                    body.line(&wrapped(format!("{callee}({values})")));
                    let group = if function.name == "from_iter" { 2 } else { 1 };
                    return Some((
                        group,
                        body.alternative(
                            format!("{piece}{}", self.of_source(&signature, &instance)),
                            false,
                        ),
                    ));
                }
                Some("iter::traits::collect::IntoIterator") => {}
                Some(_) => return None,
                None if bound.id.is_none() || signature.receiver.is_some() => return None,
                None => {}
            }
        }
        let group = match (signature.receiver, &function.container) {
            (None, Container::Inherent(_)) => 0,
            (None, _) => 1,
            (Some(_), _) if self.receiver_type(&signature, &instance).as_ref() == Some(of) => 4,
            (Some(_), _) => 3,
        };
        // Errors of constructors are made by failing: with luck, or by the engine.
        let group = if is_error && group < 3 { 2 } else { group };
        if group == 4 && is_chain(&signature.receiver) {
            return None;
        }
        let call = self.nested_call(
            &mut body,
            function,
            &signature,
            &instance,
            crate::context::has_lifetime(self.context, of),
        )?;
        body.line(&wrapped(call));
        Some((group, body.alternative(piece, false)))
    }

    fn of_source(
        &self,
        signature: &crate::signature::Signature,
        instance: &Substitution,
    ) -> String {
        let of = signature
            .parameters
            .first()
            .map(|(_, of)| self.context.substitute(of, instance));
        of.map(|of| format!(" from {}", crate::text::describe(&of)))
            .unwrap_or_default()
    }

    /// Builders of the parameters.
    pub fn lower_parameters(
        &mut self,
        signature: &crate::signature::Signature,
        instance: &Substitution,
    ) -> Option<Vec<Lowered>> {
        signature
            .parameters
            .iter()
            .map(|(_, declared)| {
                let of = self.context.substitute(declared, instance);
                let lowered = self.lower(&of).ok()?;
                Some(if crate::calls::is_anonymous(declared) {
                    suffixed(&lowered)
                } else {
                    lowered
                })
            })
            .collect()
    }
}

/// The builder with suffixes on numbers.
pub fn suffixed(of: &Lowered) -> Lowered {
    Lowered::of_parts(std::slice::from_ref(of), &|texts| {
        format!("{} c.suffixed(true, {})", crate::lower::CHOOSER, texts[0])
    })
}

fn is_chain(receiver: &Option<Receiver>) -> bool {
    *receiver == Some(Receiver::Value)
}

fn all_public(fields: &Fields) -> bool {
    match fields {
        Fields::Unit => true,
        Fields::Tuple(all) | Fields::Named(all) => all
            .iter()
            .all(|field| field.visibility == Visibility::Public),
    }
}

/// What the parameters of a type's declaration stand for in a concrete type.
pub fn arguments(item: &TypeItem, of: &Type) -> Substitution {
    let Type::Path {
        arguments,
        constants,
        ..
    } = of
    else {
        return Substitution::default();
    };
    let mut known = Substitution::default();
    let (mut arguments, mut constants) = (arguments.iter(), constants.iter());
    for param in &item.generics.params {
        match param {
            GenericParam::Type { name, .. } => {
                if let Some(each) = arguments.next() {
                    known.types.insert(name.clone(), each.clone());
                }
            }
            GenericParam::Const { name, .. } => {
                if let Some(each) = constants.next() {
                    known.constants.insert(name.clone(), each.clone());
                }
            }
            GenericParam::Lifetime(_) => {}
        }
    }
    known.types.insert("Self".into(), of.clone());
    known
}
