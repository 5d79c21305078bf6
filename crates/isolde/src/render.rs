//! The source text of values under construction: the current expression, its groups, and the statements that must come before it.

mod answers;
mod objects;
mod parts;
mod sequence;

use crate::literal::{follows_reference, takes_method};
use crate::mock::SharedMocks;
use crate::observe::Observed;
use crate::passing::Passing;
use crate::poll::End;
use crate::put::address::Addresses;
use crate::put::paths::Home;
pub(crate) use objects::Changed;
use parts::Part;
pub(crate) use sequence::{MAKES, SequenceText, placeholder};

/// The longest receiver expression that stays inside the call.
const LONG_RECEIVER: usize = 60;

/// What a run has rendered so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rendering {
    /// The expression being written.
    pub expression: String,
    /// Complete statements that come before the call.
    pub statements: Vec<String>,
    /// The call with its arguments filled in; empty before the call.
    pub call: String,
    /// How polling what the call gave ended, if it was polled.
    pub polled: Option<End>,
    pub returned: Option<Observed>,
    /// The variable that a test binds the result to.
    pub bound: Option<String>,
    pub after: Vec<(String, Observed)>,
    /// Texts of values chosen by the body of a test.
    pub chosen: Vec<String>,
    /// The addresses of the choices, if they are wanted.
    pub addresses: Option<Addresses>,
    /// The test that this is an input of, if there is one.
    pub home: Option<Home>,
    /// Whether numbers carry type suffixes, and slices are written as slices, because nothing else tells their types.
    pub suffixed: bool,
    groups: Vec<Group>,
    /// The texts of the arguments so far, as they are written in the call.
    arguments: Vec<String>,
    /// Names of arguments, and the variables that hold them.
    aliases: Vec<(String, String)>,
    /// The variables declared in the statements.
    variables: Vec<String>,
    /// The argument being built: its name, and whether methods are called on it.
    argument: Option<(String, bool)>,
    /// Whether that argument is a closure, or a pointer to one, and nothing else.
    is_closure: bool,
    /// Where an argument within the expression begins that is built, and whether the parameter tells the types of a closure, whatever it gives.
    pub passed: Option<usize>,
    pub tells: bool,
    /// Variables that hold parts of tuples.
    parts: Vec<Part>,
    /// References in the current expression to temporary values, which live only as long as the statement: `&` or `&mut `, and the value.
    temporaries: Vec<(&'static str, String)>,
    /// The mocks of the run.
    pub mocks: SharedMocks,
    /// If this is the answer of a mock's method: the parameters of the method that it uses.
    pub parameters: Vec<usize>,
    /// Those of these parameters that have to be declared as mutable.
    pub mutable: Vec<usize>,
    /// Whether it is such an answer, in which references must live on. The method's result declares its type.
    pub keeps_references: bool,
    /// If a sequence runs: its calls so far.
    pub sequence: Option<Box<SequenceText>>,
    /// Whether the call is the assertion of a law, although no sequence runs.
    pub asserts_law: bool,
}

#[derive(Clone, Debug)]
struct Group {
    empty: bool,
    /// Whether items must have exactly the element's type, because nothing coerces them.
    exact: bool,
    /// Whether nothing outside tells the types of its items: it is the value of a variable, the operand of `&`, or what a conversion takes.
    is_untyped: bool,
}

impl Rendering {
    #[cold]
    pub fn push(&mut self, text: &str) {
        self.expression.push_str(text);
    }

    /// Whether what is written has to have one certain type where it stands, so that `into()` may be written.
    pub fn has_known_type(&self) -> bool {
        self.keeps_references && !self.suffixed
    }

    /// Writes the name of an item of `module`, qualified where needed.
    #[cold]
    pub fn path(&mut self, module: &'static str, name: &str) {
        if let Some(home) = &self.home {
            self.expression.push_str(&home.prefix(module, name));
        }
        self.expression.push_str(name);
    }

    #[cold]
    pub fn open(&mut self, text: &str, exact: bool) {
        self.expression.push_str(text);
        self.groups.push(Group {
            empty: true,
            exact,
            is_untyped: false,
        });
    }

    #[cold]
    pub fn close(&mut self, text: &str) {
        self.groups.pop();
        self.expression.push_str(text);
    }

    /// Writes the name of an item: `name: `.
    #[cold]
    pub fn field(&mut self, name: &str) {
        self.item();
        self.expression.push_str(name);
        self.expression.push_str(": ");
    }

    /// Separates the next item of the group from the last one.
    #[cold]
    pub fn item(&mut self) {
        if let Some(group) = self.groups.last_mut() {
            if !group.empty {
                self.expression.push_str(", ");
            }
            group.empty = false;
        }
    }

    /// Whether the value being written must have exactly the required type: `&[1][..]`, not `&[1]`.
    pub fn is_exact(&self) -> bool {
        self.suffixed || self.groups.last().is_some_and(|group| group.exact)
    }

    /// Whether a number written now needs a type suffix: because suffixes are on, or because it is the receiver of a method.
    pub fn needs_suffix(&self) -> bool {
        self.suffixed || (self.expression.is_empty() && matches!(self.argument, Some((_, true))))
    }

    /// Puts the reference operator `sign` before what was written since `start`, adding parentheses where needed.
    pub fn refer(&mut self, start: usize, sign: &'static str) {
        let mut target = self.expression.split_off(start);
        if sign == "&mut " {
            self.make_mutable(&target);
        }
        if !follows_reference(&target) {
            target = format!("({target})");
        }
        self.expression.push_str(sign);
        self.expression.push_str(&target);
        self.note_temporary(sign, target);
    }

    /// Puts parentheses around what was written since `start`, if a method cannot be called on it otherwise.
    pub fn enclose(&mut self, start: usize) {
        let target = self.expression[start..].to_owned();
        self.make_mutable(&target);
        if !takes_method(&self.expression[start..]) {
            self.expression.insert(start, '(');
            self.expression.push(')');
        }
    }

    /// Remembers a reference that was just written, unless its target is a constant, which lives as long as the program.
    pub fn note_temporary(&mut self, sign: &'static str, target: String) {
        let is_variable = self.keeps_references && self.variables.contains(&target);
        if is_variable || sign == "&mut " || target.contains(['(', '!', '{']) {
            self.temporaries.push((sign, target));
        }
    }

    /// The expression with variables in place of the temporary values that it refers to, which would not outlive its statement.
    fn settle(&mut self, mut expression: String) -> String {
        let mut temporaries = std::mem::take(&mut self.temporaries).into_iter();
        while let Some((sign, target)) = temporaries.next() {
            let reference = format!("{sign}{target}");
            if !expression.contains(&reference) {
                self.temporaries.push((sign, target));
                continue;
            }
            let variable = self.declare("value", sign == "&mut ", &target);
            let replaced = format!("{sign}{variable}");
            expression = expression.replacen(&reference, &replaced, 1);
            let rest: Vec<_> = temporaries
                .map(|(sign, outer)| (sign, outer.replacen(&reference, &replaced, 1)))
                .collect();
            temporaries = rest.into_iter();
        }
        expression
    }

    /// Adds `let name = expression;`, under another name if this one is taken; returns the name.
    fn declare(&mut self, name: &str, mutable: bool, expression: &str) -> String {
        let unique = self.unused(name);
        let keyword = if mutable { "let mut" } else { "let" };
        self.statements
            .push(format!("{keyword} {unique} = {expression};"));
        self.variables.push(unique.clone());
        unique
    }

    /// The name, with a number if there is a variable of that name.
    fn unused(&self, name: &str) -> String {
        let mut unique = name.to_owned();
        let mut number = 1;
        while self.variables.contains(&unique) {
            number += 1;
            unique = format!("{name}_{number}");
        }
        unique
    }

    /// Makes a name known as that of a variable, so that it is used in place.
    pub fn declare_name(&mut self, name: String) {
        self.variables.push(name);
    }

    /// The names of all variables.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The variable that a test binds the result to, with this name or one like it.
    pub fn bind_result(&mut self, name: &str) -> String {
        if let Some(known) = &self.bound {
            return known.clone();
        }
        let unique = self.unused(name);
        self.variables.push(unique.clone());
        self.bound = Some(unique.clone());
        unique
    }

    /// Forgets the call and its arguments, but not the statements.
    pub fn forget_call(&mut self) {
        self.expression.clear();
        self.groups.clear();
        self.temporaries.clear();
        self.parts.clear();
        self.arguments.clear();
        self.aliases.clear();
        self.call.clear();
        self.returned = None;
        self.bound = None;
    }

    /// Adds an argument that is written in this way.
    pub fn pass(&mut self, text: String) {
        self.arguments.push(text);
    }

    pub fn begin_argument(&mut self, name: &str, passing: Passing) {
        self.expression.clear();
        self.groups.clear();
        self.temporaries.clear();
        if passing != Passing::Value {
            // Nothing coerces the value of a variable or the operand of `&`.
            self.groups.push(Group::ARGUMENT);
        }
        let receives = matches!(passing, Passing::Receiver { .. });
        self.argument = Some((name.to_owned(), receives));
        self.is_closure = false;
        self.tells = false;
    }

    /// Takes the expression as the text of the argument.
    pub fn end_argument(&mut self, name: &str, passing: Passing) {
        self.argument = None;
        let text = std::mem::take(&mut self.expression);
        let hoist = match passing {
            Passing::Value | Passing::Shared => false,
            Passing::Watched | Passing::Mutable | Passing::Receiver { mutable: true } => true,
            Passing::Receiver { mutable: false } => {
                !takes_method(&text) || text.len() > LONG_RECEIVER
            }
        };
        // The compiler knows the type of a closure only where it is passed on.
        let hoist = hoist && !self.is_closure;
        // If the argument is an object that already became a variable, no other variable is needed.
        let text = if hoist && !self.variables.contains(&text) {
            let mutable = passing.is_mutable();
            let text = self.settle(text);
            self.declare(name, mutable, &text)
        } else {
            text
        };
        if passing.is_mutable() && !self.is_closure {
            self.make_mutable(&text);
        }
        if self.variables.contains(&text) {
            self.aliases.push((name.to_owned(), text.clone()));
        }
        self.arguments.push(match passing {
            Passing::Value | Passing::Receiver { .. } => text,
            Passing::Shared if follows_reference(&text) => format!("&{text}"),
            Passing::Shared => format!("&({text})"),
            Passing::Watched => format!("&{text}"),
            Passing::Mutable => format!("&mut {text}"),
        });
    }

    /// The texts of the arguments so far, as they are written in the call.
    #[cfg_attr(
        not(any(test, isolde_engine)),
        allow(dead_code, reason = "only explored programs are asked")
    )]
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The template with arguments in place of `{0}`, `{1}` …; other braces stay.
    pub fn fill(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let place = from[1..].split_once('}').and_then(|(number, after)| {
                let index: usize = number.parse().ok()?;
                Some((self.arguments.get(index)?, after))
            });
            match place {
                Some((argument, after)) => {
                    if needs_parentheses(argument, &out, after) {
                        out.push_str(&format!("({argument})"));
                    } else {
                        out.push_str(argument);
                    }
                    rest = after;
                }
                None => {
                    out.push('{');
                    rest = &from[1..];
                }
            }
        }
        out.push_str(rest);
        out
    }

    /// Writes an assertion about the arguments in place of the call that was made with them.
    #[cold]
    pub fn assert_instead(&mut self, assertion: &str) {
        self.call = self.fill(assertion);
        self.returned = None;
        self.asserts_law = true;
        if let Some(sequence) = &mut self.sequence {
            sequence.assert_instead();
        }
    }

    /// The expression with argument names replaced by the variables that hold the arguments.
    pub fn resolve(&self, expression: &str) -> String {
        let mut out = String::new();
        let mut rest = expression;
        while let Some(first) = rest.chars().next() {
            let length = rest
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(rest.len())
                .max(first.len_utf8());
            let (word, after) = rest.split_at(length);
            let alias = self.aliases.iter().find(|(name, _)| name == word);
            match alias {
                Some((_, variable)) if !out.ends_with(['.', ':']) => out.push_str(variable),
                _ => out.push_str(word),
            }
            rest = after;
        }
        out
    }
}

/// Whether `argument` needs parentheses between the texts `before` and `after`, because operators there would bind to a part of it.
fn needs_parentheses(argument: &str, before: &str, after: &str) -> bool {
    if takes_method(argument) {
        return false;
    }
    if after.starts_with(['.', '?', '[']) {
        return true;
    }
    let (before, closed) = (before.trim_end(), after.trim_start());
    let opened = before.is_empty() || before.ends_with(['(', ',', '[', '{', '=', ';', '>']);
    let opened = opened && !before.ends_with("==") && !before.ends_with(">=");
    let closed = closed.is_empty() || closed.starts_with([')', ',', ']', '}', ';']);
    !(follows_reference(argument) || opened && closed)
}

#[cfg(test)]
mod tests;
