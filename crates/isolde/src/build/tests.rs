use super::*;
use crate::{Choice, Mutator, Passing, Value};
use std::collections::BTreeMap;

fn simplest<T: Value>() -> (T, String) {
    let mut c = Chooser::from_tape(BTreeMap::new(), 0).rendered();
    let value = T::choose(&mut c);
    (value, c.expression().to_owned())
}

fn with(tape: &[(u64, u64)]) -> Chooser {
    Chooser::from_tape(tape.iter().copied().collect(), 0).rendered()
}

/// The choices of the strings' characters, without those of lengths.
fn values_of(c: &Chooser, kind: crate::ChoiceKind) -> Vec<Choice> {
    let of_kind = |choice: &&Choice| choice.kind == kind;
    c.choices().iter().filter(of_kind).copied().collect()
}

#[test]
fn the_simplest_values_are_zero_and_empty() {
    assert_eq!(simplest::<u8>(), (0, "0".into()));
    assert_eq!(simplest::<i128>(), (0, "0".into()));
    assert_eq!(simplest::<char>(), ('a', "'a'".into()));
    assert_eq!(simplest::<f64>(), (0.0, "0.0".into()));
    assert_eq!(
        simplest::<String>(),
        (String::new(), "\"\".to_string()".into())
    );
    assert_eq!(simplest::<&str>(), ("", "\"\"".into()));
    assert_eq!(simplest::<Option<u8>>(), (None, "None".into()));
    assert_eq!(simplest::<Vec<u8>>(), (vec![], "vec![]".into()));
    assert_eq!(simplest::<[u16; 2]>(), ([0, 0], "[0, 0]".into()));
    assert_eq!(simplest::<[u16; 20]>(), ([0; 20], "[0; 20]".into()));
    assert_eq!(
        simplest::<std::num::NonZero<i8>>().1,
        "std::num::NonZeroI8::new(1).unwrap()"
    );
}

#[test]
fn a_longer_list_does_not_shift_what_comes_after() {
    let pair = |c: &mut Chooser| tuple2(c, |c| vec(c, string), u32);
    let mut c = Chooser::from_tape(BTreeMap::new(), 12345);
    pair(&mut c);
    let length = values_of(&c, crate::ChoiceKind::Length)[0].key;
    let keys = |length_value: u64| {
        let tape: BTreeMap<u64, u64> = [(length, length_value)].into();
        let mut c = Chooser::from_tape(tape, 12345);
        let (list, number) = pair(&mut c);
        assert_eq!(list.len() as u64, length_value);
        (list, number, c.choices().to_vec())
    };
    let (short, number_short, choices_short) = keys(2);
    let (long, number_long, choices_long) = keys(7);
    assert_eq!(short, long[..2]);
    assert_eq!(number_short, number_long);
    assert_eq!(choices_short.last(), choices_long.last());
    let distinct: std::collections::BTreeSet<u64> = choices_long.iter().map(|c| c.key).collect();
    assert_eq!(distinct.len(), choices_long.len());
}

#[test]
fn rendering_changes_no_choice() {
    type Everything = (
        Vec<Option<String>>,
        Result<char, f64>,
        BTreeMap<u8, [i8; 3]>,
    );
    for seed in 0..50 {
        let mut silent = Chooser::from_tape(BTreeMap::new(), seed);
        let mut rendered = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        let value = Everything::choose(&mut silent);
        let same = Everything::choose(&mut rendered);
        assert_eq!(format!("{value:?}"), format!("{same:?}"));
        assert_eq!(silent.choices(), rendered.choices());
        assert_eq!(silent.expression(), "");
    }
}

#[derive(Debug, PartialEq)]
enum Tree {
    Leaf,
    Nodes(Vec<Tree>),
    Pair(Box<Tree>, Box<Tree>),
}

fn tree(c: &mut Chooser) -> Tree {
    match c.alternative(3, 1) {
        0 => Tree::Leaf,
        1 => Tree::Nodes(vec(c, tree)),
        _ => Tree::Pair(
            c.field("left", 0, |c| boxed(c, tree)),
            c.field("right", 1, |c| boxed(c, tree)),
        ),
    }
}

#[derive(Debug, PartialEq)]
struct Rose(Vec<Rose>);

fn rose(c: &mut Chooser) -> Rose {
    Rose(vec(c, rose))
}

#[test]
fn recursion_ends() {
    fn tree_depth(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf => 0,
            Tree::Nodes(nodes) => 1 + nodes.iter().map(tree_depth).max().unwrap_or(0),
            Tree::Pair(a, b) => 1 + tree_depth(a).max(tree_depth(b)),
        }
    }
    fn rose_depth(rose: &Rose) -> usize {
        1 + rose.0.iter().map(rose_depth).max().unwrap_or(0)
    }
    let mut deepest = (0, 0);
    for seed in 0..300 {
        let a = tree(&mut Chooser::from_tape(BTreeMap::new(), seed));
        let b = rose(&mut Chooser::from_tape(BTreeMap::new(), seed));
        deepest = (deepest.0.max(tree_depth(&a)), deepest.1.max(rose_depth(&b)));
    }
    // One level for each enum, one for each list.
    assert!((3..=7).contains(&deepest.0), "{deepest:?}");
    assert!((3..=9).contains(&deepest.1), "{deepest:?}");
}

#[test]
fn alternatives_beside_each_other_are_not_deeper() {
    let mut c = Chooser::from_tape(BTreeMap::new(), 7);
    let chosen: Vec<usize> = (0..100).map(|_| c.alternative(2, 1)).collect();
    assert!(chosen[50..].contains(&1));
    let lengths: Vec<usize> = (0..100).map(|_| c.length(3)).collect();
    assert!(lengths[50..].contains(&3));
}

fn push(c: &mut Chooser, v: &mut Vec<u8>) {
    c.open("push(");
    let item = c.item(0, u8);
    c.close(")");
    v.push(item);
}

fn reversed(c: &mut Chooser, mut v: Vec<u8>) -> Vec<u8> {
    c.text("reversed()");
    v.reverse();
    v
}

#[test]
fn a_changed_object_becomes_a_variable() {
    let build = |c: &mut Chooser| c.object("items", |c| vec(c, u8), &[push]);
    let mut c = with(&[]);
    build(&mut c);
    let length = c.choices()[0].key;
    assert_eq!((c.expression(), c.statements().len()), ("vec![]", 0));

    let mut c = with(&[(length, 2)]);
    assert_eq!(build(&mut c), [0, 0]);
    assert_eq!(c.expression(), "items");
    assert_eq!(
        c.statements(),
        [
            "let mut items = vec![];",
            "items.push(0);",
            "items.push(0);"
        ]
    );
}

#[test]
fn two_objects_get_two_names() {
    let build = |c: &mut Chooser| {
        let one = |c: &mut Chooser| c.object("items", |c| vec(c, u8), &[push]);
        tuple2(c, one, one)
    };
    let named = (1..100).find_map(|seed| {
        let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        build(&mut c);
        (c.expression() == "(items, items_2)").then(|| c.statements().to_vec())
    });
    let statements = named.unwrap();
    assert!(statements.iter().any(|s| s.starts_with("items_2.push(")));
}

#[test]
fn objects_that_are_only_touched_become_mutable_when_they_are_used_so() {
    let touch = |c: &mut Chooser, _: &Vec<u8>| c.text("touch()");
    let mut c = with(&[]);
    c.object_with("items", |c| vec(c, u8), &[Mutator::Touch(touch)]);
    let length = c.choices()[0].key;
    let mut c = with(&[(length, 1)]);
    c.object_with("items", |c| vec(c, u8), &[Mutator::Touch(touch)]);
    assert_eq!(c.expression(), "items");
    assert_eq!(c.statements(), ["let items = vec![];", "items.touch();"]);
    let mut c = Chooser::from_tape(BTreeMap::new(), 0).rendered();
    c.argument("items", Passing::Mutable, |c| {
        c.object_with("items", |c| vec(c, u8), &[Mutator::Touch(touch)])
    });
    let key = c.choices()[0].key;
    let mut c = with(&[(key, 1)]);
    c.argument("items", Passing::Mutable, |c| {
        c.object_with("items", |c| vec(c, u8), &[Mutator::Touch(touch)])
    });
    assert_eq!(
        c.statements(),
        ["let mut items = vec![];", "items.touch();"]
    );
}

#[test]
fn chained_changes_stay_in_the_expression() {
    let chain = Mutator::Chain(reversed);
    let change = Mutator::Change(push);
    let mut c = with(&[]);
    c.object_with("items", |c| vec(c, u8), &[Mutator::Chain(reversed)]);
    let length = c.choices()[0].key;
    let mut c = with(&[(length, 2)]);
    c.object_with("items", |c| vec(c, u8), &[Mutator::Chain(reversed)]);
    assert_eq!(c.expression(), "vec![].reversed().reversed()");
    assert!(c.statements().is_empty());

    let mutators = [change, chain];
    let mut shapes = std::collections::BTreeSet::new();
    for seed in 1..200 {
        let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        c.object_with("items", |c| array::<u8, 0>(c, u8).to_vec(), &mutators);
        let numbers = |s: &String| s.replace(|c: char| c.is_ascii_digit(), "");
        shapes.insert(c.statements().iter().map(numbers).collect::<Vec<_>>());
    }
    assert!(shapes.contains(&vec![
        "let mut items = [].reversed();".to_owned(),
        "items.push();".to_owned(),
        "items = items.reversed();".to_owned(),
    ]));
}

#[test]
fn suffixes_are_written_where_asked_for() {
    let mut c = with(&[]);
    c.suffixed(true, |c| tuple3(c, u8, f32, |c| c.suffixed(false, i8)));
    assert_eq!(c.expression(), "(0_u8, 0.0_f32, 0)");
    let mut c = with(&[]);
    c.suffixed(true, |c| tuple2(c, |c| vec(c, string), |c| option(c, u8)));
    assert_eq!(c.expression(), "(Vec::<String>::new(), None::<u8>)");
    let mut c = with(&[]);
    c.suffixed(true, |c| {
        tuple2(c, |c| btree_map(c, string, u8), |c| vec_deque(c, u8))
    });
    assert_eq!(
        c.expression(),
        "(std::collections::BTreeMap::<String, u8>::new(), std::collections::VecDeque::<u8>::new())"
    );
}

#[test]
fn function_pointers_have_their_types_where_nothing_coerces_closures() {
    let pointer = |c: &mut Chooser| c.text_uncoerced("f as fn()", "f");
    let written = |build: &dyn Fn(&mut Chooser)| {
        let texts = (1..20).map(|seed| {
            let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
            build(&mut c);
            c.expression().to_owned()
        });
        texts.collect::<Vec<_>>().join("\n")
    };
    let in_map = written(&|c| drop(btree_map(c, u8, pointer)));
    assert!(in_map.contains("f as fn())"), "{in_map}");
    let in_vec = written(&|c| drop(vec(c, |c| tuple2(c, u8, pointer))));
    assert!(
        in_vec.contains(", f)") && !in_vec.contains("as fn()"),
        "{in_vec}"
    );
    let iterated = written(&|c| drop(vec_into_iter(c, pointer)));
    assert!(iterated.contains("f as fn()].into_iter()"), "{iterated}");
}

#[test]
fn every_kind_of_character_is_drawn_and_strings_stay_short() {
    let mut all = std::collections::BTreeSet::new();
    for seed in 1..2000 {
        let text = string(&mut Chooser::from_tape(BTreeMap::new(), seed));
        assert!(text.chars().count() <= 24);
        all.extend(text.chars().map(char::len_utf8));
    }
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn scalar_indices_skip_the_surrogates() {
    for (index, expected) in [
        (0, '\0'),
        (0xd7ff, '\u{d7ff}'),
        (0xd800, '\u{e000}'),
        (0x10_f7ff, char::MAX),
    ] {
        let mut c = with(&[]);
        char(&mut c);
        let key = c.choices()[0].key;
        assert_eq!(char(&mut with(&[(key, index)])), expected);
    }
}

#[test]
fn require_compiles_whatever_the_error() {
    struct Opaque;
    let mut c = with(&[]);
    let value: u8 = crate::require!(&mut c, Ok::<u8, Opaque>(5));
    assert_eq!((value, c.expression()), (5, ".ok().unwrap()"));
    let mut c = with(&[]);
    let value: u8 = crate::require!(&mut c, Ok::<u8, String>(5));
    assert_eq!((value, c.expression()), (5, ".unwrap()"));
    let mut c = with(&[]);
    assert_eq!(crate::require!(&mut c, Some(5)), 5);
}

#[test]
fn what_a_variable_refers_to_becomes_a_variable() {
    let mut names = std::collections::BTreeSet::new();
    for seed in 1..300 {
        let mut c = Chooser::from_tape(BTreeMap::new(), seed).rendered();
        c.object(
            "parser",
            |c| {
                c.open("Parser::new(");
                let text = c.item(0, |c| reference(c, |c| slice(c, |c| reference(c, string))));
                let constant = c.item(1, |c| reference(c, u8));
                c.close(")");
                vec![text.len() as u8, *constant]
            },
            &[push],
        );
        if let [text, list, slice, parser, change] = c.statements()
            && parser.starts_with("let mut parser")
            && change.starts_with("parser.push(")
        {
            // One string, a list that refers to it, a slice of the list, the object that refers to the slice.
            assert!(text.starts_with("let value = \""), "{text}");
            assert_eq!(list, "let value_2 = [&value];");
            assert_eq!(slice, "let value_3 = &value_2[..];");
            let constructor = "let mut parser = Parser::new(&value_3, &";
            assert!(parser.starts_with(constructor), "{parser}");
            names.insert(c.expression().to_owned());
        }
    }
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["parser"]);
}

#[test]
fn readable_bytes_are_byte_strings_and_equal_elements_are_counted() {
    /// The text of a value with `length` elements in which every number is `number`.
    fn text<T>(length: u64, number: u64, build: impl Fn(&mut Chooser) -> T) -> String {
        let mut tape = BTreeMap::new();
        loop {
            let mut c = Chooser::from_tape(tape.clone(), 0).rendered();
            build(&mut c);
            let value = |choice: &Choice| match choice.kind {
                crate::ChoiceKind::Length => length,
                _ => number,
            };
            let all: BTreeMap<u64, u64> = c.choices().iter().map(|c| (c.key, value(c))).collect();
            if all == tape {
                return c.expression().to_owned();
            }
            tape = all;
        }
    }
    assert_eq!(text(3, 97, |c| vec(c, u8)), "b\"aaa\".to_vec()");
    assert_eq!(text(3, 97, |c| slice(c, u8)), "b\"aaa\"");
    assert_eq!(
        text(2, 97, |c| vec(c, |c| slice(c, u8))),
        "vec![&b\"aa\"[..], &b\"aa\"[..]]"
    );
    assert_eq!(text(0, 97, |c| array::<u8, 2>(c, u8)), "*b\"aa\"");
    assert_eq!(text(3, 200, |c| vec(c, u8)), "vec![200, 200, 200]");
    assert_eq!(text(7, 200, |c| slice(c, u8)), "&[200; 7]");
    assert_eq!(text(7, 97, |c| vec(c, u16)), "vec![97; 7]");
}

#[test]
fn what_processes_leave_behind_is_written_without_running_any() {
    let mut c = with(&[]);
    let output = process_output(&mut c);
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(
        c.expression(),
        "std::process::Output { status: std::os::unix::process::ExitStatusExt::from_raw(0), stdout: vec![], stderr: vec![] }"
    );
}
