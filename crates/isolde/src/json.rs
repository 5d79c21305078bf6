//! The result of a run as JSON, in the form of `isolde_record::Observation`.

use crate::laws::Strength;
use crate::mock::{LIST, Mocks, stands_in};
use crate::observe::Observed;
use crate::panics::{Breaker, Panic};
use crate::poll::End;
use crate::put::{Judged, Verdict};
use crate::render::{MAKES, Rendering};
use std::fmt::Write as _;

/// Everything that was rendered.
pub(crate) fn observation(rendering: &Rendering, panic: Option<&Panic>) -> String {
    answered(rendering, &rendering.mocks.lock(), panic)
}

/// The same, if these mocks gave answers.
fn answered(rendering: &Rendering, mocks: &Mocks, panic: Option<&Panic>) -> String {
    let mut out = String::from("{");
    let sequence = rendering.sequence.as_ref();
    let written = sequence.map(|sequence| sequence.written(rendering));
    let (statements, call, returned, after) = match &written {
        None => {
            if rendering.asserts_law {
                let _ = write!(out, "\"steps\":[{MAKES}],");
            }
            (
                &rendering.statements,
                &rendering.call,
                &rendering.returned,
                &rendering.after,
            )
        }
        Some(written) => {
            out.push_str("\"steps\":");
            list(&mut out, &written.steps, |out, step| {
                let _ = write!(out, "{step}");
            });
            out.push_str(",\"asserted\":");
            list(&mut out, &written.asserted, |out, (statement, value)| {
                let _ = write!(out, "[{statement},");
                observed(out, value);
                out.push(']');
            });
            out.push(',');
            (
                &written.statements,
                &written.call,
                &written.returned,
                &written.after,
            )
        }
    };
    let (calls, asserted_calls) = match sequence {
        None => (mocks.shown_calls(), mocks.asserted_calls()),
        Some(_) => (Vec::new(), None),
    };
    let mocks = mocks.declared();
    if !mocks.items.is_empty() {
        out.push_str("\"mocks\":");
        list(&mut out, &mocks.items, |out, item| {
            out.push_str("{\"name\":");
            string(out, &item.name);
            out.push_str(",\"source\":");
            string(out, &item.source);
            if item.is_counting {
                out.push_str(",\"is_counting\":true");
            }
            if item.is_asked {
                out.push_str(",\"is_asked\":true");
            }
            out.push('}');
        });
        out.push(',');
    }
    if !mocks.fakes.is_empty() {
        out.push_str("\"fakes\":");
        list(&mut out, &mocks.fakes, |out, faked| {
            out.push_str("{\"function\":");
            string(out, faked.of.function);
            out.push_str(",\"name\":");
            string(out, &faked.name);
            let _ = write!(
                out,
                ",\"is_async\":{},\"is_assumed\":{},\"is_across\":{},\"counts\":{},\"closure\":",
                faked.of.is_async, faked.of.is_assumed, faked.is_across, faked.counts
            );
            string(out, &faked.closure);
            out.push('}');
        });
        out.push(',');
    }
    if !calls.is_empty() {
        out.push_str("\"calls\":");
        list(&mut out, &calls, |out, call| {
            out.push_str("{\"of\":");
            string(out, &call.of);
            out.push_str(",\"text\":");
            string(out, &call.text);
            let _ = write!(
                out,
                ",\"key\":{},\"is_command\":{},\"hides_arguments\":{}}}",
                call.key, call.is_command, call.hides_arguments
            );
        });
        out.push(',');
    }
    if asserted_calls.is_some() {
        out.push_str("\"asserts_calls\":true,");
    }
    if stands_in() {
        out.push_str("\"stands_in\":true,");
    }
    out.push_str("\"statements\":");
    list(&mut out, statements, |out, s| string(out, &mocks.fill(s)));
    out.push_str(",\"call\":");
    string(&mut out, &mocks.fill(call));
    if let Some(end) = rendering.polled {
        out.push_str(match end {
            End::Ready => ",\"polled\":\"ready\"",
            End::Pending => ",\"polled\":\"pending\"",
            End::Busy => ",\"polled\":\"busy\"",
        });
    }
    out.push_str(",\"returned\":");
    match returned {
        Some(value) => observed(&mut out, value),
        None => out.push_str("null"),
    }
    if let Some(variable) = &rendering.bound {
        out.push_str(",\"bound\":");
        string(&mut out, variable);
    }
    out.push_str(",\"after\":");
    let asserted_calls = asserted_calls.map(|value| (LIST.to_owned(), value));
    let after: Vec<_> = asserted_calls.iter().chain(after).collect();
    list(&mut out, &after, |out, (expression, value)| {
        out.push('[');
        string(out, &mocks.fill(expression));
        out.push(',');
        observed(out, value);
        out.push(']');
    });
    out.push_str(",\"panic\":");
    match panic {
        Some(panic) => panicked(&mut out, panic),
        None => out.push_str("null"),
    }
    out.push('}');
    out
}

/// Everything that a run of a parameterized test rendered, and the verdict on the run; `None` if the run has not ended yet.
#[cfg_attr(
    not(any(test, isolde_engine)),
    allow(dead_code, reason = "only explored programs are asked")
)]
pub(crate) fn judged(rendering: &Rendering, judged: Option<&Judged>) -> String {
    with_verdict(rendering, &rendering.mocks.lock(), judged)
}

/// What is reported during a call, in case the process does not survive it: everything that was rendered, with the answers that these mocks gave so far.
#[cfg_attr(
    not(any(test, feature = "engine", isolde_engine)),
    allow(dead_code, reason = "only explored programs report it")
)]
pub(crate) fn announced(rendering: &Rendering, mocks: &Mocks) -> String {
    if cfg!(isolde_engine) {
        with_verdict(rendering, mocks, None)
    } else {
        answered(rendering, mocks, None)
    }
}

fn with_verdict(rendering: &Rendering, mocks: &Mocks, judged: Option<&Judged>) -> String {
    let panic = judged.and_then(|judged| judged.panic.as_ref());
    let mut out = answered(rendering, mocks, panic);
    out.pop();
    out.push_str(",\"put\":{\"verdict\":");
    let (verdict, why) = match judged.map(|judged| &judged.verdict) {
        Some(Verdict::Passed) => ("passed", ""),
        Some(Verdict::Allowed(why)) => ("allowed", why.as_str()),
        Some(Verdict::Failed(why)) => ("failed", why.as_str()),
        Some(Verdict::Discarded) => ("discarded", ""),
        None => ("failed", ""),
    };
    string(&mut out, verdict);
    out.push_str(",\"why\":");
    string(&mut out, why);
    let reached = judged.map_or(0, |judged| judged.reached);
    let _ = write!(out, ",\"reached\":{reached},\"arguments\":");
    list(&mut out, rendering.arguments(), |out, text| {
        string(out, text)
    });
    out.push_str(",\"chosen\":");
    list(&mut out, &rendering.chosen, |out, text| string(out, text));
    out.push_str(",\"choices\":");
    let choices = rendering.addresses.as_ref().map_or(&[][..], |a| &a.choices);
    list(&mut out, choices, |out, (address, value)| {
        out.push('[');
        list(out, &address.scopes, |out, scope| {
            let _ = write!(out, "{scope}");
        });
        let _ = write!(out, ",{},{value}]", address.ordinal);
    });
    out.push_str("}}");
    out
}

/// A panic and nothing else.
pub(crate) fn panic_only(panic: &Panic) -> String {
    let mut out = String::from("{\"panic\":");
    panicked(&mut out, panic);
    out.push('}');
    out
}

fn panicked(out: &mut String, panic: &Panic) {
    out.push_str("{\"message\":");
    string(out, &panic.message);
    out.push_str(",\"file\":");
    string(out, &panic.file);
    // Writing to a string cannot fail.
    let _ = write!(out, ",\"line\":{},\"column\":{}", panic.line, panic.column);
    if let Some(step) = panic.step {
        let _ = write!(out, ",\"step\":{step}");
    }
    if let Some(law) = panic.law {
        out.push_str(",\"law\":{\"name\":");
        string(out, law.name);
        let is_convention = law.strength == Strength::Convention;
        let _ = write!(out, ",\"is_convention\":{is_convention}");
        match panic.by {
            Some(Breaker::Type(number)) => {
                let _ = write!(out, ",\"by\":{{\"type\":{number}}}");
            }
            Some(Breaker::Call(number)) => {
                let _ = write!(out, ",\"by\":{{\"call\":{number}}}");
            }
            None => {}
        }
        out.push('}');
    }
    out.push('}');
}

fn observed(out: &mut String, value: &Observed) {
    let (how, text) = match value {
        Observed::Source(text) => ("source", Some(text)),
        Observed::Debug(text) => ("debug", Some(text)),
        Observed::Display(text) => ("display", Some(text)),
        Observed::Pattern(text) => ("pattern", Some(text)),
        Observed::Predicate(text) => ("predicate", Some(text)),
        Observed::Unit => ("unit", None),
        Observed::Opaque => ("opaque", None),
    };
    let _ = write!(out, "{{\"how\":\"{how}\"");
    if let Some(text) = text {
        out.push_str(",\"text\":");
        string(out, text);
    }
    out.push('}');
}

/// `"key":`
#[cfg_attr(
    not(any(test, isolde_engine)),
    allow(dead_code, reason = "only explored programs are asked")
)]
pub(crate) fn key(out: &mut String, key: &str) {
    string(out, key);
    out.push(':');
}

pub(crate) fn list<T>(out: &mut String, items: &[T], write: impl Fn(&mut String, &T)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::{Observation, PanicInfo, Polled};

    #[test]
    fn every_observation_reads_back() {
        let texts = ["", "a\"\\\n\r\t\u{0}\u{1f}\u{7f}é🦀\u{2028}"];
        let panic = Panic {
            message: texts[1].into(),
            file: "src/lib.rs".into(),
            line: 3,
            column: u32::MAX,
            step: None,
            law: None,
            by: None,
        };
        let recorded = PanicInfo {
            message: panic.message.clone(),
            file: panic.file.clone(),
            line: panic.line,
            column: panic.column,
            step: None,
            law: None,
        };
        for text in texts.map(str::to_owned) {
            use isolde_record::Observed as Record;
            for (value, expected) in [
                (Observed::Source(text.clone()), Record::Source(text.clone())),
                (Observed::Debug(text.clone()), Record::Debug(text.clone())),
                (
                    Observed::Display(text.clone()),
                    Record::Display(text.clone()),
                ),
                (
                    Observed::Pattern(text.clone()),
                    Record::Pattern(text.clone()),
                ),
                (
                    Observed::Predicate(text.clone()),
                    Record::Predicate(text.clone()),
                ),
                (Observed::Unit, Record::Unit),
                (Observed::Opaque, Record::Opaque),
            ] {
                let mut rendering = Rendering::default();
                rendering.statements = vec![text.clone(), text.clone()];
                rendering.call = text.clone();
                rendering.polled = Some(End::Pending);
                rendering.returned = Some(value.clone());
                rendering.bound = Some(text.clone());
                rendering.after = vec![(text.clone(), value)];
                let read: Observation =
                    serde_json::from_str(&observation(&rendering, Some(&panic))).unwrap();
                assert_eq!(
                    read,
                    Observation {
                        mocks: Vec::new(),
                        fakes: Vec::new(),
                        calls: Vec::new(),
                        asserts_calls: false,
                        stands_in: false,
                        statements: vec![text.clone(), text.clone()],
                        call: text.clone(),
                        polled: Some(Polled::Pending),
                        returned: Some(expected.clone()),
                        bound: Some(text.clone()),
                        after: vec![(text.clone(), expected)],
                        panic: Some(recorded.clone()),
                        put: None,
                        steps: Vec::new(),
                        asserted: Vec::new(),
                    }
                );
            }
        }
        let empty: Observation =
            serde_json::from_str(&observation(&Rendering::default(), None)).unwrap();
        assert_eq!(empty, Observation::default());
        let panicked: Observation = serde_json::from_str(&panic_only(&panic)).unwrap();
        assert_eq!(panicked.panic, Some(recorded));
    }
}
