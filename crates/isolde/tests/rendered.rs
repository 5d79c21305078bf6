//! Rendered expressions compile and give the value that was built: expressions for many values of every builder, and the observations
//! of these values, are written to a program, which is compiled and run.

use isolde::{Chooser, Observed, Observer, Value, build};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::{Debug, Write as _};
use std::path::Path;
use std::process::Command;

/// How many values of each type are checked.
const VALUES: u64 = 10;

/// The program under construction.
#[derive(Default)]
struct Program {
    functions: String,
    calls: Vec<String>,
    types: usize,
}

impl Program {
    /// Adds values of `type_name` that `builder` builds. `ordered` tells whether equal values have equal `Debug` output.
    fn add<T: Debug>(
        &mut self,
        type_name: &str,
        ordered: bool,
        builder: impl Fn(&mut Chooser) -> T,
        observe: impl Fn(&T) -> Observed,
    ) {
        self.add_built(type_name, ordered, &mut |c| {
            let value = builder(c);
            (format!("{value:?}"), observe(&value))
        });
    }

    /// The same, given a function that builds a value and returns its `Debug` text and observation. Compiled once, not for each type.
    fn add_built(
        &mut self,
        type_name: &str,
        ordered: bool,
        built: &mut dyn FnMut(&mut Chooser) -> (String, Observed),
    ) {
        let id = self.types;
        self.types += 1;
        let type_name = type_name.replace("'static", "'a");
        let _ = writeln!(
            self.functions,
            "fn debug_{id}<'a>(value: {type_name}, text: &str) {{ assert_eq!(format!(\"{{value:?}}\"), text); }}\n\
             fn same_{id}<'a>(value: {type_name}) -> {type_name} {{ value }}"
        );
        for seed in 0..VALUES {
            let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
            let (debug, observed) = built(&mut c);
            assert!(c.statements().is_empty());
            let expression = c.expression();
            if ordered {
                self.calls
                    .push(format!("debug_{id}({expression}, {debug:?});"));
            }
            let same = format!("same_{id}({expression})");
            match observed {
                Observed::Source(text) => self.calls.push(format!("assert_eq!({same}, {text});")),
                Observed::Predicate(text) => {
                    self.calls
                        .push(format!("assert!({});", text.replace("{}", &same)));
                }
                Observed::Pattern(text) => self
                    .calls
                    .push(format!("assert!(matches!({same}, {text}));")),
                Observed::Debug(text) if ordered => {
                    self.calls.push(format!(
                        "assert_eq!(format!(\"{{:?}}\", {same}), {text:?});"
                    ));
                }
                _ => {}
            }
        }
    }

    fn source(&self) -> String {
        let mut out = String::from("#![allow(warnings)]\nuse std::collections::*;\n");
        out.push_str(&self.functions);
        let chunks = self.calls.chunks(50);
        let count = chunks.len();
        for (index, calls) in chunks.enumerate() {
            let _ = writeln!(out, "fn chunk_{index}() {{\n{}\n}}", calls.join("\n"));
        }
        out.push_str("fn main() {\n");
        for index in 0..count {
            let _ = writeln!(out, "chunk_{index}();");
        }
        out.push_str("}\n");
        out
    }
}

fn observed<T>(f: impl Fn(&mut Observer, &T)) -> impl Fn(&T) -> Observed {
    move |value| {
        let mut observer = Observer::default();
        f(&mut observer, value);
        observer.finish()
    }
}

macro_rules! values {
    ($program:expr, $ordered:literal: $($type:ty),* $(,)?) => {$(
        $program.add(
            stringify!($type),
            $ordered,
            <$type as Value>::choose,
            observed(|o, value: &$type| isolde::observe!(o, value)),
        );
    )*};
}

fn compile_and_run(source: &str, folder: &Path) {
    let file = folder.join("rendered.rs");
    std::fs::write(&file, source).unwrap();
    let binary = folder.join("rendered");
    let compiled = Command::new("rustc")
        .args(["--edition=2024", "-o"])
        .args([&binary, &file])
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let ran = Command::new(&binary).output().unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn rendered_values_compile_and_equal_what_was_built() {
    let mut program = Program::default();
    values!(program, true:
        u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char, (),
        std::num::NonZero<u8>, std::num::NonZero<u128>, std::num::NonZero<i16>, std::num::NonZero<i128>,
        std::num::NonZero<usize>,
        String, &'static str, std::borrow::Cow<'static, str>, Box<str>, std::rc::Rc<str>, std::sync::Arc<str>,
        std::ffi::OsString, &'static std::ffi::OsStr, std::path::PathBuf, &'static std::path::Path,
        std::ffi::CString, &'static std::ffi::CStr,
        std::time::Duration, std::time::SystemTime, std::cmp::Ordering,
        std::net::Ipv4Addr, std::net::Ipv6Addr, std::net::IpAddr,
        std::net::SocketAddrV4, std::net::SocketAddrV6, std::net::SocketAddr,
        std::ops::Range<i8>, std::ops::RangeInclusive<u64>, std::ops::RangeFrom<char>, std::ops::RangeTo<i32>,
        std::ops::RangeToInclusive<String>, std::ops::RangeFull, std::ops::Bound<i32>,
        std::marker::PhantomData<u8>, std::num::Wrapping<i32>, std::num::Saturating<u8>, std::rc::Rc<[u8]>, std::sync::Arc<[u16]>, std::borrow::Cow<'static, [u8]>, std::cmp::Reverse<u8>,
        Option<u8>, Option<&'static str>, Option<String>, Option<f64>, Result<u8, String>, Result<(), &'static str>,
        Vec<u8>, Vec<String>, Vec<&'static str>, Vec<Option<i32>>, Vec<Vec<u16>>, Vec<(u8, Vec<u8>)>, Vec<f32>,
        &'static [u8], &'static [String], &'static [&'static str], &'static mut [i32],
        Option<&'static [u8]>, Vec<&'static [u8]>, (&'static [u16], &'static mut [u8]), [&'static [u8]; 2],
        [u8; 0], [u8; 3], [i32; 9], [bool; 40], [Vec<u8>; 2],
        Box<u8>, Box<[u8]>, Box<[String]>, std::rc::Rc<String>, std::sync::Arc<Option<u8>>,
        std::cell::Cell<i8>, std::cell::RefCell<String>, std::sync::Mutex<u8>, std::sync::RwLock<char>,
        &'static u8, &'static i64, &'static String, &'static mut u8, &'static Vec<u8>, &'static &'static str, &'static &'static [u8], &'static &'static mut [String],
        &'static std::ops::Range<u8>, Vec<&'static i8>, &'static Option<&'static u8>, &'static [i8; 3],
        Option<std::ops::Range<i8>>, std::ops::Range<std::num::Wrapping<i8>>, std::ops::Bound<std::ops::Range<u8>>,
        VecDeque<u8>, VecDeque<String>, LinkedList<u8>, Option<VecDeque<u8>>, BinaryHeap<i32>, std::vec::IntoIter<u8>,
        BTreeSet<char>, BTreeSet<String>, BTreeMap<u8, Vec<String>>, Vec<BTreeMap<u8, u8>>,
        (u8,), (i8, String), (u8, char, bool), (u8, u8, u8, u8), (u8, u8, u8, u8, i8), (u8, u8, u8, u8, i8, f64),
        Option<Option<Box<Result<Vec<String>, (u8, char)>>>>,
    );
    values!(program, false: HashMap<i32, String>, HashMap<&'static str, u8>, HashSet<i8>, Vec<HashSet<String>>, HashMap<(u8, i8), Option<char>>);

    let bytes = observed(|o, value: &&'static [u8]| isolde::observe!(o, value));
    program.add("&'static [u8]", true, build::bytes, bytes);
    let bytes = observed(|o, value: &Option<&'static [u8]>| isolde::observe!(o, value));
    program.add(
        "Option<&'static [u8]>",
        true,
        |c| build::option(c, build::bytes),
        bytes,
    );
    let bytes = observed(|o, value: &Vec<u8>| isolde::observe!(o, value));
    program.add("Vec<u8>", true, build::byte_vec, bytes);
    let cursor = observed(|o, value: &std::io::Cursor<Vec<u8>>| isolde::observe!(o, value));
    program.add("std::io::Cursor<Vec<u8>>", true, build::cursor, cursor);
    let cow = observed(|o, value: &std::borrow::Cow<'static, [u8]>| isolde::observe!(o, value));
    program.add(
        "std::borrow::Cow<'static, [u8]>",
        true,
        |c| build::cow(c, |c| build::vec(c, build::u8)),
        cow,
    );

    let folder = tempfile::tempdir().unwrap();
    compile_and_run(&program.source(), folder.path());
}

#[test]
fn suffixed_values_need_no_inference() {
    let mut source = String::from("#![allow(warnings)]\nfn main() {\n");
    for seed in 0..40 {
        let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let value = c.suffixed(true, |c| {
            build::tuple4(
                c,
                |c| build::vec(c, build::u16),
                |c| build::option(c, |c| build::vec(c, build::string)),
                build::f32,
                |c| build::vec(c, |c| build::option(c, build::i8)),
            )
        });
        let (expression, text) = (c.expression(), format!("{value:?}"));
        let _ = writeln!(
            source,
            "assert_eq!(format!(\"{{:?}}\", {expression}), {text:?});"
        );
    }
    source.push_str("}\n");
    let folder = tempfile::tempdir().unwrap();
    compile_and_run(&source, folder.path());
}

fn push_text(c: &mut Chooser, items: &mut Vec<&'static String>) {
    c.open("push(");
    let item = c.item(0, |c| build::reference(c, build::string));
    c.close(")");
    items.push(item);
}

fn extend(c: &mut Chooser, items: &mut Vec<&'static String>) {
    c.open("extend_from_slice(");
    let more = c.item(0, |c| {
        build::slice(c, |c| build::reference(c, build::string))
    });
    c.close(")");
    items.extend_from_slice(more);
}

fn reserved(c: &mut Chooser, mut items: Vec<&'static String>) -> Vec<&'static String> {
    c.open("with(");
    items.reserve(usize::from(c.item(0, build::u8)));
    c.close(")");
    items
}

/// A thunk whose arguments need statements.
fn joined(c: &mut Chooser) {
    use isolde::{Mutator, Passing};
    let mut items = c.argument("items", Passing::Receiver { mutable: true }, |c| {
        let mutators = [
            Mutator::Change(push_text),
            Mutator::Chain(reserved),
            Mutator::Change(extend),
        ];
        c.object_with(
            "list",
            |c| build::vec(c, |c| build::reference(c, build::string)),
            &mutators,
        )
    });
    let mut count = c.argument("count", Passing::Mutable, build::u32);
    let mut rest = c.argument("rest", Passing::Mutable, build::bytes);
    let range = c.argument("range", Passing::Shared, |c| build::range(c, build::i8));
    let limit = c.argument("limit", Passing::Receiver { mutable: false }, build::i64);
    let result = c.call("{0}.joined({1}, {2}, {3}, {4}.wrapping_abs())", || {
        items.push(Box::leak(Box::new(format!("{range:?}{limit}"))));
        count = count.wrapping_add(items.len() as u32);
        rest = &rest[rest.len() / 2..];
        items.iter().map(|item| item.as_str()).collect::<String>()
    });
    c.returned(|o| isolde::observe!(o, &result));
    c.after("items", |o| isolde::observe!(o, &items));
    c.after("count", |o| isolde::observe!(o, &count));
    c.after("rest", |o| isolde::observe!(o, &rest));
}

/// The definitions in the program that runs the rendered calls of [`joined`]. Variables live as long as in a test: no value is leaked.
const JOINED: &str = r#"
trait With { fn with(self, n: u8) -> Self; }
impl<'a> With for Vec<&'a String> { fn with(mut self, n: u8) -> Self { self.reserve(n.into()); self } }
trait Joined { fn joined(&mut self, count: &mut u32, rest: &mut &[u8], range: &std::ops::Range<i8>, limit: i64) -> String; }
impl<'a> Joined for Vec<&'a String> {
    fn joined(&mut self, count: &mut u32, rest: &mut &[u8], _: &std::ops::Range<i8>, _: i64) -> String {
        *count = count.wrapping_add(self.len() as u32 + 1);
        *rest = &rest[rest.len() / 2..];
        self.iter().map(|item| item.as_str()).collect()
    }
}
"#;

#[test]
fn statements_compile_and_arguments_are_what_they_were() {
    let mut source = format!("#![allow(warnings)]\n{JOINED}\nfn main() {{\n");
    let mut statements = 0;
    for seed in 0..60 {
        let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let run = isolde::run(joined, &mut c);
        let observation: isolde_record::Observation = serde_json::from_str(&run.text).unwrap();
        statements += observation.statements.len();
        let _ = writeln!(source, "{{ {}", observation.statements.join("\n"));
        let _ = writeln!(source, "{};", observation.call);
        for (expression, observed) in &observation.after[1..] {
            match observed {
                isolde_record::Observed::Source(text) => {
                    let _ = writeln!(source, "assert_eq!({expression}, {text});");
                }
                isolde_record::Observed::Predicate(text) => {
                    let _ = writeln!(source, "assert!({});", text.replace("{}", expression));
                }
                other => panic!("{other:?}"),
            }
        }
        source.push_str("}\n");
    }
    source.push_str("}\n");
    assert!(statements > 240, "{statements}");
    let folder = tempfile::tempdir().unwrap();
    compile_and_run(&source, folder.path());
}
