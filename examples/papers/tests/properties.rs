//! The parameterized tests of the papers. `cargo test` runs them with the inputs in `isolde/puts/`; `cargo isolde explore` finds more.
//!
//! Three of them fail, as they do in the papers: `check_never_fails`, `only_a_member_can_be_removed` and `goal_is_never_reached`.

use papers::avl::AvlTree;
use papers::dsc::{Reached, foobar};
use papers::heap::Heap;
use papers::list::SinglyLinkedList;
use papers::registry::RegistrySettingsStorage;
use papers::settings::{Colour, MemorySettingsStorage, SettingsGroup, Value};
use papers::y2k::{self, Date};

#[isolde::factory(foreign)]
fn date(year: i32, month: u8, day: u8) -> Date {
    Date { year, month, day }
}

/// Moles: there is a day on which the check fails.
#[isolde::put]
#[ignore = "fails: the paper's bug"]
fn check_never_fails(#[by(date)] today: Date) {
    isolde::assume!((1..=12).contains(&today.month) && (1..=31).contains(&today.day));
    y2k::check(today);
}

/// Moles: that day is the only one.
#[isolde::put(allow("y2k bug!"))]
fn check_fails_on_one_day_only(#[by(date)] today: Date) {
    if today.year == 2000 && (today.month, today.day) == (1, 1) {
        isolde::assert_reachable!("the day");
    }
    let fails = std::panic::catch_unwind(|| y2k::check(today)).is_err();
    assert_eq!(fails, today == Date { year: 2000, month: 1, day: 1 });
}

#[isolde::factory(foreign)]
fn value(kind: u8, number: i32, text: String) -> Value {
    match kind % 5 {
        0 => Value::Int(number),
        1 => Value::Bool(number != 0),
        2 => Value::Text(text),
        3 => Value::Choice(Colour::Red),
        _ => Value::Choice(Colour::Green),
    }
}

/// `SaveSetting`: a saved value can be read back, and is counted as a change unless the setting had it before.
#[isolde::put]
fn save_setting(name: &str, #[by(value)] old: Value, #[by(value)] new: Value) {
    let mut storage = MemorySettingsStorage::new();
    storage.save_setting(name, old.clone());
    let mut group = SettingsGroup::new(storage);
    group.save_setting(name, new.clone());
    assert_eq!(group.get_setting(name), Some(&new));
    assert_eq!(group.changes(), u32::from(old != new));
}

/// `RemoveSetting`: a saved setting can be removed once, and no other setting is removed with it.
#[isolde::put]
fn remove_setting(name: &str, value: i32, other: &str) {
    let mut storage = RegistrySettingsStorage::new();
    assert!(!storage.remove_setting(name));
    storage.save_setting(name, value);
    storage.save_setting(other, value);
    assert!(storage.remove_setting(name));
    assert_eq!(storage.get_setting(name), None);
    assert_eq!(storage.get_setting(other).is_some(), name != other);
}

/// `AddFirst`: the list contains the values, the last one first.
#[isolde::put]
fn add_first(values: Vec<i32>) {
    let mut list = SinglyLinkedList::new();
    for &value in &values {
        list.add_first(value);
    }
    assert_eq!(list.head(), values.last().copied());
    assert_eq!(list.tail(), values.first().copied());
    assert_eq!(list.count(), values.len());
}

/// `Clear`: a cleared tree contains none of its former items.
#[isolde::put]
fn clear(items: Vec<i32>) {
    let mut tree = AvlTree::new(&items);
    assert_eq!(tree.count(), items.len());
    assert!(items.iter().all(|item| tree.contains(*item)));
    tree.clear();
    assert_eq!(tree.count(), 0);
    assert!(!items.iter().any(|item| tree.contains(*item)));
}

/// `Heap.Remove`: an item that was not added cannot be removed. The paper's defect makes it fail.
#[isolde::put]
#[ignore = "fails: the paper's defect"]
fn only_a_member_can_be_removed(input: Vec<i32>, item: i32) {
    let mut heap = Heap::new(&input);
    assert_eq!(heap.remove(item), input.contains(&item));
}

/// Dsc, listing 3: the result of a method decides; here it is a parameter.
#[isolde::put]
#[ignore = "fails: the goal of the paper's search"]
fn goal_is_never_reached(answer: i32, b: i32) {
    assert_eq!(foobar(answer, b), Reached::Other);
}
