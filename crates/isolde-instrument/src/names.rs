//! What is known about functions from their names.

use isolde_abi::library::{IS_RENDERING, PUT_LOOP};

/// The name as written in source code, without hashes.
pub(crate) fn demangle(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// The name as written in source code, without numbers that linking added.
pub(crate) fn readable(symbol: &str) -> String {
    demangle(without_numbers(symbol))
}

/// The symbol without numbers that linking added.
pub(crate) fn without_numbers(symbol: &str) -> &str {
    let mut symbol = symbol.split(".llvm.").next().unwrap_or(symbol);
    while let Some((head, tail)) = symbol.rsplit_once('.')
        && !tail.is_empty()
        && tail.bytes().all(|byte| byte.is_ascii_digit())
    {
        symbol = head;
    }
    symbol
}

/// Whether the function is the body of a closure.
pub(crate) fn is_closure(symbol: &str) -> bool {
    let name = readable(symbol);
    let own = name.rsplit("::").next().unwrap_or(&name);
    // A function that is generic over a closure's type has that in its name, too, but not at the end.
    own.ends_with('}') && (own.starts_with("{closure") || own.starts_with("{{closure"))
}

/// Whether the function reports a failed check that the compiler added.
pub(crate) fn is_compiler_check(symbol: &str) -> bool {
    let name = demangle(symbol);
    let Some(panic) = name.strip_prefix("core::panicking::") else {
        return false;
    };
    panic.starts_with("panic_const::")
        || matches!(
            panic,
            "panic_bounds_check"
                | "panic_misaligned_pointer_dereference"
                | "panic_null_pointer_dereference"
                | "panic_invalid_enum_construction"
                | "panic_cannot_unwind"
                | "panic_in_cleanup"
                | "panic_nounwind"
        )
}

/// Whether the function gets no shadows, because it runs while a panic unwinds or in a signal handler, where nothing is recorded.
///
/// The function's own path decides, not other parts of its symbol: the symbol of an instance of a widely used generic function, such as the one that
/// grows vectors, contains the crate that happened to instantiate it first.
pub(crate) fn gets_no_shadows(symbol: &str) -> bool {
    symbol == "rust_eh_personality"
        || symbol.contains("14signal_handler")
            && demangle(symbol).ends_with("::stack_overflow::imp::signal_handler")
}

/// Functions at whose entry a panic has begun.
pub(crate) fn begins_panic(symbol: &str) -> bool {
    // The cheap test comes first: most symbols do not mention panics.
    symbol.contains("panic")
        && matches!(
            demangle(symbol).as_str(),
            "core::panicking::panic_fmt"
                | "core::panicking::panic_nounwind_fmt"
                | "core::panicking::panic_nounwind_fmt::runtime"
                | "std::panicking::panic_with_hook"
                | "std::panicking::rust_panic_with_hook"
        )
}

/// Whether the function is one with which std reports a panic, to a terminal that nobody reads: the default hook, the printing of backtraces, and the
/// look-up of source lines, which needs all of gimli.
pub(crate) fn reports_panics(symbol: &str) -> bool {
    // The cheap test comes first: most symbols have nothing to do with backtraces.
    if !["12backtrace_rs", "16DisplayBacktrace", "12default_hook"]
        .iter()
        .any(|part| symbol.contains(part))
    {
        return false;
    }
    let name = demangle(symbol);
    name.contains("backtrace_rs::symbolize::gimli::resolve")
        || matches!(
            name.as_str(),
            "std::panicking::default_hook"
                | "<<std::sys::backtrace::BacktraceLock>::print::DisplayBacktrace as core::fmt::Display>::fmt"
        )
}

/// Whether this is the library's function that returns whether a run renders source text. It always returns `false` in programs that are only
/// explored. Drivers use the second name of the library.
pub(crate) fn tells_rendering(symbol: &str) -> bool {
    symbol.contains("12is_rendering") && IS_RENDERING.contains(&demangle(symbol).as_str())
}

/// Whether this is the library's loop over parameterized tests.
pub(crate) fn is_put_loop(symbol: &str) -> bool {
    symbol.contains("6engine4main") && demangle(symbol) == PUT_LOOP
}

/// Whether this is the function of the test harness that the `main` of a test program calls.
pub(crate) fn is_test_harness(symbol: &str) -> bool {
    symbol.contains("test_main_static")
        && matches!(
            demangle(symbol).as_str(),
            "test::test_main_static" | "test::test_main_static_abort"
        )
}

/// Whether the function says what the hasher of std has computed, by an algorithm that std does not promise.
pub(crate) fn finishes_hash(symbol: &str) -> bool {
    let finishes = symbol.contains("13DefaultHasher") && symbol.contains("6finish");
    finishes && demangle(symbol).contains("DefaultHasher as core::hash::Hasher>::finish")
}

/// Whether the function computes the capacity of a vector that has to grow, by a rule that std does not promise.
pub(crate) fn grows_vectors(symbol: &str) -> bool {
    symbol.contains("7raw_vec")
        && symbol.contains("RawVec")
        && ["14grow_amortized", "8grow_one", "21do_reserve_and_handle"]
            .iter()
            .any(|method| symbol.contains(method))
}

/// Whether the function computes the hash of a key for a hash table.
pub(crate) fn hashes_key(symbol: &str) -> bool {
    symbol.contains("8hash_one") && demangle(symbol).contains("BuildHasher>::hash_one")
}

/// Whether the function compares two slices of bytes, each given as a pointer and a length.
pub(crate) fn compares_slices(symbol: &str) -> bool {
    // The cheap test comes first. All of these are methods of `str`, `[u8]` or `&str`.
    let methods = [
        "eq",
        "ne",
        "cmp",
        "equal",
        "compare",
        "starts_with",
        "ends_with",
        "is_prefix_of",
        "is_suffix_of",
        "is_contained_in",
        "eq_ignore_ascii_case",
        "eq_ignore_ascii_case_simple",
    ];
    if !symbol.contains("4core") || !methods.iter().any(|method| symbol.contains(method)) {
        return false;
    }
    let name = demangle(symbol);
    let Some(inside) = ["<str", "<[u8]", "<&str", "<u8 as core::slice::"]
        .iter()
        .find_map(|own| name.strip_prefix(own))
    else {
        return false;
    };
    let of_core = inside.starts_with(">::")
        || inside.starts_with(" as core::")
        || inside.contains("SliceOrd");
    let method = inside
        .split_once(">::")
        .map_or("", |(_, method)| method.split("::<").next().unwrap_or(""));
    of_core && methods.contains(&method.rsplit("::").next().unwrap_or(method))
}

/// If the function compares the elements of two slices of the same length byte by byte: how many bytes an element takes. It is given two pointers and the
/// length.
pub(crate) fn compares_elements(symbol: &str) -> Option<u64> {
    if !symbol.contains("17equal_same_length") {
        return None;
    }
    let name = demangle(symbol);
    let (element, _) = operands(&name, "core::slice::cmp::SlicePartialEq")?;
    bytes_of(element)
}

/// A comparison of an array with a slice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WithArray {
    /// Whether the array is the first operand.
    pub(crate) is_first: bool,
    /// The number of elements of the array.
    pub(crate) length: u64,
    /// How many bytes an element takes.
    pub(crate) bytes: u64,
}

/// If the function compares an array with a slice: a pointer to the one, and a pointer and the length of the other.
pub(crate) fn compares_with_array(symbol: &str) -> Option<WithArray> {
    if !symbol.contains("5array8equality") {
        return None;
    }
    let name = demangle(symbol);
    let (first, rest) = operands(&name, "core::cmp::PartialEq")?;
    let (second, method) = rest.split_once(">>::")?;
    if !matches!(method, "eq" | "ne") {
        return None;
    }
    let inside = |operand: &str| Some(operand.strip_prefix('[')?.strip_suffix(']')?.to_owned());
    let [first, second] = [inside(first)?, inside(second)?];
    let (is_first, array, slice) = match (first.split_once("; "), second.split_once("; ")) {
        (Some(array), None) => (true, array, &second),
        (None, Some(array)) => (false, array, &first),
        _ => return None,
    };
    (array.0 == slice.as_str()).then_some(())?;
    Some(WithArray {
        is_first,
        length: array.1.trim_end_matches("usize").parse().ok()?,
        bytes: bytes_of(slice)?,
    })
}

/// The type that implements a trait with an argument, and what follows in the name of a method: the argument first.
fn operands<'n>(name: &'n str, of_trait: &str) -> Option<(&'n str, &'n str)> {
    let (own, rest) = name.strip_prefix('<')?.split_once(" as ")?;
    Some((own, rest.strip_prefix(of_trait)?.strip_prefix('<')?))
}

/// The size of numbers, characters and truth values.
fn bytes_of(primitive: &str) -> Option<u64> {
    match primitive {
        "u8" | "i8" | "bool" => Some(1),
        "u16" | "i16" => Some(2),
        "u32" | "i32" | "char" => Some(4),
        "u64" | "i64" | "usize" | "isize" => Some(8),
        _ => None,
    }
}

/// Whether the function draws the random keys of hash tables.
pub(crate) fn draws_hash_keys(symbol: &str) -> bool {
    symbol.contains("19hashmap_random_keys")
}

/// Whether a symbol is one that Rust mangled (v0 or legacy): nothing outside the module can refer to it by name.
pub(crate) fn is_mangled(symbol: &str) -> bool {
    symbol.starts_with("_R") || symbol.starts_with("_ZN")
}

/// Whether the function with this symbol belongs to one of the crates: its demangled path begins with the crate's name.
pub(crate) fn is_of_crate(symbol: &str, crates: &[String]) -> bool {
    let path = demangle(symbol);
    let path = path.trim_start_matches('<').trim_start_matches('&');
    crates.iter().any(|name| {
        path.strip_prefix(name.as_str())
            .is_some_and(|rest| rest.starts_with("::") || rest.starts_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_are_known_by_the_last_part_of_their_names() {
        assert!(is_closure("_RNCNvCs1234_3own4list0B3_"));
        assert!(!is_closure("_RNvCs1234_3own4list"));
        assert!(!is_closure("_RINvCs1234_3own4listNCNvB2_4main0EB2_"));
    }

    #[test]
    fn crates_are_distinguished_by_the_first_segment() {
        let crates = ["demo".to_owned()];
        assert!(is_of_crate("_RNvCs1_4demo3foo", &crates));
        assert!(!is_of_crate("_RNvCs1_5demos3foo", &crates));
        assert!(!is_of_crate("_RNvCs1_3std4demo", &crates));
    }

    #[test]
    fn the_librarys_rendering_test_is_distinguished_from_the_packages_functions() {
        for library in ["8___isolde", "6isolde"] {
            assert!(tells_rendering(&format!(
                "_RNvMNtCs1_{library}7chooserNtB2_7Chooser12is_rendering"
            )));
        }
        assert!(!tells_rendering(
            "_RNvMNtCs1_4demo7chooserNtB2_7Chooser12is_rendering"
        ));
    }

    #[test]
    fn the_source_of_random_keys_is_found() {
        assert!(draws_hash_keys(
            "_RNvNtNtNtCsjrHSEGnQ3l9_3std3sys6random5linux19hashmap_random_keys"
        ));
    }

    #[test]
    fn comparisons_of_texts_are_distinguished_from_others() {
        for comparison in [
            "_RNvXs_NtNtCsgEmfK2I1SDS_4core3str6traitseNtNtB8_3cmp9PartialEq2eqCs6xxl1lAjzDf_1a",
            "_RNvXNtNtCsgEmfK2I1SDS_4core3str6traitseNtNtB6_3cmp3Ord3cmpCs6xxl1lAjzDf_1a",
            "_RINvMNtCsgEmfK2I1SDS_4core3stre11starts_withReECs6xxl1lAjzDf_1a",
            "_RNvMNtCsgEmfK2I1SDS_4core3stre20eq_ignore_ascii_caseCs6xxl1lAjzDf_1a",
            "_RNvXst_NtNtCsgEmfK2I1SDS_4core3str7patternReNtB5_7Pattern12is_prefix_ofCs6xxl1lAjzDf_1a",
        ] {
            assert!(compares_slices(comparison), "{}", demangle(comparison));
        }
        assert!(!compares_slices(
            "_RNvXs9_NtNtCsgEmfK2I1SDS_4core3str6traitsINtNtNtB9_3ops5range9RangeFromjEINtNtNtB9_5slice5index10SliceIndexeE5indexCs6xxl1lAjzDf_1a"
        ));
        assert!(!compares_slices("_RNvCs1_4core2eq"));
    }

    #[test]
    fn comparisons_of_elements_say_how_large_these_are() {
        let symbol = |element: &str| {
            format!(
                "_RNvXs3_NtNtCsgEmfK2I1SDS_4core5slice3cmp{element}INtB5_14SlicePartialEq{element}E17equal_same_lengthCs6xxl1lAjzDf_1a"
            )
        };
        let sizes = ["h", "t", "c", "j", "d"].map(|element| compares_elements(&symbol(element)));
        assert_eq!(sizes, [Some(1), Some(2), Some(4), Some(8), None]);
        assert_eq!(compares_elements("_RNvCs1_1a17equal_same_length"), None);
    }

    #[test]
    fn comparisons_with_arrays_say_which_operand_it_is_and_how_long() {
        let of = |first: &str, second: &str| {
            compares_with_array(&format!(
                "_RNvXs0_NtNtCsgEmfK2I1SDS_4core5array8equality{first}INtNtB9_3cmp9PartialEq{second}E2eqCsfCRvw2Svj3w_1a"
            ))
        };
        let array = |is_first, bytes| WithArray {
            is_first,
            length: 5,
            bytes,
        };
        assert_eq!(of("Sh", "Ahj5_"), Some(array(false, 1)));
        assert_eq!(of("Atj5_", "St"), Some(array(true, 2)));
        // Two arrays have the same length, and this element's size is unknown.
        assert_eq!(of("Ahj5_", "Ahj5_"), None);
        assert_eq!(of("SNtCs1_1a1T", "ANtCs1_1a1Tj5_"), None);
    }

    #[test]
    fn functions_with_shadows_are_recognized_only_by_their_own_path() {
        assert!(gets_no_shadows("rust_eh_personality"));
        assert!(gets_no_shadows(
            "_RNvNtNtNtNtNtCsjrHSEGnQ3l9_3std3sys3pal4unix14stack_overflow3imp14signal_handler"
        ));
        // The instance that all crates share was made by gimli.
        assert!(!gets_no_shadows(
            "_RNvMs4_NtCslNYArtu3iFV_5alloc7raw_vecNtB5_11RawVecInner11finish_growCsduwmD7cSIQq_5gimli"
        ));
    }

    #[test]
    fn compiler_checks_are_distinguished_from_panics_of_the_source() {
        assert!(is_compiler_check(
            "_RNvNtCs1_4core9panicking18panic_bounds_check"
        ));
        assert!(!is_compiler_check("_RNvNtCs1_4core9panicking9panic_fmt"));
    }
}
