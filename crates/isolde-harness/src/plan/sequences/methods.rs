//! Recognises by names and signatures which conventions apply to the methods of a type.

use super::conventions::{
    Accepted, After, Always, Because, Comparison, ItemTest, Items, Pop, Test,
};
use super::items::item_of;
use super::{Gives, Step};
use crate::call::{By, Output};
use crate::index::Index;
use crate::plan::calls::target;
use crate::plan::observers::is_written_down;
use crate::plan::{Argument, Chosen, Thunk};
use crate::types::mentions;
use isolde_model::{StdItem, Type};

/// The methods of one type, as far as conventions are about them.
pub(crate) struct Methods<'m> {
    /// Methods with `&self` and at most one more argument: name and call.
    shared: Vec<(&'m str, &'m Thunk)>,
    /// Methods with `&mut self` and no other argument.
    taking: Vec<(&'m str, &'m Thunk)>,
    /// Whether `insert` tells whether something was there before, as those of sets and maps do.
    replaces: bool,
    /// The type of the values of a map: `insert` takes a key and a value, and returns the value that the key had before.
    value: Option<&'m Type>,
    /// The type of the items of `iter`.
    item: Option<Type>,
    /// Whether something can be removed.
    removes: bool,
    /// Whether the package has its own impl of `Clone` for the type.
    is_cloned_by_hand: bool,
}

impl<'m> Methods<'m> {
    /// The methods among the calls whose first argument is a value of the type.
    pub(crate) fn of(of: &Type, index: &Index<'m>, calls: &'m [(usize, Chosen)]) -> Methods<'m> {
        let functions = &index.model.functions;
        let own = || {
            let calls = calls.iter();
            calls.filter_map(|(number, chosen)| {
                let first = chosen.thunk.arguments.first()?;
                let is_own = target(&first.of) == of;
                is_own.then_some((functions[*number].name.as_str(), &chosen.thunk))
            })
        };
        let shared = own().filter(|(_, thunk)| {
            thunk.arguments[0].by == By::Place(false)
                && !thunk.arguments[0].is_moved()
                && thunk.arguments.len() <= 2
                && thunk.call.imports.is_empty()
        });
        let is_replacing = |(name, thunk): (&str, &Thunk)| {
            let result = thunk.result.as_ref();
            name == "insert"
                && result.is_some_and(|of| {
                    of.is_primitive("bool") || of.std_item() == Some(StdItem::Option)
                })
        };
        let value = |(name, thunk): (&str, &'m Thunk)| {
            let [_, _, value] = &thunk.arguments[..] else {
                return None;
            };
            let is_replaced = match thunk.result.as_ref()?.std() {
                Some((StdItem::Option, [before])) => *before == value.of,
                _ => false,
            };
            (name == "insert" && is_replaced).then_some(&value.of)
        };
        let taking = own().filter(|(_, thunk)| {
            thunk.arguments[0].by == By::Place(true)
                && thunk.arguments.len() == 1
                && thunk.call.imports.is_empty()
        });
        let mut items = calls.iter().filter_map(|(number, chosen)| {
            let thunk = &chosen.thunk;
            let is_own = thunk
                .arguments
                .first()
                .is_some_and(|first| target(&first.of) == of);
            let is_iter = is_own && iterates(&functions[*number].name, thunk);
            is_iter.then(|| item_of(index, of, &functions[*number]))
        });
        Methods {
            item: items.next().flatten(),
            shared: shared.collect(),
            taking: taking.collect(),
            value: own().find_map(value),
            removes: own().any(|(name, thunk)| is_removal(name) && thunk.arguments.len() == 2),
            replaces: own().any(is_replacing),
            is_cloned_by_hand: own()
                .any(|(name, thunk)| name == "clone" && thunk.result.as_ref() == Some(of)),
        }
    }

    fn returns(&self, name: &str, primitive: &str) -> bool {
        self.shared.iter().any(|(each, thunk)| {
            let result = thunk.result.as_ref();
            *each == name
                && thunk.arguments.len() == 1
                && result.is_some_and(|of| of.is_primitive(primitive))
        })
    }

    fn has_length(&self) -> bool {
        self.returns("len", "usize")
    }

    fn has_is_empty(&self) -> bool {
        self.returns("is_empty", "bool")
    }

    /// The conventions about a value at any time.
    pub(crate) fn always(&self) -> Vec<Always> {
        let has_items = self
            .shared
            .iter()
            .any(|(name, thunk)| iterates(name, thunk));
        let with_length = [
            (self.has_is_empty(), Always::EmptyIfNoLength),
            (has_items, Always::LengthIsCount),
            (
                self.returns("capacity", "usize"),
                Always::LengthWithinCapacity,
            ),
        ]
        .into_iter()
        .filter(|(applies, _)| *applies && self.has_length())
        .map(|(_, convention)| convention);
        let contained = self.item_test().map(Always::ItemsContained);
        with_length.chain(contained).collect()
    }

    /// How the items can be copied, if they can be written down and each equals itself; and whether their order means nothing, as in sets and maps.
    pub(crate) fn items(&self) -> Option<(Items, bool)> {
        let item = self.item.as_ref()?;
        let is_unequal = |each: &Type| each.is_primitive("f32") || each.is_primitive("f64");
        let (items, _) = Items::of(item)?;
        (is_written_down(item) && !mentions(item, &is_unequal)).then_some((items, self.replaces))
    }

    /// How the type tells whether it contains one of the items of `iter`.
    fn item_test(&self) -> Option<ItemTest> {
        let (items, key) = Items::of(self.item.as_ref()?)?;
        if !is_repeatable(key) {
            return None;
        }
        let methods = match items {
            Items::Entries => ["contains_key", "contains"],
            Items::Owned | Items::References => ["contains", "contains_key"],
        };
        methods.into_iter().find_map(|method| {
            let (_, test) = self.shared.iter().find(|(name, _)| *name == method)?;
            let argument = test.arguments.get(1)?;
            let by_reference = matches!(argument.of, Type::Reference { .. });
            let is_test = target(&argument.of) == key && returns_bool(test);
            is_test.then_some(ItemTest {
                method,
                is_entry: items == Items::Entries,
                sign: match (items, by_reference) {
                    (Items::Owned, true) => "&",
                    (Items::References | Items::Entries, false) => "*",
                    _ => "",
                },
            })
        })
    }

    /// The methods that compare two values of the type.
    pub(crate) fn comparisons(&self, of: &Type) -> Vec<Comparison> {
        let shared = self.shared.iter();
        shared
            .filter(|(_, thunk)| {
                let result = thunk.result.as_ref();
                let compared = thunk.arguments.get(1);
                result.is_some_and(|result| result.std_item() == Some(StdItem::Ordering))
                    && compared
                        .is_some_and(|other| other.by == By::Shared && target(&other.of) == of)
            })
            .map(|(name, _)| Comparison((*name).to_owned()))
            .collect()
    }

    /// The conventions about a value after a call on it, which is its first argument.
    pub(crate) fn after(&self, name: &str, step: &Step) -> Vec<After> {
        let thunk = &step.chosen.thunk;
        let mut found = Vec::new();
        let is_result = thunk
            .result
            .as_ref()
            .is_some_and(|of| of.std_item() == Some(StdItem::Result));
        let borrows = matches!(step.gives, Gives::Borrowed(..));
        match thunk.arguments[0].by {
            _ if thunk.arguments[0].is_moved() => {}
            By::Place(false) | By::Shared if !borrows => {
                found.push(After::Unchanged(Because::Shared));
            }
            By::Place(true) | By::Mutable if !borrows => {
                if is_about_memory(name) {
                    found.push(After::Unchanged(Because::Memory));
                } else if is_result && thunk.call.output == Output::Value {
                    found.push(After::Unchanged(Because::Failed));
                }
                // Where only `len` tells, it may be a fixed size, as that of a set of bits is.
                if name == "clear" && thunk.arguments.len() == 1 && self.has_is_empty() {
                    found.push(After::Emptied);
                }
                let is_unit = thunk.result.as_ref().is_none_or(Type::is_unit);
                if let Some(test) = self.test(thunk).filter(|_| !is_result) {
                    match name {
                        "insert" if self.replaces || is_unit => {
                            found.push(After::Contained(test));
                            found.extend(self.found(thunk));
                        }
                        "remove" if self.replaces && thunk.arguments.len() == 2 => {
                            found.push(After::Absent(test));
                        }
                        _ => {}
                    }
                }
                found.extend(self.popped(name, thunk).map(Box::new).map(After::Popped));
                if self.gives_ids(name, thunk, step) {
                    found.push(After::NewId);
                }
                if self.is_cloned_by_hand && thunk.arguments.len() <= 2 {
                    found.push(After::OthersUnchanged);
                }
            }
            _ => {}
        }
        found
    }

    /// The method that tells whether the second argument of a call is contained.
    fn test(&self, thunk: &Thunk) -> Option<Test> {
        let key = thunk.arguments.get(1)?;
        let owned = target(&key.of);
        if !is_repeatable(owned) {
            return None;
        }
        let mut tests = ["contains", "contains_key", "get"].into_iter();
        tests.find_map(|method| {
            let (_, test) = self.shared.iter().find(|(name, _)| *name == method)?;
            let argument = test.arguments.get(1)?;
            let is_look_up = method == "get";
            let is_test = match is_look_up {
                // The number of an item in a list is no key.
                true => {
                    self.value.is_some()
                        && test.result.as_ref().and_then(Type::std_item) == Some(StdItem::Option)
                }
                false => returns_bool(test),
            };
            (is_test && target(&argument.of) == owned).then_some(Test {
                method,
                refers: refers(argument, key),
                is_look_up,
            })
        })
    }

    /// The method that finds the value that a call inserts with a key.
    fn found(&self, thunk: &Thunk) -> Option<After> {
        let [_, key, value] = &thunk.arguments[..] else {
            return None;
        };
        let (_, test) = self.shared.iter().find(|(name, _)| *name == "get")?;
        let argument = test.arguments.get(1)?;
        let found = match test.result.as_ref()?.std() {
            Some((StdItem::Option, [found])) => found,
            _ => return None,
        };
        let is_found = self.value == Some(&value.of)
            && is_repeatable(&value.of)
            && target(found) == &value.of
            && target(&argument.of) == target(&key.of);
        is_found.then_some(After::Found(
            Test {
                method: "get",
                refers: refers(argument, key),
                is_look_up: true,
            },
            matches!(found, Type::Reference { .. }),
        ))
    }

    /// How what this call adds can be taken again.
    fn popped(&self, name: &str, thunk: &Thunk) -> Option<Pop> {
        let (pops, is_next): (&[&str], bool) = match name {
            "push_back" => (&["pop_back"], true),
            "push_front" => (&["pop_front"], true),
            "push" => (&["pop"], false),
            "enqueue" => (&["dequeue"], false),
            _ => return None,
        };
        let [_, item] = &thunk.arguments[..] else {
            return None;
        };
        let accepted = match thunk.result.as_ref() {
            None => Accepted::Always,
            Some(of) if of.is_unit() => Accepted::Always,
            Some(of) if of.is_primitive("bool") => Accepted::True,
            Some(of) => match of.std_item()? {
                StdItem::Result => Accepted::Ok,
                StdItem::Option => Accepted::None,
                _ => return None,
            },
        };
        let (_, pop) = self.taking.iter().find(|(name, _)| pops.contains(name))?;
        let is_same = match pop.result.as_ref()?.std() {
            Some((StdItem::Option, [popped])) => *popped == item.of,
            _ => false,
        };
        (is_same && is_repeatable(&item.of)).then(|| Pop {
            call: (*pop).clone(),
            is_next,
            accepted,
        })
    }

    /// Whether the call gives an id for a new value, and there are ways to remove the value again.
    fn gives_ids(&self, name: &str, thunk: &Thunk, step: &Step) -> bool {
        let is_addition = matches!(
            name,
            "insert" | "add" | "push" | "alloc" | "allocate" | "create" | "spawn" | "register"
        );
        is_addition
            && self.removes
            && thunk.arguments.len() == 2
            && matches!(step.gives, Gives::Value(pool, _) if pool > 0)
    }
}

/// Whether the call is that of `iter`, which gives items.
fn iterates(name: &str, thunk: &Thunk) -> bool {
    name == "iter" && thunk.arguments.len() == 1 && thunk.call.output == Output::Items
}

fn is_removal(name: &str) -> bool {
    matches!(
        name,
        "remove" | "delete" | "free" | "dealloc" | "release" | "despawn" | "unregister" | "take"
    )
}

fn returns_bool(thunk: &Thunk) -> bool {
    let result = thunk.result.as_ref();
    result.is_some_and(|of| of.is_primitive("bool"))
}

/// Whether a method takes a reference to a key, and a call takes the key itself.
fn refers(argument: &Argument, key: &Argument) -> bool {
    matches!(argument.by, By::Shared) && !matches!(key.by, By::Shared)
}

/// Whether values of the type are copied where they are passed, so that they can be looked at after the call, and each equals itself.
fn is_repeatable(of: &Type) -> bool {
    matches!(of, Type::Primitive(name) if !matches!(name.as_str(), "str" | "never" | "f32" | "f64"))
}

/// Whether a method of this name is only about memory.
fn is_about_memory(name: &str) -> bool {
    matches!(
        name,
        "reserve" | "reserve_exact" | "try_reserve" | "shrink_to_fit" | "shrink_to"
    )
}
