//! The text of a test with exact types, for compilers that cannot infer them.

use crate::SuiteError;
use crate::renamed::renamed;
use crate::render::{Exact, Test};
use crate::request::Observe;
use isolde_record::Case;

/// The input and the call of a case with exact types, if that is another text than the test's.
pub(super) fn exactly(
    programs: &mut dyn Observe,
    case: &Case,
    test: &Test,
) -> Result<Option<Exact>, SuiteError> {
    if test.outcome.is_fatal() {
        return Ok(None);
    }
    let Some((outcome, exact)) = programs.render_exactly(case)? else {
        return Ok(None);
    };
    let exact = renamed(&outcome, exact);
    let is_other =
        exact.call != test.observation.call || exact.statements != test.observation.statements;
    let is_same_end = std::mem::discriminant(&outcome) == std::mem::discriminant(&test.outcome);
    Ok((is_other && is_same_end).then_some(Exact {
        statements: exact.statements,
        call: exact.call,
    }))
}
