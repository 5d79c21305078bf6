//! What surrounds a process: environment, clock, threads, standard input, randomness.

use super::table::world_table;

world_table! { SURROUNDINGS
    Environment Reaches "std::env" {
        args() -> std::env::Args;
        args_os() -> std::env::ArgsOs;
        current_dir() -> std::io::Result<std::path::PathBuf>;
        current_exe() -> std::io::Result<std::path::PathBuf>;
        home_dir() -> Option<std::path::PathBuf>;
        @unsafe remove_var(key: impl AsRef<std::ffi::OsStr>) -> ();
        set_current_dir(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        @unsafe set_var(key: impl AsRef<std::ffi::OsStr>, value: impl AsRef<std::ffi::OsStr>) -> ();
        temp_dir() -> std::path::PathBuf;
        var(key: impl AsRef<std::ffi::OsStr>) -> Result<String, std::env::VarError>;
        var_os(key: impl AsRef<std::ffi::OsStr>) -> Option<std::ffi::OsString>;
        vars() -> std::env::Vars;
        vars_os() -> std::env::VarsOs;
    }
    Environment Looks "std::env::Args" as "std::iter::Iterator" {
        next(arguments: &mut std::env::Args) -> Option<String>;
        size_hint(arguments: &std::env::Args) -> (usize, Option<usize>);
    }
    Environment Looks "std::env::Args" as "std::iter::DoubleEndedIterator" {
        next_back(arguments: &mut std::env::Args) -> Option<String>;
    }
    Environment Looks "std::env::Args" as "std::iter::ExactSizeIterator" {
        len(arguments: &std::env::Args) -> usize;
    }
    Environment Looks "std::env::ArgsOs" as "std::iter::Iterator" {
        next(arguments: &mut std::env::ArgsOs) -> Option<std::ffi::OsString>;
        size_hint(arguments: &std::env::ArgsOs) -> (usize, Option<usize>);
    }
    Environment Looks "std::env::ArgsOs" as "std::iter::ExactSizeIterator" {
        len(arguments: &std::env::ArgsOs) -> usize;
    }
    Environment Looks "std::env::Vars" as "std::iter::Iterator" {
        next(variables: &mut std::env::Vars) -> Option<(String, String)>;
        size_hint(variables: &std::env::Vars) -> (usize, Option<usize>);
    }
    Environment Looks "std::env::VarsOs" as "std::iter::Iterator" {
        next(variables: &mut std::env::VarsOs) -> Option<(std::ffi::OsString, std::ffi::OsString)>;
        size_hint(variables: &std::env::VarsOs) -> (usize, Option<usize>);
    }
    Clock Reaches "std::time::Instant" {
        elapsed(earlier: &std::time::Instant) -> std::time::Duration;
        now() -> std::time::Instant;
    }
    Clock Reaches "std::time::SystemTime" {
        elapsed(earlier: &std::time::SystemTime) -> Result<std::time::Duration, std::time::SystemTimeError>;
        now() -> std::time::SystemTime;
    }
    Threads Reaches "std::thread" {
        available_parallelism() -> std::io::Result<std::num::NonZero<usize>>;
        current() -> std::thread::Thread;
        park() -> ();
        park_timeout(timeout: std::time::Duration) -> ();
        sleep(duration: std::time::Duration) -> ();
        yield_now() -> ();
    }
    Threads Runs "std::thread" {
        scope ["'env, F: for<'scope> FnOnce(&'scope std::thread::Scope<'scope, 'env>) -> T, T"] (body: F) -> T;
        spawn ["F: FnOnce() -> T + Send + 'static, T: Send + 'static"] (body: F) -> std::thread::JoinHandle<T>;
    }
    Threads Runs "std::thread::Builder" {
        spawn ["F: FnOnce() -> T + Send + 'static, T: Send + 'static"] (builder: std::thread::Builder, body: F) -> std::io::Result<std::thread::JoinHandle<T>>;
    }
    Threads Runs "std::thread::JoinHandle" {
        is_finished ["T"] (handle: &std::thread::JoinHandle<T>) -> bool;
        join ["T"] (handle: std::thread::JoinHandle<T>) -> std::thread::Result<T>;
    }
    Threads Runs "std::thread::JoinHandle" {
        thread ["T"] (handle: &std::thread::JoinHandle<T>) -> &std::thread::Thread;
    }
    Threads Runs "std::thread::Scope" {
        spawn ["'scope, 'env, F: FnOnce() -> T + Send + 'scope, T: Send + 'scope"] (scope: &'scope std::thread::Scope<'scope, 'env>, body: F) -> std::thread::ScopedJoinHandle<'scope, T>;
    }
    Threads Runs "std::thread::ScopedJoinHandle" {
        is_finished ["T"] (handle: &std::thread::ScopedJoinHandle<'_, T>) -> bool;
        join ["T"] (handle: std::thread::ScopedJoinHandle<'_, T>) -> std::thread::Result<T>;
    }
    Threads Reaches "std::thread::Thread" {
        unpark(thread: &std::thread::Thread) -> ();
    }
    Threads Looks "std::thread::Thread" {
        id(thread: &std::thread::Thread) -> std::thread::ThreadId;
        name(thread: &std::thread::Thread) -> Option<&str>;
    }
    Input Reaches "std::io" {
        stdin() -> std::io::Stdin;
    }
    Files Moves "std::io" {
        copy ["R: ?Sized + std::io::Read, W: ?Sized + std::io::Write"] (reader: &mut R, writer: &mut W) -> std::io::Result<u64>;
        read_to_string ["R: std::io::Read"] (reader: R) -> std::io::Result<String>;
    }
    Input Reaches "std::io::Stdin" {
        lines(input: std::io::Stdin) -> std::io::Lines<std::io::StdinLock<'static>>;
        lock(input: &std::io::Stdin) -> std::io::StdinLock<'static>;
        read_line(input: &std::io::Stdin, line: &mut String) -> std::io::Result<usize>;
    }
    Input Reaches "std::io::Stdin" as "std::io::IsTerminal" {
        is_terminal(input: &std::io::Stdin) -> bool;
    }
    Input Reaches "std::io::Stdout" as "std::io::IsTerminal" {
        is_terminal(output: &std::io::Stdout) -> bool;
    }
    Input Reaches "std::io::Stderr" as "std::io::IsTerminal" {
        is_terminal(output: &std::io::Stderr) -> bool;
    }
    Input Reaches "std::io::Stdin" as "std::io::Read" {
        read(input: &mut std::io::Stdin, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(input: &mut std::io::Stdin, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(input: &mut std::io::Stdin, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(input: &mut std::io::Stdin, buffer: &mut String) -> std::io::Result<usize>;
    }
    Input Reaches "std::io::StdinLock" as "std::io::Read" {
        read(input: &mut std::io::StdinLock<'_>, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(input: &mut std::io::StdinLock<'_>, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(input: &mut std::io::StdinLock<'_>, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(input: &mut std::io::StdinLock<'_>, buffer: &mut String) -> std::io::Result<usize>;
    }
    Input Reaches "std::io::StdinLock" as "std::io::BufRead" {
        consume(input: &mut std::io::StdinLock<'_>, amount: usize) -> ();
        fill_buf ["'a"] (input: &'a mut std::io::StdinLock<'_>) -> std::io::Result<&'a [u8]>;
        read_line(input: &mut std::io::StdinLock<'_>, line: &mut String) -> std::io::Result<usize>;
        read_until(input: &mut std::io::StdinLock<'_>, end: u8, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        skip_until(input: &mut std::io::StdinLock<'_>, end: u8) -> std::io::Result<usize>;
    }
    Randomness Reaches "std::collections::hash_map::RandomState" {
        new() -> std::collections::hash_map::RandomState;
    }
    Randomness Reaches "std::collections::hash_map::RandomState" as "std::default::Default" {
        default() -> std::collections::hash_map::RandomState;
    }
}
