//! Instruments one whole-program bitcode file: `instrument IN.bc OUT.o --kind symbolic --root src`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool"
)]

use clap::{Parser, ValueEnum};
use isolde_instrument::{CodegenLevel, Kind, Llvm, OptLevel, Options, instrument};
use std::path::PathBuf;

#[derive(Clone, Copy, ValueEnum)]
enum KindArgument {
    Plain,
    Coverage,
    Symbolic,
    Checked,
}

#[derive(Parser)]
#[command(about = "Instruments one whole-program bitcode file and prints what it did")]
struct Arguments {
    /// The module: `*.lto.after-restriction.bc` of a build with fat LTO and -Csave-temps.
    bitcode: PathBuf,
    /// The object to write.
    object: PathBuf,
    /// What to add to the program.
    #[arg(long, value_enum, default_value = "symbolic")]
    kind: KindArgument,
    /// Folder with code under test (may be given more than once).
    #[arg(long)]
    root: Vec<PathBuf>,
    /// Crate under test (may be given more than once).
    #[arg(long = "crate")]
    crates: Vec<String>,
    /// Middle-end level: 0, 1 or 2.
    #[arg(short = 'O')]
    optimise: Option<u8>,
    /// Code generator level: 0, 1 or 2.
    #[arg(short = 'C')]
    codegen: Option<u8>,
    /// Keep line tables.
    #[arg(long)]
    debug_info: bool,
    /// Write the map of points and sites as JSON.
    #[arg(long)]
    map: Option<PathBuf>,
    /// Toolchain root; if absent, the output of `rustc --print sysroot`.
    #[arg(long)]
    sysroot: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let sysroot = match arguments.sysroot {
        Some(sysroot) => sysroot,
        None => {
            let output = std::process::Command::new("rustc")
                .args(["--print", "sysroot"])
                .output()?;
            PathBuf::from(String::from_utf8(output.stdout)?.trim())
        }
    };
    let llvm = Llvm::load(&isolde_llvm::find(&sysroot)?)?;
    let mut options = Options::new(match arguments.kind {
        KindArgument::Plain => Kind::Plain,
        KindArgument::Coverage => Kind::Coverage,
        KindArgument::Symbolic => Kind::Symbolic,
        KindArgument::Checked => Kind::Checked,
    });
    options.source_roots = arguments
        .root
        .iter()
        .map(std::path::absolute)
        .collect::<Result<_, _>>()?;
    options.crates_under_test = arguments.crates;
    options.debug_info |= arguments.debug_info;
    if let Some(level) = arguments.optimise {
        options.opt_level = [OptLevel::O0, OptLevel::O1, OptLevel::O2][usize::from(level.min(2))];
    }
    if let Some(level) = arguments.codegen {
        options.codegen_level = [
            CodegenLevel::None,
            CodegenLevel::Less,
            CodegenLevel::Default,
        ][usize::from(level.min(2))];
    }
    let (map, statistics) = instrument(&llvm, &arguments.bitcode, &arguments.object, &options)?;
    println!(
        "{llvm:?}: {} points, {} sites, {} functions under test",
        map.coverage.len(),
        map.sites.len(),
        map.functions.len()
    );
    println!("{statistics:?}");
    if let Some(path) = arguments.map {
        std::fs::write(path, serde_json::to_vec_pretty(&map)?)?;
    }
    Ok(())
}
