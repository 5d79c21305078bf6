//! What marked code calls: a module at the end of each crate's root file.

use crate::splice::Edit;
use std::collections::BTreeSet;
use syn::spanned::Spanned;

/// The environment variable with the number of the mutant that is switched on; without it, none is.
pub const ACTIVE: &str = "ISOLDE_MUTANT";
/// The name of the module.
pub(super) const MODULE: &str = "__isolde_marks";
/// What a report begins with.
const MARK: &str = "isolde-branch";

/// The module, for branches with numbers below `branches`.
pub fn support(branches: u32) -> String {
    // Standard error itself is not captured by the test harness. A crate without std has to ask for it, and in edition
    // 2015 a path cannot begin with another crate. The variable is read only once, and the flags are
    // set before anything is called that may allocate, because the allocator may be marked code.
    format!(
        "
/// Marks of branches and mutants.
#[doc(hidden)]
#[allow(warnings, clippy::all)]
pub(crate) mod {MODULE} {{
    extern crate std as real;
    use self::real::io::Write as _;
    use self::real::sync::atomic::{{AtomicBool, AtomicU32, Ordering}};
    const NOT_YET: AtomicBool = AtomicBool::new(false);
    static HIT: [AtomicBool; {branches}] = [NOT_YET; {branches}];
    const UNKNOWN: u32 = 0xffff_ffff;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
    #[inline]
    pub fn hit(branch: usize) {{
        let flag = &HIT[branch];
        if !flag.load(Ordering::Relaxed) && !flag.swap(true, Ordering::Relaxed) {{
            let _ = real::io::stderr().write_fmt(real::format_args!(\"{MARK} {{}}\\n\", branch));
        }}
    }}
    #[inline]
    pub fn is(mutant: u32) -> bool {{
        if ACTIVE.load(Ordering::Relaxed) == UNKNOWN {{
            ACTIVE.store(0, Ordering::Relaxed);
            let number = real::env::var(\"{ACTIVE}\").ok().and_then(|text| text.parse().ok());
            ACTIVE.store(number.unwrap_or(0), Ordering::Relaxed);
        }}
        ACTIVE.load(Ordering::Relaxed) == mutant
    }}
}}
"
    )
}

/// Lets the code of a crate have all warnings, which its own attributes may make errors; `text` is its root file.
pub fn allowance(text: &str) -> Option<Edit> {
    let file = syn::parse_file(text).ok()?;
    let at = file.items.first()?.span().byte_range().start;
    Some(Edit::new(at..at, "#![allow(warnings)] "))
}

/// The branches that a run reported.
pub fn reached(output: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for line in output.lines() {
        // Something else may have begun the line.
        for report in line.split(MARK).skip(1) {
            let number = report.split_whitespace().next();
            found.extend(number.and_then(|number| number.parse::<u32>().ok()));
        }
    }
    found
}
