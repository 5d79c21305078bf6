//! Handles of another container: an id that one value gave out is used with another value of the same type.
//!
//! No container can tell such an id from one of its own, so a function may demand that it gets none.

use crate::render::Test;
use crate::value::bound;
use std::collections::BTreeMap;
use syn::{Expr, Stmt};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// A constructor of this type, called here: the number tells values apart.
    Made(String, usize),
    /// A method of a value that was made.
    GivenOut(String, usize),
}

/// Whether the input of a test uses what one value gave out with another value of that type.
pub(super) fn has_foreign_handle(test: &Test) -> bool {
    let mut reader = Reader::default();
    for text in &test.observation.statements {
        match syn::parse_str::<Stmt>(text) {
            Ok(Stmt::Local(local)) => {
                if let Some((name, init)) = bound(&local) {
                    reader.read(init);
                    if let Some(origin) = reader.origin(init) {
                        reader.variables.insert(name, origin);
                    }
                }
            }
            Ok(Stmt::Expr(expression, _)) => reader.read(&expression),
            _ => {}
        }
    }
    if let Ok(call) = syn::parse_str::<Expr>(&test.observation.call) {
        reader.read(&call);
    }
    reader.is_foreign
}

#[derive(Default)]
struct Reader {
    variables: BTreeMap<String, Origin>,
    /// Values made so far that have no name.
    unnamed: usize,
    is_foreign: bool,
}

impl Reader {
    /// The origin of a value. Each constructor call makes another value.
    fn origin(&mut self, of: &Expr) -> Option<Origin> {
        match of {
            Expr::Reference(inner) => self.origin(&inner.expr),
            Expr::Paren(inner) => self.origin(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.variables.get(&name).cloned()
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return None;
                };
                let names = path.path.segments.iter().map(|it| it.ident.to_string());
                let names: Vec<String> = names.collect();
                // What contains an id is as good as the id.
                let inside = call.args.iter().filter_map(|it| self.origin(it));
                let mut inside = inside.collect::<Vec<_>>().into_iter();
                if let Some(id) = inside.find(|it| matches!(it, Origin::GivenOut(..))) {
                    return Some(id);
                }
                let (_, of) = names.split_last()?;
                let is_type = of.last()?.starts_with(char::is_uppercase);
                self.unnamed += 1;
                is_type.then(|| Origin::Made(of.join("::"), self.unnamed))
            }
            Expr::MethodCall(call) => {
                let receiver = self.origin(&call.receiver)?;
                let is_same = ["unwrap", "expect", "clone"]
                    .iter()
                    .any(|it| call.method == it);
                Some(match receiver {
                    Origin::Made(of, number) if !is_same => Origin::GivenOut(of, number),
                    other => other,
                })
            }
            _ => None,
        }
    }

    fn compare<'e>(&mut self, operands: impl Iterator<Item = &'e Expr>) {
        let origins: Vec<Origin> = operands.filter_map(|it| self.origin(it)).collect();
        let is_foreign = |one: &Origin, other: &Origin| match (one, other) {
            (Origin::GivenOut(of, number), Origin::Made(other, another)) => {
                of == other && number != another
            }
            _ => false,
        };
        self.is_foreign |= origins
            .iter()
            .any(|one| origins.iter().any(|other| is_foreign(one, other)));
    }

    /// Looks at all calls in an expression.
    fn read(&mut self, of: &Expr) {
        match of {
            Expr::Call(call) => {
                self.compare(call.args.iter());
                call.args.iter().for_each(|it| self.read(it));
            }
            Expr::MethodCall(call) => {
                self.compare([&*call.receiver].into_iter().chain(&call.args));
                self.read(&call.receiver);
                call.args.iter().for_each(|it| self.read(it));
            }
            Expr::Reference(inner) => self.read(&inner.expr),
            Expr::Paren(inner) => self.read(&inner.expr),
            Expr::Index(index) => {
                self.compare([&*index.expr, &*index.index].into_iter());
                self.read(&index.index);
            }
            Expr::Assign(assign) => self.read(&assign.right),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observation, Outcome};

    fn is_foreign(statements: &[&str], call: &str) -> bool {
        let observation = Observation {
            statements: statements.iter().map(|&text| text.to_owned()).collect(),
            call: call.to_owned(),
            ..Observation::default()
        };
        let test = crate::render::tests::test(Outcome::Returned, observation, false);
        has_foreign_handle(&test)
    }

    #[test]
    fn an_id_belongs_to_the_container_that_gave_it_out() {
        let arena = "let mut arena = c::Arena::<u8>::new();";
        let id = "let id = arena.new_node(0);";
        assert!(!is_foreign(&[arena, id], "id.detach(&mut arena)"));
        assert!(is_foreign(
            &[arena],
            "c::Arena::<u8>::new().new_node(0).detach(&mut arena)"
        ));
        assert!(is_foreign(
            &[arena, id, "let mut other = c::Arena::<u8>::new();"],
            "id.append(0, &mut other)"
        ));
        assert!(is_foreign(
            &[],
            "c::Arena::<u8>::new().new_node(0).children(&c::Arena::<u8>::new()).take(2)"
        ));
        assert!(is_foreign(
            &[arena],
            "c::remove(&mut arena, c::Arena::<u8>::new().new_node(0))"
        ));
        assert!(is_foreign(
            &[arena],
            "&arena[c::Arena::<u8>::new().new_node(0)]"
        ));
        let edge = "let edge = c::Edge::Start(c::Arena::<u8>::new().new_node(0));";
        assert!(is_foreign(&[edge], "edge.next(&c::Arena::<u8>::new())"));
        // What another type gave out, and two containers without any id.
        assert!(!is_foreign(
            &[arena],
            "c::Pool::<u8>::new().new_node(0).detach(&mut arena)"
        ));
        assert!(!is_foreign(
            &[arena],
            "arena.append(&c::Arena::<u8>::new())"
        ));
        assert!(!is_foreign(
            &[arena],
            "arena.append(&c::Arena::<u8>::new().unwrap())"
        ));
    }
}
