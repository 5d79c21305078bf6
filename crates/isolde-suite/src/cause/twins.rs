//! Functions that one decision of their author covers, as their names tell: a method and its `_mut` twin, and the operators of one type.

use crate::copies::{trait_method, without_arguments};
use std::collections::BTreeSet;

/// The traits of operators that compute.
const OPERATORS: &[&str] = &[
    "Add", "Sub", "Mul", "Div", "Rem", "Neg", "Shl", "Shr", "Sum", "Product",
];

/// Whether two paths name a function and its mutable twin: `Grid::get` and `Grid::get_mut`.
pub(super) fn are_mutable_twins(one: &str, other: &str) -> bool {
    let twin = |path: &str| {
        let (of, name) = path.rsplit_once("::").unwrap_or(("", path));
        let words = name.split('_').filter(|word| *word != "mut");
        (of.to_owned(), words.map(str::to_owned).collect::<Vec<_>>())
    };
    one != other && twin(one) == twin(other)
}

/// Whether two paths name operators of one type: `<Size as Add>::add` and `<u64 as Mul<Size>>::mul`.
pub(super) fn are_operators_of_one_type(one: &str, other: &str) -> bool {
    match (operands(one), operands(other)) {
        (Some(one), Some(other)) => !one.is_disjoint(&other),
        _ => false,
    }
}

/// The types of an operator's operands, other than primitive ones and parameters; `None` if it is no operator.
fn operands(path: &str) -> Option<BTreeSet<&str>> {
    let (of_trait, _) = trait_method(path)?;
    let name = without_arguments(of_trait);
    if !OPERATORS.contains(&name.strip_suffix("Assign").unwrap_or(name)) {
        return None;
    }
    let (of, _) = path.strip_prefix('<')?.split_once(" as ")?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let parts = [of, &of_trait[name.len()..]].into_iter();
    let names = parts.flat_map(|text| text.split(|c: char| !is_part(c)));
    // Parameters have names of one letter.
    let is_own = |name: &&str| name.len() > 1 && name.starts_with(|c: char| c.is_uppercase());
    Some(names.filter(is_own).collect())
}

/// Whether a statement that calls a method with arguments comes before both calls: the same setting of an object.
pub(super) fn have_one_setting(one: &[String], other: &[String]) -> bool {
    let is_setting = |statement: &String| {
        let is_call = matches!(
            syn::parse_str(statement),
            Ok(syn::Stmt::Expr(syn::Expr::MethodCall(call), _)) if !call.args.is_empty()
        );
        is_call && other.contains(statement)
    };
    one.iter().any(is_setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_and_its_mutable_twin_are_twins() {
        assert!(are_mutable_twins("Grid::get", "Grid::get_mut"));
        assert!(are_mutable_twins("Grid::get_mut_row", "Grid::get_row"));
        assert!(!are_mutable_twins("Grid::get", "Grid::get"));
        assert!(!are_mutable_twins("Grid::get", "Row::get_mut"));
        assert!(!are_mutable_twins("Grid::get", "Grid::set_mut"));
        assert!(!are_mutable_twins("Grid::get_mutex", "Grid::get"));
    }

    #[test]
    fn operators_of_one_type_belong_together() {
        let add = "<Size as Add<T>>::add";
        assert!(are_operators_of_one_type(add, "<u64 as Mul<Size>>::mul"));
        assert!(are_operators_of_one_type(
            add,
            "<Size as SubAssign>::sub_assign"
        ));
        assert!(!are_operators_of_one_type(add, "<Speed as Add<T>>::add"));
        assert!(!are_operators_of_one_type(
            add,
            "<Size as Index<usize>>::index"
        ));
        assert!(!are_operators_of_one_type(
            "<u8 as Add<T>>::add",
            "<u8 as Sub<T>>::sub"
        ));
    }

    #[test]
    fn a_setting_is_a_call_with_arguments_before_both() {
        let statements =
            |all: &[&str]| -> Vec<String> { all.iter().map(|&it| it.to_owned()).collect() };
        let one = statements(&["let mut r = c::R::new(1);", "r.chunk_size(0);", "r.next();"]);
        let same = |other: &[&str]| have_one_setting(&one, &statements(other));
        assert!(same(&["let mut r = c::R::new(2);", "r.chunk_size(0);"]));
        assert!(!same(&["let mut r = c::R::new(1);", "r.chunk_size(1);"]));
        assert!(!same(&["r.next();"]));
    }
}
