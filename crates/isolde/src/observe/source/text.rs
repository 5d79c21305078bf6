//! Strings of every kind.

use super::Source;
use crate::literal;
use crate::observe::Observer;
use crate::shape::Shape;
use std::borrow::Cow;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Writes `before`, a string literal and `after`.
fn quoted(out: &mut String, before: &str, text: &str, after: &str) -> bool {
    out.push_str(before);
    literal::string(out, text);
    out.push_str(after);
    true
}

fn observe_literal(observer: &mut Observer, before: &str, text: &str, after: &str) -> bool {
    let mut out = String::new();
    quoted(&mut out, before, text, after);
    observer.source(out);
    true
}

/// For the target of a reference: the literal is the reference. An unsized type has no expressions of its own, here and below.
impl Source for str {
    fn source(&self, _: &mut String) -> bool {
        false
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(usize::from(!self.is_empty()));
    }
    fn referenced(&self, out: &mut String) -> bool {
        quoted(out, "", self, "")
    }
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        observe_literal(observer, "", self, "")
    }
}

impl Source for String {
    fn source(&self, out: &mut String) -> bool {
        quoted(out, "", self, ".to_string()")
    }
    fn shape(&self, shape: &mut Shape) {
        self.as_str().shape(shape);
    }
    fn observe(&self, observer: &mut Observer) -> bool {
        observe_literal(observer, "", self, "")
    }
    fn element(&self, out: &mut String) -> bool {
        quoted(out, "", self, "")
    }
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        observe_literal(observer, "", self, "")
    }
}

impl Source for Cow<'_, str> {
    fn source(&self, out: &mut String) -> bool {
        quoted(out, "std::borrow::Cow::from(", self, ")")
    }
    fn shape(&self, shape: &mut Shape) {
        shape.variant(self);
        str::shape(self, shape);
    }
    fn observe(&self, observer: &mut Observer) -> bool {
        observe_literal(observer, "", self, "")
    }
    fn element(&self, out: &mut String) -> bool {
        quoted(out, "", self, "")
    }
}

macro_rules! pointers {
    ($($pointer:ty, $before:literal;)*) => {$(
        impl Source for $pointer {
            fn source(&self, out: &mut String) -> bool {
                quoted(out, $before, self, ")")
            }
            fn shape(&self, shape: &mut Shape) {
                str::shape(self, shape);
            }
        }
    )*};
}
pointers! {
    Box<str>, "Box::<str>::from(";
    Rc<str>, "std::rc::Rc::<str>::from(";
    Arc<str>, "std::sync::Arc::<str>::from(";
}

/// System strings can be written as a literal if they are Unicode.
macro_rules! system {
    ($($owned:ident $borrowed:ident $before_owned:literal $before:literal;)*) => {$(
        impl Source for $borrowed {
            fn source(&self, _: &mut String) -> bool {
                false
            }
            fn shape(&self, shape: &mut Shape) {
                shape.count(usize::from(!self.as_os_str_().is_empty()));
            }
            fn referenced(&self, out: &mut String) -> bool {
                self.to_str().is_some_and(|text| quoted(out, $before, text, ")"))
            }
            fn observe_referenced(&self, observer: &mut Observer) -> bool {
                self.to_str().is_some_and(|text| observe_literal(observer, $before, text, ")"))
            }
        }
        impl Source for $owned {
            fn source(&self, out: &mut String) -> bool {
                self.to_str().is_some_and(|text| quoted(out, $before_owned, text, ")"))
            }
            fn shape(&self, shape: &mut Shape) {
                $borrowed::shape(self, shape);
            }
            fn observe(&self, observer: &mut Observer) -> bool {
                $borrowed::observe_referenced(self, observer)
            }
        }
        impl Source for Cow<'_, $borrowed> {
            fn source(&self, out: &mut String) -> bool {
                out.push_str("std::borrow::Cow::from(");
                let written = $borrowed::referenced(self, out);
                out.push(')');
                written
            }
            fn shape(&self, shape: &mut Shape) {
                shape.variant(self);
                $borrowed::shape(self, shape);
            }
            fn observe(&self, observer: &mut Observer) -> bool {
                $borrowed::observe_referenced(self, observer)
            }
        }
    )*};
}
system! {
    OsString OsStr "std::ffi::OsString::from(" "std::ffi::OsStr::new(";
    PathBuf Path "std::path::PathBuf::from(" "std::path::Path::new(";
}

/// A common trait of `Path` and `OsStr`.
trait System {
    fn as_os_str_(&self) -> &OsStr;
}
impl System for OsStr {
    fn as_os_str_(&self) -> &OsStr {
        self
    }
}
impl System for Path {
    fn as_os_str_(&self) -> &OsStr {
        self.as_os_str()
    }
}

impl Source for CStr {
    fn source(&self, _: &mut String) -> bool {
        false
    }
    fn shape(&self, shape: &mut Shape) {
        shape.count(usize::from(!self.is_empty()));
    }
    fn referenced(&self, out: &mut String) -> bool {
        literal::c_string(out, self);
        true
    }
    fn observe_referenced(&self, observer: &mut Observer) -> bool {
        let mut text = String::new();
        literal::c_string(&mut text, self);
        observer.source(text);
        true
    }
}

impl Source for CString {
    fn source(&self, out: &mut String) -> bool {
        literal::c_string(out, self);
        out.push_str(".to_owned()");
        true
    }
    fn shape(&self, shape: &mut Shape) {
        CStr::shape(self, shape);
    }
}
