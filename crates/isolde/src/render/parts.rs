//! Variables that are declared as mutable as soon as they are used so: parts of tuples that are taken apart, and objects that contain cells.

use super::Rendering;

/// A variable that is not declared as mutable.
#[derive(Clone, Debug)]
pub(super) struct Part {
    variable: String,
    /// The number of the statement that declares it.
    statement: usize,
    /// Its place in the statement.
    at: usize,
}

impl Rendering {
    /// Takes the tuple that was written since `start` apart in a statement, and writes the variable of one part in place of it. The other parts get
    /// variables too, if they are kept.
    pub fn take_part(&mut self, start: usize, names: &[&str], index: usize, keeps: bool) {
        let tuple = self.expression.split_off(start);
        let tuple = self.settle(tuple);
        let is_argument = self.expression.is_empty();
        let argument = self.argument.as_ref().filter(|_| is_argument);
        let own = argument.map(|(name, _)| name.clone());
        let mut statement = "let (".to_owned();
        let mut variable = String::new();
        for (part, name) in names.iter().enumerate() {
            if part > 0 {
                statement.push_str(", ");
            }
            if part == index {
                variable = self.unused(own.as_deref().unwrap_or(name));
                self.variables.push(variable.clone());
                self.parts.push(Part {
                    variable: variable.clone(),
                    statement: self.statements.len(),
                    at: statement.len(),
                });
                statement.push_str(&variable);
            } else if keeps {
                let name = self.unused(&format!("_{name}"));
                statement.push_str(&name);
                self.variables.push(name);
            } else {
                statement.push('_');
            }
        }
        self.statements.push(format!("{statement}) = {tuple};"));
        self.expression.push_str(&variable);
    }

    /// Declares a variable that may be used as mutable later; returns its name.
    pub(super) fn declare_part(&mut self, name: &str, expression: &str) -> String {
        let statement = self.statements.len();
        let variable = self.declare(name, false, expression);
        self.parts.push(Part {
            variable: variable.clone(),
            statement,
            at: "let ".len(),
        });
        variable
    }

    /// Declares such a variable as mutable, because it is used so; other texts are left alone.
    pub(super) fn make_mutable(&mut self, text: &str) {
        if let Some(index) = self.parts.iter().position(|part| part.variable == text) {
            let Part { statement, at, .. } = self.parts.swap_remove(index);
            self.statements[statement].insert_str(at, "mut ");
        }
    }
}
