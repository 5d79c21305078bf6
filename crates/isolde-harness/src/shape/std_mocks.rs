//! Traits of std that mocks have, as far as answers are chosen. The answers keep what the traits promise: where a promise is about several methods or
//! several calls, the methods are always the same (`write/std_mocks.rs` has them) and ask *helpers*, which are answered.

use super::files::File;
use super::literals::literal_of;
use super::mocks::MockMethod;
use super::std_parts::{
    StdPart, alike, borrowed, bytes, fmt_error, io, lawful, option, result, usize,
};
use super::{AnsweredBy, Demand};
use crate::operators::{Operator, is_itself, operator};
use crate::types::make;
use isolde_model::{Bound, Receiver, StdItem, StdTrait, Type};

impl Demand<'_, '_, '_> {
    /// What a trait of std adds to the mock `of` with these traits.
    pub(super) fn of_std(
        &mut self,
        of: &Type,
        of_trait: StdTrait,
        bound: &Bound,
        all: &[Bound],
    ) -> StdPart {
        use StdTrait as T;
        let has = |other: StdTrait| all.iter().any(|each| each.std_trait() == Some(other));
        let associated = || bound.associated.first().map(|(_, of)| of.clone());
        let argument = bound.arguments.first();
        if matches!(of_trait, T::Read | T::BufRead | T::IoWrite | T::Seek) && has(T::Seek) {
            let file = File {
                is_read: has(T::Read),
                is_buffered: has(T::BufRead),
                is_written: has(T::IoWrite),
            };
            return self.of_file(of_trait, file);
        }
        let mut part = StdPart::default();
        match (of_trait, argument) {
            (T::Read, _) if !has(T::BufRead) => {
                let method = lawful("read", vec![("buf", bytes(true))], io(usize()));
                part.methods.push(method);
            }
            (T::BufRead, _) => {
                part.fields.push(("buffer", "&'static [u8]".into()));
                let chunk = make::reference(false, make::bytes());
                part.helpers.push(lawful("chunk", Vec::new(), io(chunk)));
            }
            (T::IoWrite, _) => part.methods.extend([
                lawful("write", vec![("buf", bytes(false))], io(usize())),
                lawful("flush", Vec::new(), io(Type::Tuple(Vec::new()))),
            ]),
            (T::FmtWrite, _) => part.methods.push(lawful(
                "write_str",
                vec![("text", make::text())],
                result(Type::Tuple(Vec::new()), fmt_error()),
            )),
            (T::Display, _) => {
                let text = self.chosen("text", Vec::new(), make::text());
                part.helpers.push(alike(text));
            }
            (T::Error, _) => {
                let source = Type::Dyn(vec![make::bound(T::Error)]);
                let source = option(make::reference(false, source));
                part.methods
                    .push(alike(self.chosen("source", Vec::new(), source)));
            }
            (T::Hasher, _) => {
                let finish = self.chosen("finish", Vec::new(), make::primitive("u64"));
                let mut write = self.chosen(
                    "write",
                    vec![("_bytes", bytes(false))],
                    Type::Tuple(Vec::new()),
                );
                write.receiver = Some(Receiver::Mutable);
                write.body = Some("");
                let finish = match self.is_lawful {
                    true => alike(finish),
                    false => finish,
                };
                part.methods.extend([finish, write]);
            }
            (T::Iterator, _) => {
                let item = associated().unwrap_or_else(|| make::primitive("u8"));
                part.methods.push(self.next("next", &item));
                let counted = [
                    T::DoubleEndedIterator,
                    T::ExactSizeIterator,
                    T::FusedIterator,
                ];
                if counted.into_iter().any(has) {
                    part = self.counted_iterator(&item);
                }
            }
            (T::DoubleEndedIterator, _) => {
                let item = all
                    .iter()
                    .find(|each| each.std_trait() == Some(T::Iterator));
                let item = item.and_then(|each| each.associated.first());
                let item = item.map_or_else(|| make::primitive("u8"), |(_, of)| of.clone());
                let mut back = self.next("next_back", &item);
                back.body = Some(NEXT);
                part.methods.push(back);
            }
            (T::Future, _) => {
                let output = associated().unwrap_or_else(|| make::primitive("u8"));
                let context = Type::Reference {
                    mutable: true,
                    is_static: false,
                    target: Box::new(make::std(StdItem::TaskContext, Vec::new())),
                };
                let poll = make::std(StdItem::Poll, vec![output]);
                part.methods.push(MockMethod {
                    receiver: Some(Receiver::Pinned),
                    ..self.chosen("poll", vec![("context", context)], poll)
                });
            }
            (T::FromStr, _) => {
                let error = associated().unwrap_or_else(fmt_error);
                let method = self.chosen(
                    "from_str",
                    vec![("text", make::text())],
                    result(of.clone(), error),
                );
                part.methods.push(MockMethod {
                    receiver: None,
                    by: AnsweredBy::Arguments,
                    ..method
                });
            }
            (T::Default, _) => {
                let method = self.chosen("default", Vec::new(), of.clone());
                part.methods.push(MockMethod {
                    receiver: None,
                    ..method
                });
            }
            (T::AsRef, Some(target)) => {
                let target = make::reference(false, target.clone());
                let method = self.chosen("as_ref", Vec::new(), target);
                part.methods.push(alike(method));
            }
            (T::Borrow, Some(target)) => {
                let target = make::reference(false, target.clone());
                let method = self.chosen("borrow", Vec::new(), target);
                part.methods.push(alike(method));
            }
            (T::AsMut | T::BorrowMut, Some(target)) => {
                let name = if of_trait == T::AsMut {
                    "as_mut"
                } else {
                    "borrow_mut"
                };
                let target = make::reference(true, target.clone());
                part.methods.push(MockMethod {
                    receiver: Some(Receiver::Mutable),
                    ..self.chosen(name, Vec::new(), target)
                });
            }
            (T::IntoIterator, _) => {
                let own = bound.associated.last();
                let result = own.map_or_else(usize, |(_, of)| of.clone());
                part.methods.push(MockMethod {
                    receiver: Some(Receiver::Value),
                    ..self.chosen("into_iter", Vec::new(), result)
                });
            }
            (T::Deref, _) if has(T::DerefMut) => {
                let target = associated().unwrap_or_else(usize);
                let text = self.text(&target);
                part.fields
                    .push(("target", format!("std::sync::OnceLock<{text}>")));
                let mut deref = lawful("deref", Vec::new(), borrowed(false, target.clone()));
                deref.receiver = Some(Receiver::Shared);
                deref.body = Some("self.target.get_or_init(|| self.first_target())");
                part.methods.push(deref);
                part.helpers
                    .push(alike(self.chosen("first_target", Vec::new(), target)));
            }
            (T::Deref, _) => {
                let target = make::reference(false, associated().unwrap_or_else(usize));
                part.methods
                    .push(alike(self.chosen("deref", Vec::new(), target)));
            }
            (T::DerefMut, _) => {
                let target = borrowed(true, of_supertrait(all, T::Deref));
                part.methods.push(MockMethod {
                    body: Some(
                        "let _ = std::ops::Deref::deref(self);\nself.target.get_mut().unwrap()",
                    ),
                    ..lawful("deref_mut", Vec::new(), target)
                });
            }
            (T::Index | T::IndexMut, Some(place)) => {
                let (name, receiver) = match of_trait {
                    T::Index => ("index", Receiver::Shared),
                    _ => ("index_mut", Receiver::Mutable),
                };
                let output = of_supertrait(all, T::Index);
                let output = make::reference(of_trait == T::IndexMut, output);
                let method = self.chosen(name, vec![("place", place.clone())], output);
                let is_literal = literal_of(place).is_some();
                part.methods.push(MockMethod {
                    receiver: Some(receiver),
                    by: match is_literal {
                        true => AnsweredBy::Arguments,
                        false => AnsweredBy::Calls,
                    },
                    ..method
                });
            }
            (T::From, Some(source)) => {
                let parameters = vec![("value", source.clone())];
                part.methods.push(MockMethod {
                    receiver: None,
                    ..self.chosen("from", parameters, of.clone())
                });
            }
            (T::TryFrom, Some(source)) => {
                let error = associated().unwrap_or_else(fmt_error);
                let parameters = vec![("value", source.clone())];
                part.methods.push(MockMethod {
                    receiver: None,
                    ..self.chosen("try_from", parameters, result(of.clone(), error))
                });
            }
            (T::Into, Some(target)) => part.methods.push(MockMethod {
                receiver: Some(Receiver::Value),
                ..self.chosen("into", Vec::new(), target.clone())
            }),
            (T::TryInto, Some(target)) => {
                let error = associated().unwrap_or_else(fmt_error);
                let result = result(target.clone(), error);
                part.methods.push(MockMethod {
                    receiver: Some(Receiver::Value),
                    ..self.chosen("try_into", Vec::new(), result)
                });
            }
            _ => part.methods.extend(self.operator(of, of_trait, bound)),
        }
        part
    }

    /// The method of an operator.
    fn operator(&mut self, of: &Type, of_trait: StdTrait, bound: &Bound) -> Option<MockMethod> {
        let (name, operator) = operator(of_trait)?;
        let known = |each: &Type| match is_itself(each) {
            true => of.clone(),
            false => each.clone(),
        };
        let other = bound.arguments.first().map_or_else(|| of.clone(), known);
        let output = bound.associated.first().map(|(_, of)| known(of));
        let output = output.unwrap_or_else(|| Type::Tuple(Vec::new()));
        let (receiver, parameters) = match operator {
            Operator::Binary => (Receiver::Value, vec![("other", other)]),
            Operator::Unary => (Receiver::Value, Vec::new()),
            Operator::Assigning => (Receiver::Mutable, vec![("other", other)]),
        };
        Some(MockMethod {
            receiver: Some(receiver),
            ..self.chosen(name, parameters, output)
        })
    }

    /// `next` or `next_back` of an iterator.
    fn next(&mut self, name: &str, item: &Type) -> MockMethod {
        MockMethod {
            receiver: Some(Receiver::Mutable),
            ..self.chosen(name, Vec::new(), option(item.clone()))
        }
    }

    /// An iterator that knows how many items are left.
    fn counted_iterator(&mut self, item: &Type) -> StdPart {
        let mut next = self.next("next", item);
        next.body = Some(NEXT);
        let bounds = Type::Tuple(vec![usize(), option(usize())]);
        let mut hint = lawful("size_hint", Vec::new(), bounds);
        hint.receiver = Some(Receiver::Shared);
        hint.body = Some("let left = self.length() - self.taken;\n(left, Some(left))");
        let mut length = lawful("length", Vec::new(), usize());
        length.receiver = Some(Receiver::Shared);
        let mut item = self.chosen("item", Vec::new(), item.clone());
        item.receiver = Some(Receiver::Mutable);
        StdPart {
            fields: vec![("taken", "usize".into())],
            helpers: vec![alike(length), item],
            methods: vec![next, hint],
        }
    }
}

/// The associated type of another trait of the mock.
fn of_supertrait(all: &[Bound], of_trait: StdTrait) -> Type {
    let bound = all.iter().find(|each| each.std_trait() == Some(of_trait));
    let found = bound.and_then(|bound| bound.associated.first());
    found.map_or_else(usize, |(_, of)| of.clone())
}

/// The body of `next` and `next_back` of an iterator that knows how many items are left.
const NEXT: &str =
    "if self.taken == self.length() {\nreturn None;\n}\nself.taken += 1;\nSome(self.item())";
