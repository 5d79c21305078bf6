//! Functions of C that reach nothing outside of the program.

/// Those that only compute something from their arguments and from the memory behind them, and those that manage memory and threads of the program.
const HARMLESS: &[&str] = &[
    // Memory.
    "aligned_alloc",
    "calloc",
    "free",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "posix_memalign",
    "realloc",
    // Threads.
    "pthread_cond_broadcast",
    "pthread_cond_destroy",
    "pthread_cond_init",
    "pthread_cond_signal",
    "pthread_cond_wait",
    "pthread_equal",
    "pthread_getspecific",
    "pthread_key_create",
    "pthread_key_delete",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_init",
    "pthread_mutexattr_settype",
    "pthread_once",
    "pthread_rwlock_destroy",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock",
    "pthread_self",
    "pthread_setspecific",
    "sched_yield",
    // Texts and bytes.
    "__errno_location",
    "bsearch",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "memccpy",
    "memchr",
    "memmem",
    "memrchr",
    "qsort",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcpy",
    "strcspn",
    "strdup",
    "strerror",
    "strerror_r",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "tolower",
    "toupper",
    // Numbers.
    "abs",
    "atof",
    "atoi",
    "atol",
    "labs",
    "lgamma_r",
    "lgammaf_r",
    "strtod",
    "strtof",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
];

/// Mathematical functions, without the `f` of the variants for `f32`.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbn",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Whether a function of C reaches nothing outside of the program.
pub fn is_harmless(name: &str) -> bool {
    let is_of_numbers = |name: &str| MATHEMATICS.contains(&name);
    HARMLESS.contains(&name)
        || is_of_numbers(name)
        || name.strip_suffix('f').is_some_and(is_of_numbers)
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn what_computes_is_harmless_and_what_asks_the_system_is_not() {
        for name in ["strchr", "memchr", "cos", "cosf", "fdim", "free"] {
            assert!(is_harmless(name), "{name}");
        }
        for name in ["getpid", "read", "time", "getenv", "rand", "fork", "puts"] {
            assert!(!is_harmless(name), "{name}");
        }
    }
}
