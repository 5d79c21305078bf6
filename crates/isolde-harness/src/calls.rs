//! Calls of the package's functions inside builders, where arguments are built in place.

use crate::builders::{Alternative, Builders, Mutator};
use crate::lower::Lowered;
use crate::signature::{Place, Signature};
use crate::std_types::within_std;
use crate::substitute::{Substitution, mentions};
use crate::text::{CLOSURE, Style};
use isolde_model::{Container, Function, Receiver, Type};
use isolde_record::Visibility;
use std::collections::BTreeSet;

/// Methods kept as mutators of one type.
const MOST_MUTATORS: usize = 6;

/// The body of a generated function, with the builders that it calls.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Indented lines.
    pub text: String,
    /// Builders of the package's types that it calls.
    pub needs: BTreeSet<usize>,
}

impl Body {
    /// Appends a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str("    ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Builds arguments in a group that begins with `open` and ends with `)`; returns the list of variables.
    pub fn arguments(&mut self, open: &str, parts: &[Lowered]) -> String {
        self.line(&format!("c.open({open:?});"));
        for (index, part) in parts.iter().enumerate() {
            self.line(&format!(
                "let a{index} = c.item({index}, {});",
                part.builder
            ));
            self.needs.extend(part.needs());
        }
        self.line("c.close(\")\");");
        (0..parts.len())
            .map(|index| format!("a{index}"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// As an alternative of a builder.
    pub fn alternative(self, piece: String, is_empty: bool) -> Alternative {
        Alternative {
            piece,
            body: self.text,
            needs: self.needs,
            is_empty,
        }
    }
}

impl Builders<'_, '_> {
    /// `Self` of a method at an instantiation.
    pub fn receiver_type(&self, signature: &Signature, instance: &Substitution) -> Option<Type> {
        signature.receiver?;
        signature
            .self_type
            .as_ref()
            .map(|of| self.context.substitute(of, instance))
    }

    /// Builds receiver and arguments, and returns the call's expression. With `leaks`, a borrowed receiver lives for ever, so that the
    /// result may borrow from it.
    pub fn nested_call(
        &mut self,
        body: &mut Body,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
        leaks: bool,
    ) -> Option<String> {
        let turbofish = self.turbofish(signature, instance)?;
        let Some(receiver) = self.receiver_type(signature, instance) else {
            let callee = format!("{}{turbofish}", self.callee(function, signature, instance)?);
            let parts = self.lower_parameters(signature, instance)?;
            let values = body.arguments(&format!("{callee}("), &parts);
            return Some(format!("{callee}({values})"));
        };
        if signature.receiver == Some(Receiver::Other) {
            return None;
        }
        let lowered = self.lower(&receiver).ok()?;
        let parts = self.lower_parameters(signature, instance)?;
        body.needs.extend(lowered.needs());
        let borrow = match signature.receiver {
            Some(Receiver::Shared) if leaks => Some("reference"),
            Some(Receiver::Mutable) if leaks => Some("reference_mut"),
            _ => None,
        };
        match borrow {
            // In parentheses: the reference gets a variable of its own where a temporary would not live long enough.
            Some(borrow) => body.line(&format!(
                "c.text(\"(\"); let r = c.within(100, |c: &mut __isolde::Chooser| __isolde::build::{borrow}(c, {})); c.text(\")\");",
                lowered.builder
            )),
            None => body.line(&format!("let mut r = c.within(100, {});", lowered.builder)),
        }
        let values = body.arguments(&format!(".{}{turbofish}(", function.name), &parts);
        Some(format!("r.{}{turbofish}({values})", function.name))
    }

    /// Path of a function that takes no `self`, or of a method as a function.
    pub fn callee(
        &self,
        function: &Function,
        signature: &Signature,
        instance: &Substitution,
    ) -> Option<String> {
        let own = || {
            let of = self
                .context
                .substitute(signature.self_type.as_ref()?, instance);
            Some((self.context.expression_path(&of)?, of))
        };
        match &function.container {
            Container::Module => function.public_path.clone(),
            Container::Inherent(_) => Some(format!("{}::{}", own()?.0, function.name)),
            Container::TraitImpl(_) => {
                let block = self.context.block(function)?;
                let bound = self
                    .context
                    .substitute_bound(block.of_trait.as_ref()?, instance);
                let mut bound_text = self.context.bound_text(&bound, Style::Expression)?;
                if let (Some(path), None) = (&block.trait_public_path, &bound.signature) {
                    // The adapter knows re-exports of foreign traits that a path alone does not tell.
                    let arguments = bound_text
                        .find('<')
                        .map(|at| bound_text[at..].to_owned())
                        .unwrap_or_default();
                    bound_text = format!("{path}{arguments}");
                }
                let (_, of) = own()?;
                Some(format!(
                    "<{} as {bound_text}>::{}",
                    self.context.type_text(&of, Style::Expression)?,
                    function.name
                ))
            }
            Container::Trait(id) => {
                let item = self.context.model.traits.get(id)?;
                let (_, of) = own()?;
                let of = self.context.type_text(&of, Style::Expression)?;
                let arguments: Option<Vec<String>> = item
                    .generics
                    .params
                    .iter()
                    .filter_map(|param| match param {
                        isolde_model::GenericParam::Type { name, .. } => {
                            Some(instance.types.get(name))
                        }
                        _ => None,
                    })
                    .map(|of| self.context.type_text(of?, Style::Expression))
                    .collect();
                let arguments = arguments?;
                let arguments = if arguments.is_empty() {
                    String::new()
                } else {
                    format!("<{}>", arguments.join(", "))
                };
                Some(format!(
                    "<{of} as {}{arguments}>::{}",
                    item.public_path.as_ref()?,
                    function.name
                ))
            }
        }
    }

    /// `::<u8>` where the compiler could not infer the function's own parameters from arguments as tests write them.
    pub fn turbofish(&self, signature: &Signature, instance: &Substitution) -> Option<String> {
        let own: Vec<_> = signature
            .params
            .iter()
            .filter(|param| param.place == Place::Function)
            .collect();
        let constants: Vec<&String> = signature
            .constants
            .iter()
            .map(|(name, _)| name)
            .filter(|name| !in_block(signature, name))
            .collect();
        let is_clear = own.iter().all(|param| {
            // Inside a container it does not show: the container may be empty.
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
            return Some(String::new());
        }
        let mut texts = Vec::new();
        for param in own {
            texts.push(
                self.context
                    .type_text(instance.types.get(&param.name)?, Style::Expression)?,
            );
        }
        for name in constants {
            texts.push(instance.constants.get(name)?.clone());
        }
        Some(format!("::<{}>", texts.join(", ")))
    }

    /// Methods that change a value of the type.
    pub fn mutators(&mut self, of: &Type) -> Vec<Mutator> {
        let Some(item) = self.context.item(of) else {
            return Vec::new();
        };
        if self.is_plain(item) {
            return Vec::new();
        }
        let text = self
            .context
            .type_text(of, Style::Signature)
            .unwrap_or_default();
        let mut found: Vec<Mutator> = Vec::new();
        for function in &self.context.model.functions {
            let callable = &function.callable;
            let is_candidate = matches!(function.container, Container::Inherent(_))
                && function.visibility == Visibility::Public
                && !callable.is_unsafe
                && !callable.is_async
                && !function.hidden
                && !function.test_only
                && matches!(callable.receiver, Some(Receiver::Mutable | Receiver::Value));
            if !is_candidate || found.len() >= MOST_MUTATORS {
                continue;
            }
            let is_chain = callable.receiver == Some(Receiver::Value);
            let signature = self.context.signature(function, None);
            let mut known = Substitution::default();
            let Some(own) = &signature.self_type else {
                continue;
            };
            if !self.context.unify(own, of, &mut known) {
                continue;
            }
            known.types.insert("Self".into(), of.clone());
            if is_chain && self.context.substitute(&signature.result, &known) != *of {
                continue;
            }
            let piece = format!("mutator {} of {text}", function.path);
            if !self.pieces.allows(&piece) {
                continue;
            }
            let Some(instance) = self
                .context
                .instances(&signature, &known)
                .ok()
                .and_then(|all| all.into_iter().next())
            else {
                continue;
            };
            let Some(turbofish) = self.turbofish(&signature, &instance) else {
                continue;
            };
            self.level += 1;
            let parts = self.lower_parameters(&signature, &instance);
            self.level -= 1;
            let Some(parts) = parts else { continue };
            let mut body = Body::default();
            let method = format!("{}{turbofish}", function.name);
            let values = body.arguments(&format!("{method}("), &parts);
            body.line(&match is_chain {
                true => format!("x.{method}({values})"),
                false => format!("let _ = x.{method}({values});"),
            });
            found.push(Mutator {
                piece,
                body: body.text,
                needs: body.needs,
                is_chain,
            });
        }
        found
    }

    /// Types whose literals reach every value need no mutators.
    fn is_plain(&self, item: &isolde_model::TypeItem) -> bool {
        use isolde_model::{Fields, TypeKind};
        match &item.kind {
            TypeKind::Enum(variants) => variants.iter().all(|variant| !variant.restricted),
            TypeKind::Struct(Fields::Unit) => true,
            TypeKind::Struct(Fields::Tuple(all) | Fields::Named(all)) => {
                !item.non_exhaustive
                    && all
                        .iter()
                        .all(|field| field.visibility == Visibility::Public)
            }
            TypeKind::Union => true,
        }
    }
}

fn in_block(signature: &Signature, constant: &str) -> bool {
    signature.self_type.as_ref().is_some_and(|of| {
        mentions(of, &|each| match each {
            Type::Path { constants, .. } => constants.iter().any(|each| each == constant),
            Type::Array(_, length) => length == constant,
            _ => false,
        })
    })
}

/// Whether the compiler sees the type from an expression as tests write it: not so for numbers and for containers, which may be empty.
fn is_evident(of: &Type) -> bool {
    match of {
        Type::Primitive(name) => matches!(name.as_str(), "bool" | "char" | "str"),
        Type::Path { defined, .. } if defined == CLOSURE => true,
        Type::Path {
            defined,
            id,
            arguments,
            ..
        } => {
            let is_text = matches!(
                within_std(defined),
                Some("string::String" | "path::PathBuf" | "fmt::Error")
            );
            is_text || (id.is_some() && arguments.is_empty())
        }
        Type::Reference { target, .. } => is_evident(target),
        _ => false,
    }
}

/// Whether a declared parameter type is, or holds, an `impl Trait`.
pub fn is_anonymous(declared: &Type) -> bool {
    mentions(
        declared,
        &|each| matches!(each, Type::Generic(name) if name.starts_with("impl#")),
    )
}
