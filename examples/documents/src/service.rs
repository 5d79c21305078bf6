//! The client of a document server. Its types have private fields, and no constructors except those that connect to a server.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

/// A connection to a server.
#[derive(Debug)]
pub struct Site {
    stream: BufReader<TcpStream>,
}

/// The documents of a site.
#[derive(Debug)]
pub struct Web {
    stream: BufReader<TcpStream>,
}

/// A list of documents.
#[derive(Debug)]
pub struct List {
    stream: BufReader<TcpStream>,
    id: u64,
}

/// A document.
#[derive(Debug)]
pub struct Item {
    stream: BufReader<TcpStream>,
    list: u64,
    id: i32,
}

/// The content of a document's field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// Text.
    Text(String),
    /// A number.
    Number(i64),
}

fn ask(stream: &mut BufReader<TcpStream>, question: &str) -> io::Result<String> {
    writeln!(stream.get_mut(), "{question}")?;
    let mut answer = String::new();
    stream.read_line(&mut answer)?;
    answer.truncate(answer.trim_end().len());
    match answer.strip_prefix("error ") {
        Some(error) => Err(io::Error::other(error.to_owned())),
        None => Ok(answer),
    }
}

impl Site {
    /// Connects to the server at `address`.
    pub fn connect(address: &str) -> io::Result<Site> {
        let stream = BufReader::new(TcpStream::connect(address)?);
        Ok(Site { stream })
    }

    /// Opens the documents of the site.
    pub fn open_web(mut self) -> io::Result<Web> {
        ask(&mut self.stream, "open")?;
        Ok(Web {
            stream: self.stream,
        })
    }
}

impl Web {
    /// The list with this number.
    pub fn list(mut self, id: u64) -> io::Result<List> {
        ask(&mut self.stream, &format!("list {id}"))?;
        Ok(List {
            stream: self.stream,
            id,
        })
    }
}

impl List {
    /// The document with this number.
    pub fn item(mut self, id: i32) -> io::Result<Item> {
        ask(&mut self.stream, &format!("item {} {id}", self.id))?;
        Ok(Item {
            stream: self.stream,
            list: self.id,
            id,
        })
    }
}

impl Item {
    /// A field of the document; `None` if it is not set.
    pub fn field(&mut self, name: &str) -> io::Result<Option<Field>> {
        let question = format!("get {} {} {name}", self.list, self.id);
        let answer = ask(&mut self.stream, &question)?;
        Ok(match answer.split_once(' ') {
            Some(("text", text)) => Some(Field::Text(text.to_owned())),
            Some(("number", number)) => {
                Some(Field::Number(number.parse().map_err(io::Error::other)?))
            }
            _ => None,
        })
    }

    /// Sets a field.
    pub fn set_field(&mut self, name: &str, value: &str) -> io::Result<()> {
        let question = format!("set {} {} {name} {value}", self.list, self.id);
        ask(&mut self.stream, &question).map(drop)
    }

    /// Stores the fields that were set.
    pub fn update(&mut self) -> io::Result<()> {
        let question = format!("update {} {}", self.list, self.id);
        ask(&mut self.stream, &question).map(drop)
    }
}
