//! Results that contradict the documentation: errors that it does not name, although it names others. A test that pinned one down would call a defect, of
//! the code or of the documentation, right.

use crate::render::Test;
use isolde_record::{Documented, Observed, Outcome};
use syn::Expr;

/// Whether a test would pin down an error that the function's documentation leaves out.
pub fn contradicts(test: &Test, documented: &[Documented]) -> bool {
    let Some(variant) = error_variant(test) else {
        return false;
    };
    documented.iter().any(|function| {
        function.function == test.thunk.function && function.undocumented_errors.contains(&variant)
    })
}

/// The variant of the error that a call returned, as far as its text tells.
fn error_variant(test: &Test) -> Option<String> {
    let (Outcome::Returned, Some(returned)) = (&test.outcome, &test.observation.returned) else {
        return None;
    };
    let (Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text)) = returned
    else {
        return None;
    };
    let Expr::Call(call) = syn::parse_str::<Expr>(text).ok()? else {
        return None;
    };
    let (true, Some(error)) = (last(&call.func)? == "Err", call.args.first()) else {
        return None;
    };
    last(error)
}

/// The last name of the path of a variant, with or without fields.
fn last(expression: &Expr) -> Option<String> {
    let path = match expression {
        Expr::Path(path) => &path.path,
        Expr::Struct(of) => &of.path,
        Expr::Call(call) => return last(&call.func),
        _ => return None,
    };
    Some(path.segments.last()?.ident.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::Observation;

    #[test]
    fn an_error_that_the_documentation_leaves_out_contradicts_it() {
        let documented = |left_out: &[&str]| Documented {
            function: "stack::Stack::pop".into(),
            file: "src/stack.rs".into(),
            line: 4,
            end_line: 9,
            undocumented_errors: left_out.iter().map(|&name| name.to_owned()).collect(),
            ..Documented::default()
        };
        let returns = |returned: Observed, left_out: &[&str]| {
            let observation = Observation {
                returned: Some(returned),
                ..Observation::default()
            };
            let test = crate::render::tests::test(Outcome::Returned, observation, false);
            contradicts(&test, &[documented(left_out)])
        };
        let source = |text: &str| Observed::Source(text.into());
        assert!(returns(source("Err(c::Error::Full)"), &["Full"]));
        assert!(returns(source("Err(c::Error::Full(1))"), &["Full"]));
        assert!(returns(
            Observed::Debug("Err(Full { at: 1 })".into()),
            &["Full"]
        ));
        assert!(returns(
            Observed::Pattern("Err(c::Error::Full { .. })".into()),
            &["Full"]
        ));
        assert!(!returns(source("Err(c::Error::Empty)"), &["Full"]));
        assert!(!returns(source("Ok(c::Error::Full)"), &["Full"]));
        assert!(!returns(source("Err(c::Error::Full)"), &[]));
        assert!(!returns(Observed::Opaque, &["Full"]));
    }
}
