//! The only place where plans become Rust code. Everything written here was decided before; only the compiler reads the result.

mod after;
mod borrowed;
mod callbacks;
mod calls;
mod closures;
mod contracts;
mod conventions;
mod endings;
mod fakes;
mod file;
mod mocks;
mod own;
mod pairs;
mod pointers;
mod sequences;
mod shapes;
mod sources;
mod std_mocks;
mod std_values;
mod thunks;

pub(crate) use calls::import;
pub(crate) use sequences::SequenceEntry;

use crate::fakes::Fake;
use crate::index::Index;
use crate::instances::BoundQuestion;
use crate::pieces::Piece;
use crate::plan::{Observers, Pair, Thunk};
use crate::results::{SeenVariant, SourceFunction};
use crate::shape::Settled;
use crate::spell::Style;
use file::File;
use isolde_model::Type;
use isolde_record::Edition;
use std::collections::BTreeSet;

/// A thunk and what is observed of its result.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The thunk.
    pub thunk: Thunk,
    /// The name of the generated function that writes the result as an expression.
    pub source: Option<String>,
    /// The variants to look at in the result.
    pub variants: Vec<SeenVariant>,
}

/// What the text is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer<'w, 'm> {
    /// The package.
    pub index: &'w Index<'m>,
    /// The package's types for which there are builders.
    pub settled: &'w Settled,
    /// How arguments are observed after a call.
    pub observers: &'w Observers,
    /// The fakes that every thunk installs.
    pub fakes: &'w [Fake],
    /// The driver's edition.
    pub edition: Edition,
    /// Whether answers may contradict each other.
    pub is_lawless: bool,
}

impl Writer<'_, '_> {
    /// The text of the driver's `main.rs`, and its pieces in the order of their lines.
    pub(crate) fn driver(
        &self,
        entries: &[Entry],
        sequences: &[SequenceEntry],
        pairs: &[Pair],
        sources: &[SourceFunction],
        questions: &[&BoundQuestion],
    ) -> (String, Vec<Piece>) {
        let mut file = File::new();
        file.text("// Written by Isolde: one thunk per function under test. Do not edit; it is written anew before every build.\n");
        file.text("#![allow(warnings)]\n\n");
        let model = self.index.model;
        let own = ["__isolde".to_owned(), model.crate_name.clone()];
        file.text(&self.edition.declarations(&own));
        file.text(&self.edition.declarations(&model.dependencies));
        file.text(&self.edition.prelude());
        let table: Vec<String> = (0..entries.len())
            .map(|index| format!("thunk_{index}"))
            .chain((0..sequences.len()).map(|number| format!("sequence_{number}")))
            .chain((0..pairs.len()).map(|number| format!("pair_{number}")))
            .collect();
        let mut before = String::new();
        if !model.error_kinds.is_empty() {
            let kinds = model.error_kinds.iter();
            let kinds: Vec<String> = kinds
                .map(|kind| format!("(std::io::ErrorKind::{kind}, {kind:?})"))
                .collect();
            before += &format!("__isolde::mock::expect_errors(&[{}]); ", kinds.join(", "));
        }
        if !self.fakes.is_empty() {
            before += "__isolde::mock::settle_std(); ";
        }
        if self.is_lawless {
            before += "__isolde::mock::allow_contradictions(); ";
        }
        file.text(&format!(
            "fn main() -> std::process::ExitCode {{\n    {before}__isolde::drive(&[{}])\n}}\n\n",
            table.join(", ")
        ));
        for (index, entry) in entries.iter().enumerate() {
            file.piece(&entry.thunk.piece, &self.thunk(index, entry));
        }
        for (number, entry) in sequences.iter().enumerate() {
            file.piece(&entry.sequence.piece, &self.sequence(number, entry));
        }
        for (number, pair) in pairs.iter().enumerate() {
            file.piece(&pair.piece, &self.pair(number, pair));
        }
        for (number, entry) in sequences.iter().enumerate() {
            self.sequence_parts(number, entry, &mut file);
        }
        let uses: BTreeSet<usize> = entries
            .iter()
            .flat_map(|entry| entry.thunk.uses())
            .chain(sequences.iter().flat_map(|entry| entry.sequence.uses()))
            .chain(pairs.iter().flat_map(|pair| pair.chosen.thunk.uses()))
            .chain(self.fakes.iter().flat_map(Fake::uses))
            .collect();
        for number in self.settled.reachable(&uses) {
            self.own_type(number, &mut file);
        }
        self.fake_functions(self.fakes, &mut file);
        self.observer_functions(&mut file);
        for function in sources {
            file.piece(&function.piece, &self.source_function(function));
        }
        for (number, question) in questions.iter().enumerate() {
            let BoundQuestion { piece, of, bound } = question;
            file.piece(
                piece,
                &format!("fn bound_{number}() where {of}: {bound} {{}}\n"),
            );
        }
        file.finish()
    }

    /// The text of a type that a pass found to be nameable.
    fn type_text(&self, of: &Type, style: Style) -> String {
        self.index.type_text(of, style).unwrap_or_default()
    }

    /// The text of a type for places where `::name` may follow.
    fn expression_path(&self, of: &Type) -> String {
        self.index.expression_path(of).unwrap_or_default()
    }
}
