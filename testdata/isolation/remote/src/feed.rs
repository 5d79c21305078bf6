//! News that arrive while somebody listens.

use crate::http::HttpError;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// How much it matters, from 0.
    pub level: u8,
    /// What has happened.
    pub text: String,
}

/// Listens to a server until it closes the connection or the handler returns `false`.
pub fn listen(host: &str, mut handler: Box<dyn FnMut(Event) -> bool + '_>) -> Result<(), HttpError> {
    let stream = TcpStream::connect((host, 7070)).map_err(|_| HttpError::Unreachable)?;
    for line in BufReader::new(stream).lines() {
        let line = line.map_err(|_| HttpError::TimedOut)?;
        let event = Event {
            level: line.bytes().take_while(|byte| *byte == b'!').count() as u8,
            text: line,
        };
        if !handler(event) {
            break;
        }
    }
    Ok(())
}
