//! Maps and sets. A later entry replaces an earlier one with the same key, as it does in the rendered expressions.

use super::containers::{USUAL, type_arguments};
use crate::chooser::{Chooser, is_below};
use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

/// Calls `entry` for each of a chosen number of entries, and writes `path::from([…])`. An empty collection shows the types of its entries where the compiler
/// would not know them.
fn entries(
    c: &mut Chooser,
    path: &str,
    types: &[&'static str],
    mut entry: impl FnMut(&mut Chooser),
) {
    let start = c.expression().len();
    let length = c.count(USUAL);
    c.text(path);
    c.open_conversion("::from([");
    let mut index = 0;
    while is_below(index, length) {
        c.item(index as u64, &mut entry);
        index += 1;
    }
    c.close("])");
    if index == 0 {
        c.write(|r| {
            r.expression.truncate(start + path.len());
            let types = type_arguments(r, types);
            r.expression.push_str(&format!("{types}::new()"));
        });
    }
}

fn pair<K, V>(
    c: &mut Chooser,
    key: &impl Fn(&mut Chooser) -> K,
    value: &impl Fn(&mut Chooser) -> V,
) -> (K, V) {
    c.open_exact("(");
    let pair = (c.item(0, key), c.item(1, value));
    c.close(")");
    pair
}

/// `HashMap`.
pub fn hash_map<K: Eq + Hash, V>(
    c: &mut Chooser,
    key: impl Fn(&mut Chooser) -> K,
    value: impl Fn(&mut Chooser) -> V,
) -> HashMap<K, V> {
    let mut map = HashMap::new();
    let types = [type_name::<K>(), type_name::<V>()];
    entries(c, "std::collections::HashMap", &types, |c| {
        let (key, value) = pair(c, &key, &value);
        map.insert(key, value);
    });
    map
}

/// `BTreeMap`.
pub fn btree_map<K: Ord, V>(
    c: &mut Chooser,
    key: impl Fn(&mut Chooser) -> K,
    value: impl Fn(&mut Chooser) -> V,
) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    let types = [type_name::<K>(), type_name::<V>()];
    entries(c, "std::collections::BTreeMap", &types, |c| {
        let (key, value) = pair(c, &key, &value);
        map.insert(key, value);
    });
    map
}

/// `HashSet`.
pub fn hash_set<T: Eq + Hash>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> HashSet<T> {
    let mut set = HashSet::new();
    entries(c, "std::collections::HashSet", &[type_name::<T>()], |c| {
        set.insert(element(c));
    });
    set
}

/// `BTreeSet`.
pub fn btree_set<T: Ord>(c: &mut Chooser, element: impl Fn(&mut Chooser) -> T) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    entries(c, "std::collections::BTreeSet", &[type_name::<T>()], |c| {
        set.insert(element(c));
    });
    set
}
