//! The impls of traits of std that all mocks have in the same way. Some ask *helpers*, which are answered (`shape/std_mocks.rs`).

use isolde_model::StdTrait;

/// An impl.
pub(super) struct Fixed {
    /// The trait.
    pub head: &'static str,
    /// Associated types.
    pub items: &'static [&'static str],
    /// The methods.
    pub methods: &'static [FixedMethod],
}

/// A method whose body is always the same.
pub(super) struct FixedMethod {
    name: &'static str,
    before: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    end: &'static str,
    body: &'static str,
}

impl FixedMethod {
    /// The method.
    pub(super) fn text(&self) -> String {
        let parameters = self.parameters.iter();
        let parameters: String = parameters
            .map(|(name, of)| format!(", {name}: {of}"))
            .collect();
        format!(
            "{}{parameters}{} {{ {} }} ",
            self.before, self.end, self.body
        )
    }

    /// The method as the library describes it.
    pub(super) fn described(&self) -> String {
        format!(
            "__isolde::mock::Method {{ name: {:?}, head: {:?}, parameters: &{:?}, end: {:?}, receiver: __isolde::mock::Receiver::Shared, body: Some({:?}), is_provided: false }}, ",
            self.name, self.before, self.parameters, self.end, self.body
        )
    }
}

/// The impl of a trait of std that mocks have in the same way, if they have all of these: all mocks of a type are equal, and what was read ahead is read first.
pub(super) fn fixed(of_trait: StdTrait, all: &[StdTrait]) -> Option<Fixed> {
    let (head, methods): (_, &[FixedMethod]) = match of_trait {
        StdTrait::Display => (
            "std::fmt::Display",
            &[FixedMethod {
                name: "fmt",
                before: "fn fmt(&self",
                parameters: &[("f", "&mut std::fmt::Formatter<'_>")],
                end: ") -> std::fmt::Result",
                body: "f.write_str(self.text())",
            }],
        ),
        StdTrait::PartialEq => (
            "PartialEq",
            &[FixedMethod {
                name: "eq",
                before: "fn eq(&self",
                parameters: &[("_", "&Self")],
                end: ") -> bool",
                body: "true",
            }],
        ),
        StdTrait::Eq => ("Eq", &[]),
        StdTrait::PartialOrd if !all.contains(&StdTrait::Ord) => (
            "PartialOrd",
            &[FixedMethod {
                name: "partial_cmp",
                before: "fn partial_cmp(&self",
                parameters: &[("_", "&Self")],
                end: ") -> Option<std::cmp::Ordering>",
                body: "Some(std::cmp::Ordering::Equal)",
            }],
        ),
        StdTrait::PartialOrd => (
            "PartialOrd",
            &[FixedMethod {
                name: "partial_cmp",
                before: "fn partial_cmp(&self",
                parameters: &[("other", "&Self")],
                end: ") -> Option<std::cmp::Ordering>",
                body: "Some(self.cmp(other))",
            }],
        ),
        StdTrait::Ord => (
            "Ord",
            &[FixedMethod {
                name: "cmp",
                before: "fn cmp(&self",
                parameters: &[("_", "&Self")],
                end: ") -> std::cmp::Ordering",
                body: "std::cmp::Ordering::Equal",
            }],
        ),
        StdTrait::Hash => (
            "std::hash::Hash",
            &[FixedMethod {
                name: "hash",
                before: "fn hash<H: std::hash::Hasher>(&self",
                parameters: &[("_", "&mut H")],
                end: ")",
                body: "",
            }],
        ),
        StdTrait::BuildHasher => {
            return Some(Fixed {
                head: "std::hash::BuildHasher",
                items: &["type Hasher = std::collections::hash_map::DefaultHasher;"],
                methods: &[FixedMethod {
                    name: "build_hasher",
                    before: "fn build_hasher(&self",
                    parameters: &[],
                    end: ") -> std::collections::hash_map::DefaultHasher",
                    body: "Default::default()",
                }],
            });
        }
        StdTrait::ExactSizeIterator => ("std::iter::ExactSizeIterator", &[]),
        StdTrait::FusedIterator => ("std::iter::FusedIterator", &[]),
        // Of a reader with a buffer; others are answered.
        StdTrait::Read => (
            "std::io::Read",
            &[FixedMethod {
                name: "read",
                before: "fn read(&mut self",
                parameters: &[("buf", "&mut [u8]")],
                end: ") -> std::io::Result<usize>",
                body: "let count = buf.len().min(std::io::BufRead::fill_buf(self)?.len());\n\
                       buf[..count].copy_from_slice(&self.buffer[..count]);\n\
                       self.buffer = &self.buffer[count..];\n\
                       Ok(count)",
            }],
        ),
        StdTrait::BufRead => (
            "std::io::BufRead",
            &[
                FixedMethod {
                    name: "fill_buf",
                    before: "fn fill_buf(&mut self",
                    parameters: &[],
                    end: ") -> std::io::Result<&[u8]>",
                    body: "if self.buffer.is_empty() {\nself.buffer = self.chunk()?;\n}\nOk(self.buffer)",
                },
                FixedMethod {
                    name: "consume",
                    before: "fn consume(&mut self",
                    parameters: &[("amount", "usize")],
                    end: ")",
                    body: "self.buffer = &self.buffer[amount..];",
                },
            ],
        ),
        _ => return None,
    };
    Some(Fixed {
        head,
        items: &[],
        methods,
    })
}
