//! Reads v0 symbols into [`Item`]s. The grammar is that of the compiler's documentation of symbol mangling.

use super::item::{Item, ItemType, NestedKind};

/// What a symbol describes. Of a symbol in the older scheme, only the path is known; `None` for symbols that Rust did not mangle.
pub(super) fn parse(symbol: &str) -> Option<Item> {
    match symbol.strip_prefix("_R") {
        Some(text) => Parser {
            text: text.as_bytes(),
            at: 0,
            depth: 0,
        }
        .path(),
        None => older(symbol),
    }
}

/// The path in a symbol of the older scheme: `_ZN`, then segments with their lengths, the last of which is a hash, then `E`.
fn older(symbol: &str) -> Option<Item> {
    let mut rest = symbol.strip_prefix("_ZN")?;
    let mut segments = Vec::new();
    while !rest.starts_with('E') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = rest[..digits].parse().ok()?;
        segments.push(rest.get(digits..digits + length)?);
        rest = &rest[digits + length..];
    }
    segments.pop()?;
    let mut segments = segments.into_iter();
    let root = Item::Crate(segments.next()?.to_owned());
    Some(segments.fold(root, |parent, name| Item::Nested {
        parent: Box::new(parent),
        kind: NestedKind::Value,
        name: name.to_owned(),
    }))
}

/// The deepest nesting that is read; longer symbols than the compiler writes would need more.
const DEPTH: u32 = 200;

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Digits to base 62 and `_`; no digits mean 0.
    fn number(&mut self) -> Option<usize> {
        if self.take(b'_') {
            return Some(0);
        }
        let mut value: usize = 0;
        loop {
            let digit = match self.next()? {
                b'_' => return value.checked_add(1),
                byte @ b'0'..=b'9' => byte - b'0',
                byte @ b'a'..=b'z' => byte - b'a' + 10,
                byte @ b'A'..=b'Z' => byte - b'A' + 36,
                _ => return None,
            };
            value = value.checked_mul(62)?.checked_add(usize::from(digit))?;
        }
    }

    fn disambiguator(&mut self) -> Option<()> {
        if self.take(b's') {
            self.number()?;
        }
        Some(())
    }

    fn name(&mut self) -> Option<String> {
        self.take(b'u');
        let mut length: usize = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            length = length
                .checked_mul(10)?
                .checked_add(usize::from(digit - b'0'))?;
            if length == 0 {
                break;
            }
        }
        self.take(b'_');
        let bytes = self.text.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    fn identifier(&mut self) -> Option<String> {
        self.disambiguator()?;
        self.name()
    }

    /// Reads what a backward reference refers to.
    fn back<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let start = self.at - 1;
        let target = self.number()?;
        if target >= start {
            return None;
        }
        let after = std::mem::replace(&mut self.at, target);
        let value = read(self);
        self.at = after;
        value
    }

    /// Reads something one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn path(&mut self) -> Option<Item> {
        self.deeper(|this| match this.next()? {
            b'C' => Some(Item::Crate(this.identifier()?)),
            b'M' => {
                let place = this.place()?;
                let of = Box::new(this.ty()?);
                Some(Item::Impl {
                    place,
                    of,
                    of_trait: None,
                })
            }
            b'X' => {
                let place = this.place()?;
                let of = Box::new(this.ty()?);
                let of_trait = Some(Box::new(this.path()?));
                Some(Item::Impl {
                    place,
                    of,
                    of_trait,
                })
            }
            b'Y' => {
                let of = Box::new(this.ty()?);
                let of_trait = Box::new(this.path()?);
                Some(Item::Provided { of, of_trait })
            }
            b'N' => {
                let kind = match this.next()? {
                    b'C' => NestedKind::Closure,
                    b'S' => NestedKind::Shim,
                    b't' => NestedKind::Type,
                    _ => NestedKind::Value,
                };
                let parent = Box::new(this.path()?);
                let name = this.identifier()?;
                Some(Item::Nested { parent, kind, name })
            }
            b'I' => {
                let item = Box::new(this.path()?);
                let mut arguments = Vec::new();
                while !this.take(b'E') {
                    if this.take(b'L') {
                        this.number()?;
                    } else if this.take(b'K') {
                        this.constant()?;
                    } else {
                        arguments.push(this.ty()?);
                    }
                }
                Some(Item::Instance { item, arguments })
            }
            b'B' => this.back(Self::path),
            _ => None,
        })
    }

    /// The module or function that contains an `impl`.
    fn place(&mut self) -> Option<Box<Item>> {
        self.disambiguator()?;
        self.path().map(Box::new)
    }

    fn ty(&mut self) -> Option<ItemType> {
        self.deeper(|this| match this.peek()? {
            letter @ b'a'..=b'z' => {
                this.at += 1;
                Some(primitive(letter))
            }
            b'C' | b'M' | b'X' | b'Y' | b'N' | b'I' => this.path().map(ItemType::Named),
            _ => this.composed(),
        })
    }

    /// A type that has no name.
    fn composed(&mut self) -> Option<ItemType> {
        let boxed = |this: &mut Self| this.ty().map(Box::new);
        match self.next()? {
            b'A' => {
                let element = boxed(self)?;
                self.constant()?;
                Some(ItemType::Slice(element))
            }
            b'S' => boxed(self).map(ItemType::Slice),
            b'T' => self.types().map(ItemType::Tuple),
            b'R' | b'Q' => {
                if self.take(b'L') {
                    self.number()?;
                }
                boxed(self).map(ItemType::Pointer)
            }
            b'P' | b'O' => boxed(self).map(ItemType::Pointer),
            b'F' => {
                self.binder()?;
                self.take(b'U');
                if self.take(b'K') && !self.take(b'C') {
                    self.name()?;
                }
                self.types()?;
                self.ty()?;
                Some(ItemType::Other)
            }
            b'D' => {
                self.binder()?;
                let mut traits = Vec::new();
                while !self.take(b'E') {
                    traits.push(self.path()?);
                    while self.take(b'p') {
                        self.name()?;
                        self.ty()?;
                    }
                }
                if self.take(b'L') {
                    self.number()?;
                }
                Some(ItemType::Object(traits))
            }
            b'B' => self.back(Self::ty),
            _ => None,
        }
    }

    fn types(&mut self) -> Option<Vec<ItemType>> {
        let mut types = Vec::new();
        while !self.take(b'E') {
            types.push(self.ty()?);
        }
        Some(types)
    }

    fn binder(&mut self) -> Option<()> {
        if self.take(b'G') {
            self.number()?;
        }
        Some(())
    }

    /// Skips a constant.
    fn constant(&mut self) -> Option<()> {
        self.deeper(|this| match this.next()? {
            b'p' => Some(()),
            b'B' => this.back(Self::constant),
            b'R' | b'Q' => this.constant(),
            b'A' | b'T' => this.constants(),
            b'V' => {
                this.path()?;
                match this.next()? {
                    b'U' => Some(()),
                    b'T' => this.constants(),
                    b'S' => {
                        while !this.take(b'E') {
                            this.identifier()?;
                            this.constant()?;
                        }
                        Some(())
                    }
                    _ => None,
                }
            }
            // A number, a character or a text: its type, a sign, hexadecimal digits.
            b'a'..=b'z' => {
                this.take(b'n');
                while this.next()? != b'_' {}
                Some(())
            }
            _ => None,
        })
    }

    fn constants(&mut self) -> Option<()> {
        while !self.take(b'E') {
            self.constant()?;
        }
        Some(())
    }
}

/// The type that a letter stands for.
fn primitive(letter: u8) -> ItemType {
    ItemType::Primitive(match letter {
        b'a' => "i8",
        b'b' => "bool",
        b'c' => "char",
        b'd' => "f64",
        b'e' => "str",
        b'f' => "f32",
        b'h' => "u8",
        b'i' => "isize",
        b'j' => "usize",
        b'l' => "i32",
        b'm' => "u32",
        b'n' => "i128",
        b'o' => "u128",
        b's' => "i16",
        b't' => "u16",
        b'u' => "()",
        b'x' => "i64",
        b'y' => "u64",
        b'z' => "!",
        _ => return ItemType::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(symbol: &str) -> Vec<String> {
        let item = parse(symbol).unwrap_or_else(|| panic!("{symbol} is readable"));
        item.paths().iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn methods_are_known_by_type_by_trait_and_by_the_module_of_the_impl() {
        assert_eq!(
            paths("_RNvXs_NtCs1_4demo4implNtNtB4_4data4ItemNtCs2_3dep5Trait6method"),
            [
                "demo::impl::data::Item::method",
                "dep::Trait::method",
                "demo::impl::method"
            ]
        );
    }

    #[test]
    fn symbols_of_std_are_read_with_all_their_kinds_of_types() {
        for symbol in [
            "_RNSNvYNCINvNtCsjrHSEGnQ3l9_3std2rt10lang_startuE0INtNtNtCsgEmfK2I1SDS_4core3ops8function6FnOnceuE9call_once6vtableCsbVXqutUjNVO_1x",
            "_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNvXsf_NtNtCslNYArtu3iFV_5alloc5boxed7convertINtBQ_3BoxDNtNtB4_5error5ErrorNtNtB4_6marker4SyncNtB1W_4SendEL_EINtNtB4_7convert4FromNtNtBS_6string6StringE4from11StringErrorEBS_",
            "_RNvXs_NvXsf_NtNtCslNYArtu3iFV_5alloc5boxed7convertINtBc_3BoxDNtNtCsgEmfK2I1SDS_4core5error5ErrorNtNtB11_6marker4SyncNtB1y_4SendEL_EINtNtB11_7convert4FromNtNtBe_6string6StringE4fromNtB4_11StringErrorNtNtB11_3fmt7Display3fmt",
            "_RNvYNvNtCsjrHSEGnQ3l9_3std9panicking12default_hookINtNtNtCsgEmfK2I1SDS_4core3ops8function5FnMutTRNtNtB6_5panic13PanicHookInfoEE8call_mutB6_",
            "_RNvXs9_NtNtCsjrHSEGnQ3l9_3std2io5implsINtNtCslNYArtu3iFV_5alloc3vec3VechENtB7_5Write5writeB9_",
        ] {
            assert!(parse(symbol).is_some(), "{symbol}");
        }
        let dropped =
            parse("_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtCsbVXqutUjNVO_1x3DepEBI_");
        let dropped = dropped.expect("readable");
        let of = dropped.dropped().and_then(ItemType::named).expect("named");
        assert_eq!(of.place(), ["x", "Dep"]);
    }

    #[test]
    fn the_older_scheme_gives_a_path_and_names_of_c_give_none() {
        assert_eq!(
            paths("_ZN3std2fs4File17h0123456789abcdefE"),
            ["std::fs::File"]
        );
        assert_eq!(parse("getenv"), None);
        assert_eq!(parse("_RB_"), None);
    }
}
