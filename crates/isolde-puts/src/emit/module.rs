//! Rewrites a module with parameterized tests as one with conventional tests.

use super::calls::{self, Common, Options};
use super::library::Library;
use super::lines;
use super::prune::Dropped;
use super::rewrite::{Rewrite, without_library};
use super::{Conventional, EmitError, Emitted, Ending, LeftOut, MARKER, Modules, Source, Test};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::visit_mut::VisitMut;
use syn::{Attribute, FnArg, Item, ItemFn, ItemMod};

/// Rewrites a file, or rewrites the module inside it for a file beside it, with those tests whose names `keeps` accepts.
///
/// # Errors
/// [`EmitError`].
pub fn conventional(
    source: &Source,
    emitted: &[Emitted],
    keeps: &dyn Fn(&str) -> bool,
) -> Result<Conventional, EmitError> {
    let mut file = syn::parse_file(source.text)?;
    let library = Library::new(source.library);
    let mut around = library.inside(&file.items);
    let mut path = Vec::new();
    if let Some(name) = source.inside {
        let content = file.items.into_iter().find_map(|item| match item {
            Item::Mod(module) if module.ident == name => module.content,
            _ => None,
        });
        file.items = content.map_or_else(Vec::new, |(_, items)| items);
        file.attrs.clear();
        path.push(name.to_owned());
    } else {
        around = library;
    }
    let mut work = Work {
        source,
        emitted,
        keeps,
        tests: BTreeMap::new(),
        found: Vec::new(),
        dropped: Dropped::default(),
        left_out: Vec::new(),
    };
    let mut items = work.items(std::mem::take(&mut file.items), &around, &mut path);
    let Work {
        mut tests,
        found,
        dropped,
        mut left_out,
        ..
    } = work;
    for (name, why) in dropped.prune(&mut items) {
        let puts = emitted.iter().enumerate();
        let puts = puts.filter(|(index, test)| {
            found.contains(index) && test.path.last() == Some(&name.as_str())
        });
        left_out.extend(puts.map(|(_, test)| test.left_out(&why)));
    }
    for (index, test) in emitted.iter().enumerate() {
        let is_empty = test.inputs.is_empty() && test.cases.is_empty();
        if !found.contains(&index) && !is_empty {
            left_out.push(test.left_out("it is not in the file itself: a macro makes it"));
        }
    }
    left_out.sort_by(|a, b| (a.line, &a.test).cmp(&(b.line, &b.test)));
    left_out.dedup();
    let mut written = Vec::new();
    names(&items, "", &mut written);
    file.items = items;
    file.shebang = None;
    let allowed = syn::parse_file(source.allowed)?.attrs;
    // Attributes by which the file asks for lints are dropped, since they would undo the allowing of lints above.
    let own = file.attrs.into_iter().filter(|attribute| {
        !["deny", "forbid", "warn", "expect"]
            .iter()
            .any(|level| attribute.path().is_ident(level))
    });
    file.attrs = allowed.into_iter().chain(own).collect();
    let text = format!(
        "{MARKER}\n\n{}",
        lines::spaced(&prettyplease::unparse(&file))
    );
    let lines = lines::of_functions(&text);
    let placed = |mut test: Test| {
        let function = emitted[test.put].path.join("::");
        let names = [&test.name, &function].into_iter();
        test.lines = names
            .filter_map(|name| lines.get(name))
            .flatten()
            .cloned()
            .collect();
        test
    };
    Ok(Conventional {
        tests: (written.iter())
            .filter_map(|name| tests.remove(name))
            .map(placed)
            .collect(),
        source: text,
        left_out,
    })
}

impl Emitted<'_> {
    fn left_out(&self, why: &str) -> LeftOut {
        LeftOut {
            test: self.path.join("::"),
            line: self.line,
            why: why.to_owned(),
        }
    }
}

/// Collects the paths of the tests among the items.
fn names(items: &[Item], path: &str, into: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                if let Some((_, content)) = &module.content {
                    names(content, &format!("{path}{}::", module.ident), into);
                }
            }
            Item::Fn(function) if is_test(function) => {
                into.push(format!("{path}{}", function.sig.ident));
            }
            _ => {}
        }
    }
}

/// Whether an attribute makes the function an ordinary test: `#[test]`, `#[tokio::test]`.
fn is_test(function: &ItemFn) -> bool {
    let is_test = |attribute: &Attribute| {
        let last = attribute.path().segments.last();
        last.is_some_and(|last| last.ident == "test")
    };
    function.attrs.iter().any(is_test)
}

/// The function that was a parameterized test, and the tests that call it, with their endings.
type Written = (ItemFn, Vec<(ItemFn, Ending)>);

struct Work<'a> {
    source: &'a Source<'a>,
    emitted: &'a [Emitted<'a>],
    keeps: &'a dyn Fn(&str) -> bool,
    /// Tests that were written, by name.
    tests: BTreeMap<String, Test>,
    /// Indices of the parameterized tests whose functions were found.
    found: Vec<usize>,
    dropped: Dropped,
    left_out: Vec<LeftOut>,
}

impl Work<'_> {
    fn items(&mut self, items: Vec<Item>, around: &Library, path: &mut Vec<String>) -> Vec<Item> {
        let library = around.inside(&items);
        let is_ours = ours(&items);
        let is_outermost = path.len() == usize::from(self.source.inside.is_some());
        let mut new = Vec::new();
        for item in items {
            match without_library(item, &library) {
                None => {}
                Some(Item::Mod(module)) if is_ours(&module) => {}
                Some(Item::Mod(mut module)) => {
                    if let Some((_, content)) = &mut module.content {
                        path.push(module.ident.to_string());
                        *content = self.items(std::mem::take(content), &library, path);
                        path.pop();
                        new.push(Item::Mod(module));
                    } else if is_outermost {
                        new.push(self.file(module));
                    } else {
                        new.push(Item::Mod(module));
                    }
                }
                Some(Item::Fn(function)) if put_attribute(&function, &library).is_some() => {
                    new.extend(self.put(function, &library, path));
                }
                // Ordinary tests need not run twice.
                Some(Item::Fn(function)) if is_test(&function) => {}
                Some(mut item) => {
                    let mut rewrite = Rewrite {
                        library: &library,
                        chooses: false,
                    };
                    rewrite.visit_item_mut(&mut item);
                    match library.used(item.to_token_stream()) {
                        Some(what) => self.dropped.note(&item, &what),
                        None => new.push(item),
                    }
                }
            }
        }
        new
    }

    /// The item through which the new file reaches a module that is a file of its own.
    fn file(&self, mut module: ItemMod) -> Item {
        let name = &module.ident;
        match self.source.modules {
            Modules::Same => {}
            Modules::Around => {
                let is_cfg = |attribute: &&Attribute| attribute.path().is_ident("cfg");
                let attributes = module.attrs.iter().filter(is_cfg);
                return Item::Use(syn::parse_quote!(#(#attributes)* use super::#name;));
            }
            Modules::At(files) => {
                if let Some(file) = files.get(&name.to_string()) {
                    module
                        .attrs
                        .retain(|attribute| !attribute.path().is_ident("path"));
                    module.attrs.push(syn::parse_quote!(#[path = #file]));
                }
            }
        }
        Item::Mod(module)
    }

    /// A parameterized test as a function and its tests; empty if it has no inputs.
    fn put(&mut self, function: ItemFn, library: &Library, path: &[String]) -> Vec<Item> {
        let name = function.sig.ident.to_string();
        let is_it = |emitted: &Emitted| {
            let (last, modules) = emitted.path.split_last().unwrap_or((&"", &[]));
            *last == name && modules.iter().eq(path.iter())
        };
        let emitted = self.emitted;
        let whole = Item::Fn(function.clone());
        let Some(index) = emitted.iter().position(is_it) else {
            self.dropped.note(&whole, "isolde::put");
            return Vec::new();
        };
        self.found.push(index);
        let emitted = &emitted[index];
        let mut left_out = Vec::new();
        let modules = &path[usize::from(self.source.inside.is_some())..];
        let items = match self.written(function, library, emitted, &mut left_out) {
            Ok(Some((function, tests))) => {
                let named = tests
                    .into_iter()
                    .map(|(test, ending)| (test_of(&test, modules, index, ending), test));
                let kept = named.filter(|(test, _)| (self.keeps)(&test.name));
                let mut items = Vec::new();
                for (test, item) in kept.collect::<Vec<_>>() {
                    self.tests.insert(test.name.clone(), test);
                    items.push(Item::Fn(item));
                }
                // A function that no test calls is not needed, and might not compile.
                if !items.is_empty() {
                    items.insert(0, Item::Fn(function));
                }
                items
            }
            Ok(None) => Vec::new(),
            Err(why) => {
                left_out.push(why);
                Vec::new()
            }
        };
        if items.is_empty() {
            self.dropped.note(&whole, "isolde::put");
        }
        let left_out = left_out.iter().map(|why| emitted.left_out(why));
        self.left_out.extend(left_out);
        items
    }

    /// The function and its tests, if it has any; the reasons for leaving some of them out are added to `left_out`.
    fn written(
        &self,
        mut function: ItemFn,
        library: &Library,
        emitted: &Emitted,
        left_out: &mut Vec<String>,
    ) -> Result<Option<Written>, String> {
        let options = match put_attribute(&function, library) {
            Some(index) => Options::of(&function.attrs.remove(index)),
            None => Ok(Options::default()),
        };
        let options = options.map_err(|error| format!("its attribute cannot be read: {error}"))?;
        // These attributes belong to the tests, not to the function.
        let (kept, own): (Vec<Attribute>, Vec<Attribute>) =
            function.attrs.drain(..).partition(|attribute| {
                ["ignore", "should_panic", "cfg"]
                    .iter()
                    .any(|name| attribute.path().is_ident(name))
            });
        function.attrs = own;
        for argument in &mut function.sig.inputs {
            if let FnArg::Typed(argument) = argument {
                argument.attrs.clear();
            }
        }
        let mut rewrite = Rewrite {
            library,
            chooses: false,
        };
        rewrite.visit_item_fn_mut(&mut function);
        if rewrite.chooses {
            return Err("its body makes choices of its own".to_owned());
        }
        if let Some(what) = library.used(function.to_token_stream()) {
            return Err(format!("it uses `{what}`"));
        }
        let cases = emitted.cases.iter().enumerate();
        for (number, case) in cases.filter(|(_, case)| !calls::is_test(case)) {
            let why = match case {
                Some(outcome) => outcome,
                None => "would change something outside the process",
            };
            left_out.push(format!("its inline case {} {why}", number + 1));
        }
        let common = Common {
            function: &function,
            kept: &kept,
            options: &options,
            is_no_std: self.source.is_no_std,
        };
        let tests = common.tests(emitted.cases, emitted.inputs);
        let mut tests =
            tests.map_err(|error| format!("the text of an input cannot be read: {error}"))?;
        let all = tests.len();
        tests.retain(|(test, _)| library.used(test.to_token_stream()).is_none());
        if tests.len() < all {
            let made = all - tests.len();
            left_out.push(format!("{made} of its inputs are made by the library"));
        }
        if tests.is_empty() {
            return Ok(None);
        }
        let cfgs = kept
            .into_iter()
            .filter(|attribute| attribute.path().is_ident("cfg"));
        function.attrs.extend(cfgs);
        Ok(Some((function, tests)))
    }
}

/// The description of a test in these modules of the file.
fn test_of(item: &ItemFn, modules: &[String], put: usize, ending: Ending) -> Test {
    let name = item.sig.ident.to_string();
    let modules = modules.iter().map(|module| format!("{module}::"));
    Test {
        name: modules.collect::<String>() + &name,
        put,
        is_ignored: ending == Ending::Passes
            && (item.attrs.iter()).any(|attribute| attribute.path().is_ident("ignore")),
        ending,
        lines: Vec::new(),
    }
}

/// A predicate for those modules among these items that hold conventional tests emitted before.
fn ours(items: &[Item]) -> impl Fn(&ItemMod) -> bool + use<> {
    let modules: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            Item::Mod(module) => Some(module.ident.to_string()),
            _ => None,
        })
        .collect();
    move |module| {
        let name = module.ident.to_string();
        let is_made_of = |of: &str| of == "main" || modules.iter().any(|module| module == of);
        module.content.is_none() && name.strip_suffix("_inputs").is_some_and(is_made_of)
    }
}

/// The index of the attribute that makes the function a parameterized test.
fn put_attribute(function: &ItemFn, library: &Library) -> Option<usize> {
    let is_put = |attribute: &Attribute| library.is(attribute.path(), "put");
    function.attrs.iter().position(is_put)
}
