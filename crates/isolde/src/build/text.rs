//! Strings of every kind.
//!
//! A string is chosen as a length and characters, which are either all ASCII or arbitrary. Bytes are pushed as chosen, without branching on them.

use super::{enclosed, literal, literal_reference, numbers::scalar, slice_mut};
use crate::abi::ChoiceKind;
use crate::chooser::{Chooser, is_below};
use crate::literal as literals;
use std::borrow::Cow;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::io::{Cursor, IoSlice, IoSliceMut};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The largest number of characters in a randomly drawn string.
const USUAL: usize = 24;

/// A string's content; writes no text.
fn content(c: &mut Chooser) -> String {
    if c.variant(2) == 0 {
        let bytes = byte_choices(c, ChoiceKind::Ascii, 0, 127);
        // SAFETY: all bytes are below 128. (The checked conversion would branch on each of them.)
        unsafe { String::from_utf8_unchecked(bytes) }
    } else {
        let length = c.count(USUAL);
        let mut string = String::new();
        let mut index = 0;
        while is_below(index, length) {
            string.push(c.within(index as u64, scalar));
            index += 1;
        }
        string
    }
}

/// Chooses a length and that many bytes.
fn byte_choices(c: &mut Chooser, kind: ChoiceKind, low: u64, high: u64) -> Vec<u8> {
    let length = c.count(USUAL);
    let mut bytes = Vec::new();
    let mut index = 0;
    while is_below(index, length) {
        bytes.push(c.within(index as u64, |c| c.pick(kind, 8, low, high)) as u8);
        index += 1;
    }
    bytes
}

/// `"…".to_string()`.
pub fn string(c: &mut Chooser) -> String {
    let value = content(c);
    literal(c, &value);
    value
}

/// A string literal. The string is leaked.
pub fn str(c: &mut Chooser) -> &'static str {
    let value: &'static str = content(c).leak();
    literal_reference(c, value);
    value
}

/// `Cow::Borrowed("…")` or `Cow::Owned("…".to_string())`.
pub fn cow_str(c: &mut Chooser) -> Cow<'static, str> {
    if c.variant(2) == 0 {
        Cow::Borrowed(super::enclosed(c, "std::borrow::Cow::Borrowed(", str, ")"))
    } else {
        Cow::Owned(super::enclosed(c, "std::borrow::Cow::Owned(", string, ")"))
    }
}

/// A `Box<str>`.
pub fn boxed_str(c: &mut Chooser) -> Box<str> {
    let value = content(c).into_boxed_str();
    literal(c, &value);
    value
}

/// An `Rc<str>`.
pub fn rc_str(c: &mut Chooser) -> Rc<str> {
    let value = Rc::from(content(c));
    literal(c, &value);
    value
}

/// An `Arc<str>`.
pub fn arc_str(c: &mut Chooser) -> Arc<str> {
    let value = Arc::from(content(c));
    literal(c, &value);
    value
}

/// An `OsString` that is Unicode.
pub fn os_string(c: &mut Chooser) -> OsString {
    let value = OsString::from(content(c));
    literal(c, &value);
    value
}

/// An `OsStr` that is Unicode. It is leaked.
pub fn os_str(c: &mut Chooser) -> &'static OsStr {
    let value = OsStr::new(content(c).leak());
    literal_reference(c, value);
    value
}

/// A `PathBuf` that is Unicode.
pub fn path_buf(c: &mut Chooser) -> PathBuf {
    let value = PathBuf::from(content(c));
    literal(c, &value);
    value
}

/// A `Path` that is Unicode. It is leaked.
pub fn path(c: &mut Chooser) -> &'static Path {
    let value = Path::new(content(c).leak());
    literal_reference(c, value);
    value
}

/// A `CString` of ASCII characters.
pub fn c_string(c: &mut Chooser) -> CString {
    let bytes = byte_choices(c, ChoiceKind::Ascii, 1, 127);
    // SAFETY: no byte is 0. (The checked conversion would branch on each of them.)
    let value = unsafe { CString::from_vec_unchecked(bytes) };
    literal(c, &value);
    value
}

/// A `CStr` of ASCII characters. It is leaked.
pub fn c_str(c: &mut Chooser) -> &'static CStr {
    let bytes = byte_choices(c, ChoiceKind::Ascii, 1, 127);
    // SAFETY: no byte is 0.
    let value: &'static CStr =
        Box::leak(unsafe { CString::from_vec_unchecked(bytes) }.into_boxed_c_str());
    literal_reference(c, value);
    value
}

/// Bytes, either of text or arbitrary.
fn byte_content(c: &mut Chooser) -> Vec<u8> {
    if c.variant(2) == 0 {
        byte_choices(c, ChoiceKind::Ascii, 0, 127)
    } else {
        byte_choices(c, ChoiceKind::Byte, 0, 255)
    }
}

/// A byte string literal, or an array of bytes if they are not readable as text. The bytes are leaked.
pub fn bytes(c: &mut Chooser) -> &'static [u8] {
    let value: &'static [u8] = byte_content(c).leak();
    c.write(|r| {
        let exact = r.is_exact();
        let start = r.expression.len();
        if literals::byte_string(&mut r.expression, value) {
            if exact {
                r.expression.insert(start, '&');
            }
        } else {
            r.expression.push_str(&format!("&{value:?}"));
        }
        if exact {
            r.expression.push_str("[..]");
        }
    });
    value
}

/// `b"…".to_vec()`, or `vec![…]` if the bytes are not readable as text.
pub fn byte_vec(c: &mut Chooser) -> Vec<u8> {
    let value = byte_content(c);
    c.write(|r| {
        if value.is_empty() {
            r.expression.push_str("vec![]");
        } else if literals::byte_string(&mut r.expression, &value) {
            r.expression.push_str(".to_vec()");
        } else {
            r.expression.push_str(&format!("vec!{value:?}"));
        }
    });
    value
}

/// A reader of bytes: `Cursor<Vec<u8>>` at its start.
pub fn cursor(c: &mut Chooser) -> Cursor<Vec<u8>> {
    Cursor::new(super::enclosed(c, "std::io::Cursor::new(", byte_vec, ")"))
}

/// `std::io::IoSlice::new(…)`.
pub fn io_slice(c: &mut Chooser) -> IoSlice<'static> {
    IoSlice::new(enclosed(c, "std::io::IoSlice::new(", bytes, ")"))
}

/// `std::io::IoSliceMut::new(…)`.
pub fn io_slice_mut(c: &mut Chooser) -> IoSliceMut<'static> {
    let bytes = |c: &mut Chooser| slice_mut(c, super::u8);
    IoSliceMut::new(enclosed(c, "std::io::IoSliceMut::new(", bytes, ")"))
}
