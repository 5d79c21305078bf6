//! Decisions by what web servers answer.

use remote::http::{self, Client, HttpError};

/// Why a page cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageError {
    /// There is no such page.
    Missing,
    /// The server refers to itself again and again.
    TooManyRedirects,
    /// The server answers with this status.
    Status(u16),
    /// The connection fails.
    Connection(HttpError),
}

impl From<HttpError> for PageError {
    fn from(error: HttpError) -> PageError {
        PageError::Connection(error)
    }
}

/// Reads a page, and follows up to two redirections.
pub fn page(client: &Client, path: &str) -> Result<String, PageError> {
    let mut path = path.to_owned();
    for _ in 0..3 {
        let response = client.get(&path)?;
        match response.status() {
            200 => return Ok(response.body().to_owned()),
            301 | 302 => match response.header("location") {
                Some(location) => path = location.to_owned(),
                None => return Err(PageError::Missing),
            },
            404 => return Err(PageError::Missing),
            status => return Err(PageError::Status(status)),
        }
    }
    Err(PageError::TooManyRedirects)
}

/// The title of a server's first page.
pub fn title(host: &str) -> Result<Option<String>, PageError> {
    let client = http::connect(host)?;
    let text = page(&client, "/")?;
    let title = text
        .split_once("<title>")
        .and_then(|(_, rest)| rest.split_once("</title>"))
        .map(|(title, _)| title.trim().to_owned());
    Ok(title)
}

/// How a server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Well.
    Good,
    /// Something is wrong.
    Bad,
    /// It does not answer in time.
    Slow,
    /// It is not there.
    Gone,
}

/// Finds out how a server is.
pub fn health(client: &Client) -> Health {
    match client.get("/health") {
        Ok(response) if response.status() == 200 && response.body() == "ok" => Health::Good,
        Ok(_) => Health::Bad,
        Err(HttpError::TimedOut) => Health::Slow,
        Err(_) => Health::Gone,
    }
}

/// What became of a text that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upload {
    /// It is there, under this name.
    Stored(String),
    /// Send it again after so many seconds.
    Later(u32),
    /// It is too long.
    TooLarge,
}

/// Sends a text to a server.
pub fn upload(client: &Client, text: &str) -> Result<Upload, PageError> {
    let response = client.post("/upload", text)?;
    match response.status() {
        200 | 201 => Ok(Upload::Stored(response.body().trim().to_owned())),
        413 => Ok(Upload::TooLarge),
        429 => {
            let seconds = response.header("retry-after");
            let seconds = seconds.and_then(|text| text.parse().ok());
            Ok(Upload::Later(seconds.unwrap_or(60)))
        }
        status => Err(PageError::Status(status)),
    }
}

/// The first of these servers that answers.
pub fn first_reachable<'a>(hosts: &[&'a str]) -> Result<&'a str, HttpError> {
    let mut last = HttpError::Unreachable;
    for host in hosts {
        match http::connect(host) {
            Ok(client) if client.host() == *host => return Ok(host),
            Ok(client) => last = HttpError::Malformed(client.host().to_owned()),
            Err(error) => last = error,
        }
    }
    Err(last)
}
