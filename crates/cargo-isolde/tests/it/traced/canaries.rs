//! What a hostile package is after: files, sockets and a process, which must be at the end what they were at the beginning.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use tempfile::TempDir;

/// The type, mode, owner, time and content of a file; the content of a folder is its files.
type State = (u32, u32, i64, i64, Vec<u8>);

/// The canaries.
pub struct Canaries {
    folder: TempDir,
    before: BTreeMap<PathBuf, State>,
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
    datagrams: UnixDatagram,
    victim: Child,
}

impl Canaries {
    /// Sets them up.
    pub fn new() -> Canaries {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path();
        for name in ["precious", "unlinked", "marked", "full/inside"] {
            let path = path.join(name);
            fs::create_dir_all(path.parent().expect("has one")).expect("writable");
            fs::write(path, "gold").expect("writable");
        }
        fs::create_dir(path.join("empty")).expect("writable");
        let unix = UnixListener::bind(path.join("socket")).expect("a socket");
        unix.set_nonblocking(true).expect("possible");
        let datagrams = UnixDatagram::bind(path.join("datagrams")).expect("a socket");
        datagrams.set_nonblocking(true).expect("possible");
        let (tcp, udp) = sockets();
        let victim = Command::new("sleep").arg("3600").spawn();
        Canaries {
            before: states(path),
            tcp,
            udp,
            unix,
            datagrams,
            victim: victim.expect("`sleep` starts"),
            folder,
        }
    }

    /// The folder in which the files are.
    pub fn folder(&self) -> &str {
        self.folder.path().to_str().expect("UTF-8")
    }

    /// The process.
    pub fn victim(&self) -> String {
        self.victim.id().to_string()
    }

    /// What the package should be told about them: the text of a module.
    pub fn places(&self) -> String {
        let (folder, victim) = (self.folder(), self.victim());
        let port = self.tcp.local_addr().expect("bound").port();
        format!(
            "pub(crate) const FOLDER: &str = {folder:?};\npub(crate) const PORT: u16 = {port};\n\
             pub(crate) const VICTIM: i32 = {victim};\npub(crate) const AGES: u64 = {};\n",
            super::AGES
        )
    }

    /// Asserts that nobody touched them.
    pub fn assert_alive(&mut self) {
        assert_eq!(states(self.folder.path()), self.before, "files changed");
        let nobody = |result: Result<(), std::io::Error>, what| {
            let kind = result.expect_err(what).kind();
            assert_eq!(kind, ErrorKind::WouldBlock, "{what}");
        };
        nobody(self.tcp.accept().map(drop), "a TCP connection");
        nobody(self.unix.accept().map(drop), "a Unix connection");
        nobody(self.udp.recv(&mut [0]).map(drop), "a datagram");
        nobody(self.datagrams.recv(&mut [0]).map(drop), "a Unix datagram");
        let ended = self.victim.try_wait().expect("it is ours");
        assert_eq!(ended, None, "the process was killed");
    }
}

impl Drop for Canaries {
    fn drop(&mut self) {
        // If it was killed, a test says so.
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// Two sockets at the same port, neither of which waits.
fn sockets() -> (TcpListener, UdpSocket) {
    loop {
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let address = tcp.local_addr().expect("bound");
        // Somebody else may have the other port of this number.
        if let Ok(udp) = UdpSocket::bind(address) {
            tcp.set_nonblocking(true).expect("possible");
            udp.set_nonblocking(true).expect("possible");
            return (tcp, udp);
        }
    }
}

/// All files and folders below a folder, and the folder itself.
fn states(path: &Path) -> BTreeMap<PathBuf, State> {
    let data = fs::symlink_metadata(path).expect("readable");
    let content = match data.is_file() {
        true => fs::read(path).expect("readable"),
        false => Vec::new(),
    };
    let state = (
        data.mode(),
        data.uid(),
        data.mtime(),
        data.mtime_nsec(),
        content,
    );
    let mut states = BTreeMap::from([(path.to_owned(), state)]);
    if data.is_dir() {
        for entry in fs::read_dir(path).expect("readable") {
            states.extend(self::states(&entry.expect("readable").path()));
        }
    }
    states
}
