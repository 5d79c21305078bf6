//! A client of web servers.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A connection to a server. Only [`connect`] makes one.
pub struct Client {
    stream: TcpStream,
    host: String,
}

/// Why a request fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HttpError {
    /// There is no connection.
    Unreachable,
    /// The server takes too long.
    TimedOut,
    /// The answer is no HTTP.
    Malformed(String),
}

/// The answer to a request.
pub struct Response {
    status: u16,
    headers: BTreeMap<String, String>,
    body: String,
}

/// Connects to a server.
pub fn connect(host: &str) -> Result<Client, HttpError> {
    let stream = TcpStream::connect((host, 80)).map_err(|_| HttpError::Unreachable)?;
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .map_err(|_| HttpError::Unreachable)?;
    Ok(Client {
        stream,
        host: host.to_owned(),
    })
}

impl Client {
    /// The server that the client is connected to.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Result<Response, HttpError> {
        self.request("GET", path, "")
    }

    /// Sends a text.
    pub fn post(&self, path: &str, body: &str) -> Result<Response, HttpError> {
        self.request("POST", path, body)
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Result<Response, HttpError> {
        let head = format!("{method} {path} HTTP/1.0\r\nHost: {}\r\n", self.host);
        let length = format!("Content-Length: {}\r\n\r\n", body.len());
        (&self.stream)
            .write_all(format!("{head}{length}{body}").as_bytes())
            .map_err(|_| HttpError::Unreachable)?;
        read_response(BufReader::new(&self.stream))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

fn read_response(mut reader: impl BufRead) -> Result<Response, HttpError> {
    let mut line = String::new();
    reader
        .read_line(&mut line)
        .map_err(|_| HttpError::TimedOut)?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| HttpError::Malformed(line.clone()))?;
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader
            .read_line(&mut line)
            .map_err(|_| HttpError::TimedOut)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let mut body = String::new();
    reader
        .read_to_string(&mut body)
        .map_err(|_| HttpError::TimedOut)?;
    Ok(Response {
        status,
        headers,
        body,
    })
}

impl Response {
    /// The status code.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// The text.
    pub fn body(&self) -> &str {
        &self.body
    }
}
