//! A parameterized test described as JSON, in the form of `isolde_record::PutInfo`.

use super::{Allowed, Put};
use crate::json;
use std::fmt::Write as _;

/// Everything about the test that can be written as text or numbers.
#[cfg_attr(
    not(any(test, isolde_engine)),
    allow(dead_code, reason = "only explored programs are asked")
)]
pub(super) fn description(put: &Put) -> String {
    let mut out = String::from("{");
    for (key, text) in [
        ("name", put.name),
        ("module", put.module),
        ("file", put.file),
        ("manifest_dir", put.manifest_dir),
    ] {
        json::key(&mut out, key);
        json::string(&mut out, text);
        out.push(',');
    }
    // Writing to a string cannot fail, here and below.
    let _ = write!(out, "\"line\":{},", put.line);
    json::key(&mut out, "parameters");
    json::list(&mut out, put.parameters, |out, (name, ty)| {
        json::list(out, &[name, ty], |out, text| json::string(out, text));
    });
    out.push(',');
    json::key(&mut out, "cases");
    json::list(&mut out, put.cases, |out, (text, _)| {
        json::string(out, text)
    });
    out.push(',');
    json::key(&mut out, "should_panic");
    match put.should_panic {
        Some(text) => json::string(&mut out, text),
        None => out.push_str("null"),
    }
    out.push(',');
    json::key(&mut out, "allowed");
    json::list(&mut out, put.allowed, |out, allowed| match allowed {
        Allowed::Message(text) => json::string(out, &format!("{text:?}")),
        Allowed::Type { name, .. } => json::string(out, name),
    });
    out.push(',');
    json::key(&mut out, "reachable");
    json::list(&mut out, put.reachable, |out, text| json::string(out, text));
    let bounds = &put.bounds;
    for (key, number) in [
        ("runs", bounds.runs),
        ("time", bounds.time),
        ("branches", bounds.branches.map(u64::from)),
        ("solver", bounds.solver),
    ] {
        out.push(',');
        json::key(&mut out, key);
        let _ = match number {
            Some(number) => write!(out, "{number}"),
            None => write!(out, "null"),
        };
    }
    out.push('}');
    out
}
