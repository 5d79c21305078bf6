//! Other processes, and this one.

use super::table::world_table;

world_table! { PROCESSES
    Processes Reaches "std::process" {
        abort() -> !;
        exit(code: i32) -> !;
        id() -> u32;
    }
    Processes Reaches "std::os::unix::process" {
        parent_id() -> u32;
    }
    Processes Reaches "std::process::Command" {
        output(command: &mut std::process::Command) -> std::io::Result<std::process::Output>;
        spawn(command: &mut std::process::Command) -> std::io::Result<std::process::Child>;
        status(command: &mut std::process::Command) -> std::io::Result<std::process::ExitStatus>;
    }
    Processes Reaches "std::process::Command" as "std::os::unix::process::CommandExt" {
        exec(command: &mut std::process::Command) -> std::io::Error;
    }
    Processes Reaches "std::process::Child" {
        kill(child: &mut std::process::Child) -> std::io::Result<()>;
        try_wait(child: &mut std::process::Child) -> std::io::Result<Option<std::process::ExitStatus>>;
        wait(child: &mut std::process::Child) -> std::io::Result<std::process::ExitStatus>;
        wait_with_output(child: std::process::Child) -> std::io::Result<std::process::Output>;
    }
    Processes Looks "std::process::Child" {
        id(child: &std::process::Child) -> u32;
    }
    Processes Looks "std::process::ExitStatus" {
        code(status: &std::process::ExitStatus) -> Option<i32>;
        success(status: &std::process::ExitStatus) -> bool;
    }
    Processes Looks "std::process::ExitStatus" as "std::os::unix::process::ExitStatusExt" {
        core_dumped(status: &std::process::ExitStatus) -> bool;
        signal(status: &std::process::ExitStatus) -> Option<i32>;
    }
    Processes Reaches "std::process::ChildStdin" as "std::io::Write" {
        write(input: &mut std::process::ChildStdin, buffer: &[u8]) -> std::io::Result<usize>;
        write_all(input: &mut std::process::ChildStdin, buffer: &[u8]) -> std::io::Result<()>;
        flush(input: &mut std::process::ChildStdin) -> std::io::Result<()>;
        write_fmt(input: &mut std::process::ChildStdin, text: std::fmt::Arguments<'_>) -> std::io::Result<()>;
    }
    Processes Reaches "std::process::ChildStdout" as "std::io::Read" {
        read(output: &mut std::process::ChildStdout, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(output: &mut std::process::ChildStdout, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(output: &mut std::process::ChildStdout, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(output: &mut std::process::ChildStdout, buffer: &mut String) -> std::io::Result<usize>;
    }
    Processes Reaches "std::process::ChildStderr" as "std::io::Read" {
        read(output: &mut std::process::ChildStderr, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(output: &mut std::process::ChildStderr, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(output: &mut std::process::ChildStderr, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(output: &mut std::process::ChildStderr, buffer: &mut String) -> std::io::Result<usize>;
    }
}
