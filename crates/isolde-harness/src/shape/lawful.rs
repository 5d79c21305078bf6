//! What closures and methods compute from their arguments. Sorting fails if comparisons are not an order, and if keys of one value differ, so these are
//! not answered like other calls.
//!
//! What a function is used for is not known: what returns an `Ordering` for two values of one type counts as a comparison, and what returns anything but
//! a Boolean, an `Option`, a `Result` or a `Poll` for a reference as a key.

use super::Demand;
use super::literals::{Literal, literal_of};
use crate::types::Substitution;
use isolde_model::{FnSignature, StdItem, StdTrait, Type, TypeKind};
use isolde_record::Visibility;

/// The largest number of fields that keys and comparisons use.
const MOST_FIELDS: usize = 3;

/// What a function with a certain signature does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lawful {
    /// The expressions of which it computes one; its parameters are `{0}` and `{1}` in them.
    pub forms: Vec<String>,
    /// Whether it may also give one answer to all calls.
    pub is_constant: bool,
}

impl Demand<'_, '_, '_> {
    /// What a closure with this signature does; `None` if its answers are chosen.
    pub(super) fn lawful(&mut self, signature: &FnSignature) -> Option<Lawful> {
        if !self.is_lawful {
            return None;
        }
        if let Some(forms) = self.comparisons(signature) {
            let is_constant = false;
            return Some(Lawful { forms, is_constant });
        }
        let FnSignature {
            parameters, result, ..
        } = signature;
        let is_relation = result.is_primitive("bool")
            && matches!(parameters.as_slice(), [first, second] if first == second);
        // Two numbers may be in any relation.
        let is_matched = |of: &Type| match literal_of(of) {
            Some(Literal::Matched { .. }) => !is_relation,
            literal => literal.is_some(),
        };
        if parameters.is_empty() || parameters.iter().all(is_matched) {
            return None;
        }
        let forms = match parameters.as_slice() {
            [first, _] if is_relation => self.relations(first),
            [first, second] if first == second => Vec::new(),
            [one] if is_key(parameters, result) => self.keys(referred(one), result),
            _ if is_key(parameters, result) || result.std_item() == Some(StdItem::Ordering) => {
                Vec::new()
            }
            _ => return None,
        };
        let is_constant = true;
        Some(Lawful { forms, is_constant })
    }

    /// The expressions of a function with this signature that compares two values of one type.
    pub(super) fn comparisons(&mut self, signature: &FnSignature) -> Option<Vec<String>> {
        let FnSignature {
            parameters, result, ..
        } = signature;
        let [first, second] = parameters.as_slice() else {
            return None;
        };
        match is_order(result).filter(|_| first == second)? {
            true => Some(self.partial_orders(first)),
            false => Some(self.orders(first)),
        }
    }

    /// Orders of all values of a type.
    fn orders(&mut self, of: &Type) -> Vec<String> {
        let target = referred(of);
        if self.traits.implements(target, StdTrait::Ord) {
            return both(of, "cmp");
        }
        if target.is_primitive("f64") || target.is_primitive("f32") {
            return both(of, "total_cmp");
        }
        let fields = self.fields(target).into_iter();
        let fields: Vec<(String, Type)> = fields
            .filter(|(_, of)| self.traits.implements(of, StdTrait::Ord))
            .collect();
        let found: Vec<String> = fields.iter().flat_map(|(name, _)| by_field(name)).collect();
        match found.is_empty() {
            true => vec!["std::cmp::Ordering::Equal".to_owned()],
            false => found,
        }
    }

    /// Orders of some values of a type.
    fn partial_orders(&mut self, of: &Type) -> Vec<String> {
        let mut found = match self.traits.implements(referred(of), StdTrait::PartialOrd) {
            true => both(of, "partial_cmp"),
            false => self
                .orders(of)
                .into_iter()
                .map(|each| format!("Some({each})"))
                .collect(),
        };
        found.push("None".to_owned());
        found
    }

    /// Relations of two values that depend on them.
    fn relations(&mut self, of: &Type) -> Vec<String> {
        let target = referred(of);
        let operators: &[&str] = match self.traits.implements(target, StdTrait::PartialOrd) {
            true => &["==", "<", ">"],
            false if self.traits.implements(target, StdTrait::PartialEq) => &["=="],
            false => &[],
        };
        let forms = operators.iter();
        forms
            .map(|operator| format!("{{0}} {operator} {{1}}"))
            .collect()
    }

    /// The parts of a value that have the type of the key.
    fn keys(&mut self, of: &Type, key: &Type) -> Vec<String> {
        let end = match self.traits.implements(key, StdTrait::Copy) {
            true => "",
            false if self.traits.implements(key, StdTrait::Clone) => ".clone()",
            false => return Vec::new(),
        };
        if of == key {
            return vec![match end {
                "" => "*{0}".to_owned(),
                end => format!("{{0}}{end}"),
            }];
        }
        if key.is_primitive("usize") && has_length(of) {
            return vec!["{0}.len()".to_owned()];
        }
        let fields = self.fields(of);
        let same = fields.iter().filter(|(_, of)| of == key);
        let found: Vec<String> = same.map(|(name, _)| format!("{{0}}.{name}{end}")).collect();
        match (found.is_empty(), integer(key)) {
            (true, Some(key)) => fields
                .iter()
                .filter_map(|(name, of)| number(&format!("{{0}}.{name}"), of, key))
                .collect(),
            _ => found,
        }
    }

    /// The public fields of a struct, with their types.
    fn fields(&self, of: &Type) -> Vec<(String, Type)> {
        let Some(item) = self.index.item(of) else {
            return Vec::new();
        };
        let TypeKind::Struct(fields) = &item.kind else {
            return Vec::new();
        };
        let known = Substitution::of_item(item, of);
        let all = fields.list().iter();
        all.filter(|field| field.visibility == Visibility::Public)
            .map(|field| (field.name.clone(), self.index.substitute(&field.of, &known)))
            .take(MOST_FIELDS)
            .collect()
    }
}

/// Whether a result of a comparison is an `Ordering` that may be missing; `None` if it is no `Ordering`.
pub(super) fn is_order(result: &Type) -> Option<bool> {
    let is_ordering = |of: &Type| of.std_item() == Some(StdItem::Ordering);
    match result.std() {
        Some((StdItem::Option, [inner])) => is_ordering(inner).then_some(true),
        _ => is_ordering(result).then_some(false),
    }
}

/// Whether a function with these parameters and this result gives keys.
fn is_key(parameters: &[Type], result: &Type) -> bool {
    let is_reference = |of: &Type| matches!(of, Type::Reference { mutable: false, .. });
    parameters.iter().any(is_reference) && is_property(result)
}

/// Whether a result says what something is like. What may end or fail is asked until it does, and so may a condition be.
pub(super) fn is_property(result: &Type) -> bool {
    let may_end = matches!(
        result.std_item(),
        Some(StdItem::Option | StdItem::Result | StdItem::Poll | StdItem::ControlFlow)
    );
    !may_end && !result.is_primitive("bool")
}

/// What a reference refers to; the type itself if it is none.
pub(super) fn referred(of: &Type) -> &Type {
    match of {
        Type::Reference { target, .. } => target,
        of => of,
    }
}

fn has_length(of: &Type) -> bool {
    let is_list = matches!(of.std_item(), Some(StdItem::String | StdItem::Vec));
    is_list || of.is_primitive("str") || matches!(of, Type::Slice(_))
}

/// The name of an integer type.
fn integer(of: &Type) -> Option<&str> {
    match of {
        Type::Primitive(name) if name.starts_with(['u', 'i']) => Some(name),
        _ => None,
    }
}

/// A value of this type as an integer of another type: the number itself, or a length.
fn number(value: &str, of: &Type, key: &str) -> Option<String> {
    match (integer(of), key) {
        (Some(_), _) => Some(format!("{value} as {key}")),
        (None, "usize") if has_length(of) => Some(format!("{value}.len()")),
        (None, _) if has_length(of) => Some(format!("{value}.len() as {key}")),
        _ => None,
    }
}

/// A comparison by this method, and the reversed one.
fn both(of: &Type, method: &str) -> Vec<String> {
    let by = match of {
        Type::Reference { .. } => "",
        _ => "&",
    };
    [("{0}", "{1}"), ("{1}", "{0}")]
        .map(|(one, other)| format!("{one}.{method}({by}{other})"))
        .into()
}

/// A comparison by this field, and the reversed one.
fn by_field(name: &str) -> [String; 2] {
    [("{0}", "{1}"), ("{1}", "{0}")]
        .map(|(one, other)| format!("{one}.{name}.cmp(&{other}.{name})"))
}
