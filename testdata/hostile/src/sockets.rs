//! Conversations with others.

use crate::places::{FOLDER, PORT};
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;

/// Sends something over TCP.
pub fn connect(level: u8) -> io::Result<usize> {
    if level == 77 {
        return TcpStream::connect(("127.0.0.1", PORT))?.write(b"secret");
    }
    Ok(0)
}

/// Listens at a port, and says who calls.
pub fn listen() -> io::Result<u16> {
    let (_, caller) = TcpListener::bind(("127.0.0.1", PORT))?.accept()?;
    Ok(caller.port())
}

/// Sends something over UDP.
pub fn send() -> io::Result<usize> {
    UdpSocket::bind("0.0.0.0:0")?.send_to(b"secret", ("127.0.0.1", PORT))
}

/// Speaks to a server of this machine.
pub fn speak() -> io::Result<()> {
    UnixStream::connect(format!("{FOLDER}/socket")).map(|_| ())
}
