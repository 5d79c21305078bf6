//! Values that only stand in for others, and what the answers of fakes keep, since everybody relies on it: the end of a reader, the kind of a file,
//! absolute paths.

use super::run::{Buffer, Facts, facts};
use crate::chooser::Chooser;
use crate::literal;
use std::io::Error;
use std::path::PathBuf;

/// Whether the run has made a value that nobody may look into, so that nothing may be formatted that could contain it.
pub(crate) fn stands_in() -> bool {
    facts(|known| known.stands_in)
}

impl Chooser {
    /// A value of a type that cannot be built, which nobody may look into. A test writes it as `text`.
    pub fn stand_in<T>(&mut self, text: &str) -> T {
        facts(|known| {
            known.stands_in = true;
            // It may get the place of another value that has come to its end, or is of another kind.
            known.ended.clear();
            known.kinds.clear();
            known.buffers.clear();
        });
        self.text(text);
        // SAFETY: the functions that look into values of this type are faked.
        unsafe { crate::detour::stand_in() }
    }

    /// What an iterator or a reader gives: once it has come to its end, it stays there. A test writes the end as `text`.
    pub fn until_end<T>(
        &mut self,
        object: *const (),
        (text, end): (&str, T),
        is_end: impl FnOnce(&T) -> bool,
        build: impl FnOnce(&mut Chooser) -> T,
    ) -> T {
        let address = object as usize;
        if facts(|known| known.ended.contains(&address)) {
            self.text(text);
            return end;
        }
        let given = build(self);
        if is_end(&given) {
            facts(|known| known.ended.push(address));
        }
        given
    }

    /// What a reader has in its buffer: what is there stays there until it is consumed, and nothing follows the end.
    ///
    /// # Errors
    /// If the choice says so.
    pub fn buffered(
        &mut self,
        object: *const (),
        build: impl FnOnce(&mut Chooser) -> Result<&'static [u8], Error>,
    ) -> Result<&'static [u8], Error> {
        let address = object as usize;
        let buffer = facts(|known| *buffer_of(known, address));
        if !buffer.rest.is_empty() || buffer.is_last {
            self.write(|r| {
                let mut text = String::new();
                let is_text =
                    !buffer.rest.is_empty() && literal::byte_string(&mut text, buffer.rest);
                if !is_text {
                    text = format!("{:?}", buffer.rest);
                }
                r.push(&format!("Ok(&{text}[..])"));
            });
            return Ok(buffer.rest);
        }
        let rest = build(self)?;
        let is_last = rest.is_empty();
        facts(|known| *buffer_of(known, address) = Buffer { rest, is_last });
        Ok(rest)
    }

    /// Takes bytes out of a reader's buffer.
    pub fn consume(&mut self, object: *const (), amount: usize) {
        facts(|known| {
            let buffer = buffer_of(known, object as usize);
            buffer.rest = buffer.rest.get(amount..).unwrap_or_default();
        });
    }

    /// A path that is absolute, or an error.
    ///
    /// # Errors
    /// If the choice says so.
    pub fn absolute(
        &mut self,
        build: impl FnOnce(&mut Chooser) -> Result<PathBuf, Error>,
    ) -> Result<PathBuf, Error> {
        let start = self.expression().len();
        let path = build(self)?;
        if path.is_absolute() {
            return Ok(path);
        }
        let path = format!("/{}", path.display());
        self.write(|r| r.expression.truncate(start));
        self.text(&format!("Ok(std::path::PathBuf::from({path:?}))"));
        Ok(path.into())
    }

    /// Whether an object is of a kind: what is of one kind is of no other. `asked` is the name of the kind.
    pub fn is_of_kind(
        &mut self,
        object: *const (),
        asked: &'static str,
        build: impl FnOnce(&mut Chooser) -> bool,
    ) -> bool {
        let address = object as usize;
        let is_other = |(of, kind): &(usize, &str)| *of == address && *kind != asked;
        if facts(|known| known.kinds.iter().any(is_other)) {
            self.text("false");
            return false;
        }
        let is_it = build(self);
        if is_it {
            facts(|known| known.kinds.push((address, asked)));
        }
        is_it
    }
}

/// The buffer of the reader at this address.
fn buffer_of(known: &mut Facts, address: usize) -> &mut Buffer {
    let buffers = &mut known.buffers;
    let place = buffers.iter().position(|(of, _)| *of == address);
    let place = place.unwrap_or_else(|| {
        buffers.push((address, Buffer::default()));
        buffers.len() - 1
    });
    &mut buffers[place].1
}

#[cfg(test)]
mod tests {
    use super::super::FakeType;
    use super::super::Seen;
    use super::super::fakes::tests::{HOST, observed};
    use crate::build;
    use crate::chooser::Chooser;

    static NEXT: FakeType = FakeType {
        function: "<net::Rows as Iterator>::next",
        name: "next",
        ..HOST
    };

    fn goes_on_after_the_end(c: &mut Chooser) {
        let fake = c.fake(0, &NEXT);
        let object = 1_u8;
        let address: *const () = (&raw const object).cast();
        let r = c.call("all()", || {
            [(); 3].map(|()| {
                let call = fake.call(0, |_| {});
                call.answer(|c| {
                    let end = ("None", None);
                    c.until_end(address, end, Option::is_none, |c| {
                        build::option(c, build::u8)
                    })
                })
            })
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn nothing_follows_the_end() {
        let observation = observed(goes_on_after_the_end, &[]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("[None, None, None]".into()))
        );
        assert_eq!(observation.fakes[0].closure, "|_| None");
    }

    fn asks_for_kinds(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let objects = [1_u8, 2];
        let r = c.call("kinds()", || {
            let asked = [(0, "file"), (0, "directory"), (1, "directory"), (0, "file")];
            asked.map(|(object, kind)| {
                let address: *const () = (&raw const objects[object]).cast();
                let asked = vec![Seen::from(kind)];
                let call = fake.call_on(address, 0, asked, |_| {});
                call.answer(|c| c.is_of_kind(address, kind, build::bool))
            })
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn what_is_of_one_kind_is_of_no_other() {
        let observation = observed(asks_for_kinds, &[1, 1, 1]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source(
                "[true, false, true, true]".into()
            ))
        );
    }

    fn formats(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let shown = std::fmt::from_fn(|f| fake.call(0, |_| {}).answer(|c| super::super::fmt(c, f)));
        let r = c.call("shown()", || format!("<{shown}>"));
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn what_formats_a_value_raises_no_error() {
        for choice in [0, 1, 2] {
            let observation = observed(formats, &[choice]);
            assert_eq!(observation.fakes[0].closure, "|_| Ok(())");
        }
    }

    fn asks_for_a_path(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let r = c.call("path()", || {
            let call = fake.call(0, |_| {});
            let path = call.answer(|c| {
                c.absolute(|c| {
                    let _ = build::bool(c);
                    c.write(|r| r.expression.clear());
                    c.text("Ok(std::path::PathBuf::from(\"a\"))");
                    Ok("a".into())
                })
            });
            path.is_ok_and(|path| path.is_absolute())
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn relative_paths_become_absolute_ones() {
        let observation = observed(asks_for_a_path, &[]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source("true".into()))
        );
        assert_eq!(
            observation.fakes[0].closure,
            "|_| Ok(std::path::PathBuf::from(\"/a\"))"
        );
    }

    fn reads_from_a_buffer(c: &mut Chooser) {
        let fake = c.fake(0, &HOST);
        let object = 1_u8;
        let address: *const () = (&raw const object).cast();
        let filled = |c: &mut Chooser| {
            c.text("Ok(&b\"ab\"[..])");
            Ok(&b"ab"[..])
        };
        let r = c.call("read()", || {
            [0, 0, 1, 1].map(|consumed| {
                let call = fake.call(0, |_| {});
                call.answer(|c| {
                    c.consume(address, consumed);
                    c.buffered(address, filled).map(<[u8]>::len).ok()
                })
            })
        });
        c.returned(|o| crate::observe!(o, &r));
    }

    #[test]
    fn what_is_in_a_buffer_stays_until_it_is_consumed() {
        let observation = observed(reads_from_a_buffer, &[]);
        assert_eq!(
            observation.returned,
            Some(isolde_record::Observed::Source(
                "[Some(2), Some(2), Some(1), Some(2)]".into()
            ))
        );
        let closure = &observation.fakes[0].closure;
        assert!(closure.contains("3 => Ok(&b\"b\"[..])"), "{closure}");
    }
}
