//! Requests and replies of one line each.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

/// Sends a line to a host and reads the line that it answers.
pub(crate) fn ask(host: &str, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    writeln!(stream, "{request}")?;
    let mut reply = String::new();
    BufReader::new(stream).read_line(&mut reply)?;
    Ok(reply.trim_end().to_owned())
}
