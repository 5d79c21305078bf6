//! Prints the model of a rustdoc JSON file: `print_model <file.json> <package root>`.

use isolde_model::load;
use std::io::Write;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(json), Some(root)) = (arguments.next(), arguments.next()) else {
        return Err("usage: print_model <file.json> <package root>".into());
    };
    let model = load(&std::fs::read_to_string(json)?, &root)?;
    write!(std::io::stdout(), "{}", model.summary())?;
    Ok(())
}
