//! Types whose values only the world makes, and what std builds around them.

use super::Area;

/// Types whose values nobody else can make, or which belong to something outside of the process, with the part of the world. Nothing may look into a
/// value of such a type that was not made there, so all their methods are outside.
const VALUES: &[(Area, &str)] = &[
    (Area::Files, "std::fs::DirEntry"),
    (Area::Files, "std::fs::File"),
    (Area::Files, "std::fs::FileType"),
    (Area::Files, "std::fs::Metadata"),
    (Area::Files, "std::fs::Permissions"),
    (Area::Files, "std::fs::ReadDir"),
    (Area::Network, "std::net::Incoming"),
    (Area::Network, "std::net::TcpListener"),
    (Area::Network, "std::net::TcpStream"),
    (Area::Network, "std::net::UdpSocket"),
    (Area::Network, "std::os::unix::net::Incoming"),
    (Area::Network, "std::os::unix::net::SocketAddr"),
    (Area::Network, "std::os::unix::net::UnixDatagram"),
    (Area::Network, "std::os::unix::net::UnixListener"),
    (Area::Network, "std::os::unix::net::UnixStream"),
    (Area::Processes, "std::process::Child"),
    (Area::Processes, "std::process::ChildStderr"),
    (Area::Processes, "std::process::ChildStdin"),
    (Area::Processes, "std::process::ChildStdout"),
    (Area::Processes, "std::process::ExitStatus"),
    (Area::Environment, "std::env::Args"),
    (Area::Environment, "std::env::ArgsOs"),
    (Area::Environment, "std::env::Vars"),
    (Area::Environment, "std::env::VarsOs"),
    (Area::Threads, "std::thread::Thread"),
    (Area::Input, "std::io::Stdin"),
    (Area::Input, "std::io::StdinLock"),
];

/// The part of the world that values of a type come from, by the type's public path.
pub fn world_value(path: &str) -> Option<Area> {
    VALUES
        .iter()
        .find(|(_, value)| *value == path)
        .map(|(area, _)| *area)
}

/// Those of these types that contain what is known, instead of naming something that the system knows.
const RECORDS: &[&str] = &[
    "std::fs::DirEntry",
    "std::fs::FileType",
    "std::fs::Metadata",
    "std::fs::Permissions",
    "std::os::unix::net::SocketAddr",
    "std::process::ExitStatus",
];

/// Whether values of the type with this public path, which only the world makes, contain what is known, so that all methods give something.
pub fn is_record(path: &str) -> bool {
    RECORDS.contains(&path)
}

/// Types of std that read from or write to a value inside of them. They hold a buffer or a position, which only what is inside can fill.
const ADAPTERS: &[&str] = &[
    "std::io::BufReader",
    "std::io::BufWriter",
    "std::io::Bytes",
    "std::io::Chain",
    "std::io::LineWriter",
    "std::io::Lines",
    "std::io::Split",
    "std::io::Take",
];

/// Whether the type with this public path reads from or writes to a value inside of it.
pub fn is_adapter(path: &str) -> bool {
    ADAPTERS.contains(&path)
}

/// Methods of readers and writers that only make an adapter.
const FOR_ADAPTERS: &[&str] = &["by_ref", "bytes", "chain", "lines", "split", "take"];

/// Whether a method of this name, of a trait for reading or writing, only makes an adapter, so that it reads and writes nothing.
pub fn is_for_adapters(method: &str) -> bool {
    FOR_ADAPTERS.contains(&method)
}
