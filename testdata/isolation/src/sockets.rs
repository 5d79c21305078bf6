//! Decisions by what others say over sockets.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Whether somebody listens at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachable {
    /// Somebody does.
    Yes,
    /// Nobody does.
    No,
    /// Nobody says so: the machine may be off.
    Silent,
}

/// Finds out whether somebody listens at an address.
pub fn reach(address: &SocketAddr) -> io::Result<Reachable> {
    match TcpStream::connect_timeout(address, Duration::from_secs(1)) {
        Ok(_) => Ok(Reachable::Yes),
        Err(error) => match error.kind() {
            ErrorKind::ConnectionRefused => Ok(Reachable::No),
            ErrorKind::TimedOut => Ok(Reachable::Silent),
            _ => Err(error),
        },
    }
}

/// What a mail server says first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Banner {
    /// It is ready; its name.
    Ready(String),
    /// It has no time now.
    Busy,
    /// It says something else.
    Strange(String),
}

/// Reads what a mail server says first.
pub fn mail_banner(host: &str) -> io::Result<Banner> {
    let stream = TcpStream::connect((host, 25))?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let line = line.trim_end();
    Ok(match line.split_once(' ') {
        Some(("220", name)) => Banner::Ready(name.to_owned()),
        Some(("421", _)) => Banner::Busy,
        _ => Banner::Strange(line.to_owned()),
    })
}

/// Listens at a port, or at any other if that is taken; returns whether it is the one that was asked for.
pub fn listen(port: u16) -> io::Result<(TcpListener, bool)> {
    match TcpListener::bind(("127.0.0.1", port)) {
        Ok(listener) => Ok((listener, true)),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            Ok((TcpListener::bind("127.0.0.1:0")?, false))
        }
        Err(error) => Err(error),
    }
}

/// Sends a datagram to everybody; returns `false` if only a part was sent.
pub fn announce(socket: &UdpSocket, text: &str) -> io::Result<bool> {
    socket.set_broadcast(true)?;
    let sent = socket.send_to(text.as_bytes(), "255.255.255.255:9000")?;
    Ok(sent == text.len())
}

/// Asks a daemon on this machine; an answer that begins with `!` is an error.
pub fn ask_daemon(socket: &Path, question: &str) -> io::Result<Result<String, String>> {
    let mut stream = UnixStream::connect(socket)?;
    stream.write_all(question.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(match answer.strip_prefix('!') {
        Some(error) => Err(error.to_owned()),
        None => Ok(answer),
    })
}
