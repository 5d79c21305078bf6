//! Mocks in which one can seek, and that are read or written as well: all methods share one content and one position. The methods are always the same
//! and ask helpers, which are answered: what there is, how much of it is passed on at a time, and what fails.
//!
//! The content is asked for once: the choices of a run are limited, and a long content would be cut if it were chosen again.

use super::answers::Answer;
use super::mocks::MockMethod;
use super::std_parts::{StdPart, alike, borrowed, bytes, io, lawful, usize};
use super::{AnsweredBy, Demand};
use crate::types::make;
use isolde_model::{Receiver, StdItem, StdTrait, Type};

/// Which of the traits a mock has, besides `Seek`.
#[derive(Clone, Copy, Debug)]
pub(super) struct File {
    pub(super) is_read: bool,
    pub(super) is_buffered: bool,
    pub(super) is_written: bool,
}

impl Demand<'_, '_, '_> {
    /// What one of the traits adds to such a mock.
    pub(super) fn of_file(&mut self, of_trait: StdTrait, file: File) -> StdPart {
        let mut part = StdPart::default();
        match of_trait {
            StdTrait::Read => {
                let body = if file.is_buffered {
                    READ_BUFFERED
                } else {
                    READ
                };
                part.methods
                    .push(fixed("read", ("buf", bytes(true)), io(usize()), body));
            }
            StdTrait::BufRead => {
                part.fields.push(("buffered", "usize".into()));
                let chunk = io(borrowed(false, make::bytes()));
                part.methods.extend([
                    MockMethod {
                        body: Some(FILL),
                        ..lawful("fill_buf", Vec::new(), chunk)
                    },
                    fixed("consume", ("amount", usize()), unit(), CONSUME),
                ]);
            }
            StdTrait::IoWrite => {
                let body = match (file.is_read, file.is_buffered) {
                    (_, true) => WRITE_BUFFERED,
                    (true, false) => WRITE,
                    (false, false) => WRITE_ONLY,
                };
                part.methods.extend([
                    fixed("write", ("buf", bytes(false)), io(usize()), body),
                    lawful("flush", Vec::new(), io(unit())),
                ]);
            }
            _ => {
                part.fields.push(("position", "u64".into()));
                let to = make::std(StdItem::SeekFrom, Vec::new());
                let body = match (file.is_read, file.is_buffered) {
                    (_, true) => SEEK_BUFFERED,
                    (true, false) => SEEK,
                    (false, false) => SEEK_LENGTH,
                };
                let position = io(make::primitive("u64"));
                part.methods.push(fixed("seek", ("to", to), position, body));
                self.file_helpers(file, &mut part);
            }
        }
        part
    }

    /// What the methods ask, each after those that ask it.
    fn file_helpers(&mut self, file: File, part: &mut StdPart) {
        let bytes = || make::std(StdItem::Vec, vec![make::primitive("u8")]);
        part.helpers.push(MockMethod {
            answer: Some(Answer::Lawful("flush".into(), Vec::new())),
            ..lawful("sought", Vec::new(), io(unit()))
        });
        if file.is_read {
            let most = vec![("most", usize())];
            part.helpers.push(lawful("available", most, io(usize())));
            part.helpers.push(MockMethod {
                body: Some(LEFT),
                ..lawful("left", Vec::new(), borrowed(false, make::bytes()))
            });
        }
        if file.is_written {
            let most = vec![("most", usize())];
            part.helpers.push(lawful("accepted", most, io(usize())));
        }
        match (file.is_read, file.is_written) {
            (true, false) => {
                part.fields
                    .push(("content", "Option<&'static [u8]>".into()));
                part.helpers.push(MockMethod {
                    body: Some("let content = self.content.unwrap_or_else(|| self.first_content());\nself.content = Some(content);\ncontent"),
                    ..lawful("content", Vec::new(), make::reference(false, make::bytes()))
                });
                let first = make::reference(false, make::bytes());
                let first = self.chosen("first_content", Vec::new(), first);
                part.helpers.push(alike(first));
            }
            (true, true) => {
                part.fields.push(("content", "Option<Vec<u8>>".into()));
                part.helpers.push(MockMethod {
                    body: Some("if self.content.is_none() {\nself.content = Some(self.first_content());\n}\nself.content.as_mut().unwrap()"),
                    ..lawful("content", Vec::new(), borrowed(true, bytes()))
                });
                let first = self.chosen("first_content", Vec::new(), bytes());
                part.helpers.push(alike(first));
            }
            (false, true) => {
                part.fields.push(("length", "Option<u64>".into()));
                part.helpers.push(MockMethod {
                    receiver: Some(Receiver::Mutable),
                    body: Some("let length = self.length.unwrap_or_else(|| self.first_length());\nlength.min(i64::MAX as u64)"),
                    ..lawful("length", Vec::new(), make::primitive("u64"))
                });
                let first = self.chosen("first_length", Vec::new(), make::primitive("u64"));
                part.helpers.push(alike(first));
            }
            (false, false) => {
                let length = self.chosen("length", Vec::new(), make::primitive("u64"));
                part.helpers.push(alike(length));
            }
        }
    }
}

/// A method with one parameter whose body is always the same.
fn fixed(name: &str, parameter: (&str, Type), result: Type, body: &'static str) -> MockMethod {
    MockMethod {
        body: Some(body),
        by: AnsweredBy::Calls,
        ..lawful(name, vec![parameter], result)
    }
}

fn unit() -> Type {
    Type::Tuple(Vec::new())
}

/// What is left from the position on, whether the content is lent for ever or can change.
const LEFT: &str = "let position = self.position;\n\
     let content = self.content();\n\
     let start = position.min(content.len() as u64) as usize;\n\
     &content[start..]";

const READ: &str = "let most = self.left().len().min(buf.len());\n\
     let count = self.available(most)?;\n\
     buf[..count].copy_from_slice(&self.left()[..count]);\n\
     self.position += count as u64;\n\
     Ok(count)";

const READ_BUFFERED: &str = "let count = buf.len().min(std::io::BufRead::fill_buf(self)?.len());\n\
     buf[..count].copy_from_slice(&self.left()[..count]);\n\
     std::io::BufRead::consume(self, count);\n\
     Ok(count)";

const FILL: &str = "if self.buffered == 0 {\n\
     let most = self.left().len();\n\
     self.buffered = self.available(most)?;\n\
     }\n\
     let count = self.buffered;\n\
     Ok(&self.left()[..count])";

const CONSUME: &str = "let count = amount.min(self.buffered);\n\
     self.buffered -= count;\n\
     self.position += count as u64;";

/// Beyond its end, a file is filled with zeros, but not with as many as one can seek to.
macro_rules! write {
    ($before:literal) => {
        concat!(
            $before,
            "let start = self.position;\n\
             if start > 1 << 20 {\n\
             return Err(std::io::ErrorKind::Other.into());\n\
             }\n\
             let count = self.accepted(buf.len())?;\n\
             let (start, end) = (start as usize, start as usize + count);\n\
             let content = self.content();\n\
             if count > 0 {\n\
             content.resize(content.len().max(end), 0);\n\
             content[start..end].copy_from_slice(&buf[..count]);\n\
             }\n\
             self.position = end as u64;\n\
             Ok(count)"
        )
    };
}

const WRITE: &str = write!("");
const WRITE_BUFFERED: &str = write!("self.buffered = 0;\n");

const WRITE_ONLY: &str = "let count = self.accepted(buf.len())?;\n\
     let length = self.length();\n\
     self.position += count as u64;\n\
     if count > 0 {\n\
     self.length = Some(length.max(self.position));\n\
     }\n\
     Ok(count)";

/// No position is beyond the greatest offset that files have.
macro_rules! seek {
    ($end:literal, $after:literal) => {
        concat!(
            "self.sought()?;\n\
             let position = match to {\n\
             std::io::SeekFrom::Start(position) => Some(position),\n\
             std::io::SeekFrom::End(by) => ",
            $end,
            ".checked_add_signed(by),\n\
             std::io::SeekFrom::Current(by) => self.position.checked_add_signed(by),\n\
             };\n\
             let position = position.filter(|position| *position <= i64::MAX as u64);\n\
             self.position = position.ok_or(std::io::ErrorKind::InvalidInput)?;\n",
            $after,
            "Ok(self.position)"
        )
    };
}

const SEEK: &str = seek!("(self.content().len() as u64)", "");
const SEEK_BUFFERED: &str = seek!("(self.content().len() as u64)", "self.buffered = 0;\n");
const SEEK_LENGTH: &str = seek!("self.length()", "");
