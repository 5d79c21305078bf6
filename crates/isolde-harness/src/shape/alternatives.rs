//! Ways to make a value of one of the package's types: literals, variants and constants here, the rest in `constructors`.

use super::constructors::Group;
use super::{Access, Alternative, Demand, LiteralFields, Making, Place, Shape};
use crate::instances::mock_piece;
use crate::types::Substitution;
use isolde_model::{Fields, StdTrait, Type, TypeKind};
use isolde_record::Visibility;

/// The largest number of constants kept for one type.
const MOST_CONSTANTS: usize = 3;

impl Demand<'_, '_, '_> {
    /// Every way to make a value of the type, simplest first.
    pub(super) fn alternatives(&mut self, of: &Type) -> Vec<Alternative> {
        if let Type::Mock(bounds) = of {
            return vec![Alternative {
                piece: mock_piece(bounds),
                making: Making::Mock(Box::new(self.mock(of, bounds))),
                is_empty: false,
                place: Place::Literal,
            }];
        }
        let Some(item) = self.index.item(of) else {
            return Vec::new();
        };
        let text = self.text(of);
        let known = Substitution::of_item(item, of);
        let mut found = Vec::new();
        let is_complete = match &item.kind {
            TypeKind::Struct(fields) => {
                if !item.non_exhaustive && fields.all_public() {
                    found.extend(self.literal(None, &format!("literal of {text}"), fields, &known));
                }
                !found.is_empty()
            }
            TypeKind::Enum(variants) => {
                let mut is_complete = true;
                for variant in variants {
                    let piece = format!("variant {} of {text}", variant.name);
                    let literals = match variant.restricted {
                        true => Vec::new(),
                        false => self.literal(Some(&variant.name), &piece, &variant.fields, &known),
                    };
                    is_complete &= !literals.is_empty();
                    found.extend(literals);
                }
                // Variants without fields first: they are the simplest values.
                found.sort_by_key(|each| (each.has_fields(), each.is_empty));
                is_complete
            }
            TypeKind::Union => false,
        };
        if !is_complete {
            found.extend(self.constructors(of, &text, Group::Item));
        } else if let TypeKind::Struct(fields) = &item.kind
            && !fields.list().is_empty()
        {
            found.splice(0..0, self.checked_literal(of, &text, fields.list().len()));
        }
        let may_stand_in =
            item.is_outside && is_opaque(&item.kind) && !self.looked_into.contains(of);
        if self.is_isolated && may_stand_in {
            found.push(Alternative {
                piece: format!("stand-in for {text}"),
                making: Making::StandIn,
                is_empty: false,
                place: Place::Literal,
            });
        }
        found.retain(|each| {
            self.rejections.allow(&each.piece) || matches!(each.place, Place::Empty { .. })
        });
        found
    }

    /// A function of the type's own that takes as many values as the struct has fields. It may refuse what a literal would contain, so it comes first: a
    /// failure is then shown with a value that the type allows, if there is one.
    fn checked_literal(&mut self, of: &Type, text: &str, fields: usize) -> Option<Alternative> {
        let all = self.constructors(of, text, Group::Associated);
        all.into_iter().find(
            |each| matches!(&each.making, Making::Call { shapes, .. } if shapes.len() == fields),
        )
    }

    /// A struct or variant literal, and a second one with empty containers if the type may need it to end its recursion.
    fn literal(
        &mut self,
        variant: Option<&str>,
        piece: &str,
        fields: &Fields,
        known: &Substitution,
    ) -> Vec<Alternative> {
        let mut shapes = Vec::new();
        for field in fields.list() {
            match self.shape(&self.index.substitute(&field.of, known)) {
                Ok(shape) => shapes.push(shape),
                Err(_) => return Vec::new(),
            }
        }
        let emptied: Vec<Option<Shape>> = shapes.iter().map(Shape::emptied).collect();
        let with = |shapes: Vec<Shape>, piece: String, is_empty: bool| Alternative {
            piece,
            making: Making::Literal {
                variant: variant.map(str::to_owned),
                fields: match fields {
                    Fields::Unit => LiteralFields::Unit,
                    Fields::Named(all) => {
                        let names = all.iter().map(|field| field.name.clone());
                        LiteralFields::Named(names.zip(shapes).collect())
                    }
                    Fields::Tuple(_) => LiteralFields::Tuple(shapes),
                },
            },
            is_empty,
            place: Place::Literal,
        };
        let mut found = vec![with(shapes.clone(), piece.to_owned(), false)];
        if emptied.iter().any(Option::is_some) {
            let parts = emptied.into_iter().zip(shapes);
            let parts = parts
                .map(|(emptied, shape)| emptied.unwrap_or(shape))
                .collect();
            found.push(with(parts, format!("{piece}, empty"), true));
        }
        found
    }

    /// Constants and statics that hold a value of the type, or a reference to one that can be copied or cloned.
    pub(super) fn constants(&mut self, of: &Type, text: &str) -> Vec<Alternative> {
        let is_copy = self.traits.implements(of, StdTrait::Copy);
        let is_clone = is_copy || self.traits.implements(of, StdTrait::Clone);
        let all = self.index.model.constants.iter();
        all.filter_map(|constant| {
            let is_reference = match &constant.of {
                Type::Reference { target, .. } if **target == *of => true,
                own if own == of => false,
                _ => return None,
            };
            let access = match (is_reference, constant.is_static) {
                (false, false) => Access::Plain,
                (false, true) if is_copy => Access::Plain,
                (true, _) if is_copy => Access::Dereferenced,
                _ if is_clone => Access::Cloned,
                _ => return None,
            };
            let path = constant.public_path.clone();
            Some(Alternative {
                piece: format!("constant {path} of {text}"),
                making: Making::Constant { path, access },
                is_empty: false,
                place: Place::Literal,
            })
        })
        .filter(|alternative| {
            let piece = &alternative.piece;
            self.rejections.allow(piece) || self.rejections.are_final_for(piece)
        })
        .take(MOST_CONSTANTS)
        .filter(|alternative| self.rejections.allow(&alternative.piece))
        .collect()
    }
}

/// Whether code outside of the crate that defines a type cannot look into its values without calling a function.
fn is_opaque(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Struct(fields) => {
            let mut fields = fields.list().iter();
            fields.all(|field| field.visibility == Visibility::Private)
        }
        TypeKind::Enum(_) | TypeKind::Union => false,
    }
}
