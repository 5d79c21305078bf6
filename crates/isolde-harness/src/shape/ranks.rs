//! Methods that compare a mock with another one of its type. Each mock has a *rank*, which a helper gives, and the comparisons are those of the ranks: so they
//! are an order, or an equivalence, whatever the ranks are.

use super::answers::Answer;
use super::lawful::{is_order, referred};
use super::mocks::{Implementation, MockMethod};
use super::{AnsweredBy, Demand};
use crate::types::make;
use isolde_model::{Receiver, Type};

/// What stands for the name of the helper until it is known.
const RANK: &str = "{rank}";

/// The expressions of which a method with these parameters and this result computes one, if it compares two mocks of the type `of`.
pub(super) fn forms(
    of: &Type,
    receiver: Option<Receiver>,
    parameters: &[(String, Type)],
    result: &Type,
) -> Option<Vec<String>> {
    let is_itself = |number: &usize| referred(&parameters[*number].1) == of;
    let others: Vec<usize> = (0..parameters.len()).filter(is_itself).collect();
    let (one, other) = match (receiver, others.as_slice()) {
        (Some(Receiver::Shared | Receiver::Value), [other]) => ("self".to_owned(), other),
        (None, [one, other]) => (format!("{{{one}}}"), other),
        _ => return None,
    };
    let is_condition = result.is_primitive("bool");
    // What else a condition depends on is not known.
    let is_relation = is_condition && parameters.len() == others.len();
    let order = is_order(result);
    let form = |operator: &str| format!("{one}.{RANK}() {operator} {{{other}}}.{RANK}()");
    let by = |method: &str| format!("{one}.{RANK}().{method}(&{{{other}}}.{RANK}())");
    match order {
        Some(true) => Some(vec![by("partial_cmp"), "None".to_owned()]),
        Some(false) => Some(vec![by("cmp")]),
        None => is_relation.then(|| vec![form("<"), form("==")]),
    }
}

impl Demand<'_, '_, '_> {
    /// The helper that gives the ranks of mocks with these traits, if there are methods that compare them. Their expressions name it from now on.
    pub(super) fn ranked(&mut self, implemented: &mut [Implementation]) -> Option<MockMethod> {
        let all = implemented.iter().flat_map(|each| &each.methods);
        let taken: Vec<&str> = all.map(|method| method.name.as_str()).collect();
        let mut name = "rank".to_owned();
        while taken.contains(&name.as_str()) {
            name.push('_');
        }
        let mut is_asked = false;
        let methods = implemented.iter_mut().flat_map(|each| &mut each.methods);
        for method in methods {
            if let Some(Answer::Compared(forms)) = &mut method.answer {
                is_asked = true;
                for form in forms {
                    *form = form.replace(RANK, &name);
                }
            }
        }
        is_asked.then(|| MockMethod {
            by: AnsweredBy::Nothing,
            ..self.chosen(&name, Vec::new(), make::primitive("u8"))
        })
    }
}
