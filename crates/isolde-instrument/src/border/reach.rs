//! How far a path that a person wrote reaches into an item.

use super::item::{Item, ItemType, NestedKind};

/// A way to an item from the root of a crate.
struct Route<'a> {
    segments: Vec<(&'a str, bool)>,
}

impl<'a> Route<'a> {
    /// The way to an item that contains others. Modules can be left out of a path, since items may be re-exported.
    fn modules(item: &'a Item) -> Vec<Route<'a>> {
        match item {
            Item::Crate(name) => vec![Route {
                segments: vec![(name, false)],
            }],
            Item::Nested { parent, kind, name } => {
                let mut routes = Route::to(parent);
                for route in &mut routes {
                    let is_module = *kind == NestedKind::Type;
                    route.segments.push((name, is_module));
                }
                routes
            }
            item => Route::to(item),
        }
    }

    /// The ways to an item.
    fn to(item: &'a Item) -> Vec<Route<'a>> {
        match item {
            Item::Crate(_) => Route::modules(item),
            Item::Nested { parent, name, .. } => {
                let mut routes = match &**parent {
                    Item::Nested { .. } => Route::modules(parent),
                    parent => Route::to(parent),
                };
                for route in &mut routes {
                    route.segments.push((name, false));
                }
                // A method is reached by its type and its trait, but not by its name in the module of the `impl`.
                if let Item::Impl { place, .. } = &**parent {
                    routes.extend(Route::modules(place));
                }
                routes
            }
            Item::Impl { of, of_trait, .. } => [of.named_type(), of_trait.as_deref()]
                .into_iter()
                .flatten()
                .flat_map(Route::to)
                .collect(),
            Item::Provided { of, of_trait } => [of.named_type(), Some(of_trait)]
                .into_iter()
                .flatten()
                .flat_map(Route::to)
                .collect(),
            Item::Instance { item, .. } => Route::to(item),
        }
    }

    /// The number of segments that a path reaches: its own, and those of modules that it leaves out, if it may.
    fn reached(&self, path: &[&str], may_leave_out: bool) -> Option<usize> {
        let (root, rest) = path.split_first()?;
        let (own, _) = self.segments.first()?;
        is_same_crate(root, own).then_some(())?;
        let mut at = 1;
        for segment in rest {
            loop {
                let (name, is_module) = self.segments.get(at)?;
                at += 1;
                if name == segment {
                    break;
                }
                (*is_module && may_leave_out).then_some(())?;
            }
        }
        Some(at)
    }
}

/// The crates whose items are in `std`.
const FACADE: [&str; 3] = ["std", "core", "alloc"];

fn is_same_crate(one: &str, other: &str) -> bool {
    one == other || FACADE.contains(&one) && FACADE.contains(&other)
}

impl Item {
    /// How far a path reaches into the item, if it names the item or something that contains it: a module, a type, a trait. The larger the number, the
    /// more exact the path. Modules may be left out, as paths through re-exports do: `dep::Client` names `dep::client::Client`.
    ///
    /// The function that drops the values of a type is known as that type's `drop`.
    pub fn reached_by(&self, path: &[&str]) -> Option<usize> {
        let routes = self.routes();
        let reached = routes.iter().filter_map(|route| route.reached(path, true));
        reached.max()
    }

    /// Whether a path names the item or something that contains it, and leaves no module out.
    pub(super) fn is_below(&self, path: &[&str]) -> bool {
        let routes = self.routes();
        routes
            .iter()
            .any(|route| route.reached(path, false).is_some())
    }

    /// The ways to the item.
    fn routes(&self) -> Vec<Route<'_>> {
        match self.dropped() {
            Some(dropped) => {
                let mut routes: Vec<Route<'_>> = of_type(dropped);
                for route in &mut routes {
                    route.segments.push(("drop", false));
                }
                routes
            }
            None => Route::to(self),
        }
    }
}

fn of_type(of: &ItemType) -> Vec<Route<'_>> {
    of.named_type().map(Route::to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::border::parse::parse;

    fn reached(symbol: &str, path: &str) -> Option<usize> {
        let path: Vec<&str> = path.split("::").collect();
        parse(symbol).expect("readable").reached_by(&path)
    }

    #[test]
    fn a_method_is_reached_by_its_type_its_trait_and_the_module_of_its_impl() {
        let method = "_RNvXs_NtCs1_4demo4implNtNtB6_4data4ItemNtCs2_3dep5Trait6method";
        for (path, expected) in [
            ("demo", Some(1)),
            ("demo::data", Some(2)),
            ("demo::data::Item", Some(3)),
            ("demo::Item", Some(3)),
            ("demo::Item::method", Some(4)),
            ("dep::Trait", Some(2)),
            ("dep::Trait::method", Some(3)),
            ("demo::impl", Some(2)),
            ("demo::method", None),
            ("demo::impl::method", None),
            ("dep::method", None),
            ("demo::data::Other", None),
            ("dep::Item", None),
        ] {
            assert_eq!(reached(method, path), expected, "{path}");
        }
    }

    #[test]
    fn names_of_std_are_those_of_code() {
        let open = "_RINvMs_NtCsjrHSEGnQ3l9_3std2fsNtB5_4File4openReECs1_1x";
        assert_eq!(reached(open, "std::fs::File::open"), Some(4));
        let size = "_RNvMs_NtNtCsgEmfK2I1SDS_4core3ops5rangeNtB4_5Range3len";
        assert_eq!(reached(size, "std::ops::Range::len"), Some(5));
    }

    #[test]
    fn what_calls_a_function_is_not_the_function() {
        let shim = "_RNvYNvNtCsjrHSEGnQ3l9_3std9panicking12default_hookINtNtNtCsgEmfK2I1SDS_4core3ops8function5FnMutTRNtNtB6_5panic13PanicHookInfoEE8call_mutB6_";
        assert_eq!(reached(shim, "std::panicking::default_hook"), None);
        assert_eq!(reached(shim, "std::ops::FnMut"), Some(4));
    }

    #[test]
    fn what_drops_a_value_is_reached_by_the_type() {
        let glue = "_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtCsbVXqutUjNVO_1x3DepEBI_";
        assert_eq!(reached(glue, "x::Dep"), Some(2));
        assert_eq!(reached(glue, "x::Dep::drop"), Some(3));
        assert_eq!(reached(glue, "std::ptr"), None);
    }
}
