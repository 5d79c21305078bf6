//! The command line.

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether the output is short.
    pub short: bool,
    /// The words.
    pub words: Vec<String>,
}

/// The command line `-s WORD…`; `None` without words.
pub fn read(arguments: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options {
        short: false,
        words: Vec::new(),
    };
    for argument in arguments {
        match kind(&argument) {
            Kind::Short => options.short = true,
            Kind::Word if crate::text::is_too_long(argument.len() as u32) => return None,
            Kind::Word => options.words.push(argument),
        }
    }
    (!options.words.is_empty()).then_some(options)
}

#[derive(Debug, PartialEq)]
enum Kind {
    Short,
    Word,
}

fn kind(argument: &str) -> Kind {
    match argument {
        "-s" => Kind::Short,
        _ => Kind::Word,
    }
}
