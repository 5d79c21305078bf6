//! From a model to whole-program bitcode: generate the driver, let the compiler reject pieces of it, and generate it again without them.

use crate::blame::{blame, from_cargo};
use crate::context::{Context, Step};
use crate::diagnostics::{self, Errors};
use crate::driver;
use crate::driver_build::{Work, build, linked, sweep};
use crate::error::BuildError;
use crate::link_record::LinkRecord;
use crate::rejected::{Rejected, recall, rejection_key, remember};
use isolde_cargo::Output;
use isolde_cargo::files::write_if_changed;
use isolde_cargo::halving::{Culprits, culprits, single};
use isolde_harness::{DRIVER_SOURCE, Harness, Isolation, PieceId, Rejection, Request};
use isolde_model::Model;
use isolde_record::Edition;
use std::collections::BTreeMap;

/// Number of builds of the driver in which a piece that the compiler refuses is replaced by an alternative. The compiler checks in stages (names,
/// types, borrows, instances), so a few builds are normal. In later ones, refused pieces are left out without an alternative, so that the driver
/// shrinks until it compiles.
const PATIENT_ROUNDS: u32 = 7;

/// Number of searches by halving after which pieces that are found are left out without an alternative.
const PATIENT_SEARCHES: u32 = 1;

/// Number of thunks in one such search whose parts are searched as well. Each of these searches takes builds of its own.
const THUNKS_IN_DETAIL: usize = 4;

/// A driver that was compiled.
#[derive(Debug)]
pub struct CompiledDriver {
    /// What was generated.
    pub harness: Harness,
    /// Its link; `None` if there are no thunks, so that nothing was compiled.
    pub link: Option<LinkRecord>,
    /// The pieces that the compiler refused.
    pub rejected: Rejected,
}

/// Generates and compiles the driver. `model_key` is a text that changes whenever the model does, `refused` are pieces of which it is known that the compiler
/// refuses them.
///
/// # Errors
/// If the package or a dependency does not build, or no version of the driver does.
pub fn compile(
    context: &Context,
    model: &Model,
    model_key: &str,
    isolation: Option<Isolation>,
    refused: &Rejected,
) -> Result<CompiledDriver, BuildError> {
    // A driver that is compiled to find out what a unit reaches has a memory of its own.
    let looks = isolation.is_some_and(|isolation| isolation.faked.is_empty());
    let stage = if looks { "-looks" } else { "" };
    let memory = context.scratch.root().join(match &context.package.binary {
        Some(name) => format!("rejected-{name}{stage}.json"),
        None => format!("rejected{stage}.json"),
    });
    let key = rejection_key(
        context.toolchain,
        model_key,
        &[context.mocks, context.lawless],
    );
    let mut rejected = recall(&memory, &key);
    rejected.extend(refused.clone());
    let mut attempt = Attempt {
        context,
        model,
        isolation,
        rejected,
    };
    let mut searches = 0;
    for round in 1.. {
        // Answers come with the errors of an attempt; the last attempts only leave parts out.
        let asks = round <= PATIENT_ROUNDS && searches == 0;
        let harness = attempt.generate(&Rejected::new(), asks);
        context.step(Step::Generated {
            round,
            thunks: harness.thunks.len(),
            rejected: attempt.rejected.len(),
        });
        // Without thunks there is nothing to link, but the user wants to know whether the package builds.
        let work = if harness.thunks.is_empty() {
            Work::Check
        } else {
            Work::Link
        };
        let output = attempt.build(&harness, work)?;
        if output.passed() {
            remember(&memory, &key, &attempt.rejected)?;
            let link = if harness.thunks.is_empty() {
                None
            } else {
                let main = context.scratch.driver().join(DRIVER_SOURCE);
                Some(linked(context, &main, &output)?)
            };
            sweep(
                &context
                    .scratch
                    .build()
                    .join(&context.toolchain.host)
                    .join("debug/deps"),
                driver::CRATE_NAME,
            );
            return Ok(CompiledDriver {
                harness,
                link,
                rejected: attempt.rejected,
            });
        }
        let errors = diagnostics::read(&output.stdout, &context.scratch.support());
        let before = attempt.rejected.len();
        let is_final = round > PATIENT_ROUNDS;
        reject(&harness, &errors, is_final, &mut attempt.rejected);
        if attempt.rejected.len() > before {
            continue;
        }
        let fault = blame(context.package, &errors, &output, round);
        let may_be_a_pieces = matches!(
            fault,
            BuildError::Driver { .. } | BuildError::DoesNotBuild { .. }
        );
        if errors.are_foreign() || !may_be_a_pieces {
            return Err(fault);
        }
        let rejection = errors.first().cloned().unwrap_or_else(|| Rejection {
            code: None,
            message: fault.to_string(),
            is_final: false,
        });
        searches += 1;
        let is_final = is_final || searches > PATIENT_SEARCHES;
        if !attempt.narrow(&harness, work, &rejection, is_final)? {
            return Err(fault);
        }
    }
    unreachable!("every round rejects a piece, and there are finitely many")
}

/// Adds the pieces that errors point at. With `is_final`, no alternatives to them are tried.
fn reject(harness: &Harness, errors: &Errors, is_final: bool, rejected: &mut Rejected) {
    for (lines, rejection) in &errors.located {
        // Take the first line that is in a piece: later ones often only show where something was defined.
        let piece = lines.iter().find_map(|&line| harness.piece_at(line));
        match piece {
            Some(piece) => {
                tracing::info!(piece = ?piece.id, %rejection, "rejected by the compiler");
                rejected
                    .entry(piece.id.clone())
                    .or_insert_with(|| Rejection {
                        is_final,
                        ..rejection.clone()
                    });
            }
            None => tracing::warn!(?lines, %rejection, "an error outside all pieces"),
        }
    }
}

/// A driver under construction.
struct Attempt<'a> {
    context: &'a Context<'a>,
    model: &'a Model,
    isolation: Option<Isolation<'a>>,
    /// The pieces that the compiler has refused so far.
    rejected: Rejected,
}

impl Attempt<'_> {
    /// The driver without the rejected pieces and `others`. With `asks` it asks the compiler about bounds.
    fn generate(&self, others: &Rejected, asks: bool) -> Harness {
        self.generate_for(self.context.filters, others, asks)
    }

    /// The same for functions with these paths alone, which is much faster.
    fn generate_for(&self, filters: &[String], others: &Rejected, asks: bool) -> Harness {
        let mut rejected = self.rejected.clone();
        rejected.extend(others.clone());
        isolde_harness::generate(&Request {
            model: self.model,
            edition: Edition::named(&self.context.package.edition),
            filters,
            sequences: self.context.sequences,
            conventions: self.context.conventions,
            mocks: self.context.mocks,
            lawless: self.context.lawless,
            rejected: &rejected,
            isolation: self.isolation,
            asks,
        })
    }

    fn build(&self, harness: &Harness, work: Work) -> Result<Output, BuildError> {
        let main = self.context.scratch.driver().join(DRIVER_SOURCE);
        write_if_changed(&main, harness.main_rs.as_bytes())?;
        build(self.context, &main, work)
    }

    /// Rejects the pieces of a driver that the compiler refuses without telling where. Returns whether there are any.
    fn narrow(
        &mut self,
        harness: &Harness,
        work: Work,
        rejection: &Rejection,
        is_final: bool,
    ) -> Result<bool, BuildError> {
        self.context.step(Step::Narrowing);
        let mut builds = |work| Ok(self.build(harness, work)?.passed());
        let Some(work) = least_failing(work, &mut builds)? else {
            return Ok(false);
        };
        let reason = |is_final| Rejection {
            is_final,
            ..rejection.clone()
        };
        let without = |pieces: &mut dyn Iterator<Item = &PieceId>| -> Rejected {
            pieces.map(|piece| (piece.clone(), reason(true))).collect()
        };
        let thunks: Vec<PieceId> = harness
            .thunk_pieces()
            .iter()
            .map(|piece| piece.id.clone())
            .collect();
        let mut compiles = |kept: &[&PieceId]| {
            let others = without(&mut thunks.iter().filter(|piece| !kept.contains(piece)));
            Ok::<_, BuildError>(self.build(&self.generate(&others, false), work)?.passed())
        };
        let Some(Culprits { found, given_up }) = culprits(&thunks, &mut compiles)? else {
            return Ok(false);
        };
        let paths = harness.thunks.iter().map(|thunk| thunk.function.clone());
        let functions: BTreeMap<PieceId, String> = thunks.iter().cloned().zip(paths).collect();
        let mut part_to_blame = |thunk: &PieceId| {
            let others = without(&mut thunks.iter().filter(|piece| *piece != thunk));
            let filters: Vec<String> = functions.get(thunk).cloned().into_iter().collect();
            let alone = self.generate_for(&filters, &others, false);
            let is_spare = |part: &PieceId| {
                let mut others = others.clone();
                others.extend(without(&mut std::iter::once(part)));
                let harness = self.generate_for(&filters, &others, false);
                !harness.thunks.is_empty()
            };
            let parts = alone.other_pieces().iter().map(|piece| piece.id.clone());
            let parts: Vec<PieceId> = parts.filter(is_spare).collect();
            // A thunk without its parts may be one that cannot be made, which proves nothing.
            let mut compiles_without = |parts: &[PieceId]| {
                let mut others = others.clone();
                others.extend(without(&mut parts.iter()));
                let harness = self.generate_for(&filters, &others, false);
                Ok::<_, BuildError>(
                    !harness.thunks.is_empty() && self.build(&harness, work)?.passed(),
                )
            };
            Ok(single(&parts, &mut compiles_without)?.cloned())
        };
        let mut all: Rejected = without(&mut given_up.into_iter());
        for piece in pieces_to_blame(&found, &mut part_to_blame)? {
            tracing::info!(?piece, %rejection, "rejected by the compiler, without a place");
            all.insert(piece, reason(is_final));
        }
        self.rejected.extend(all);
        Ok(true)
    }
}

/// The least work that fails for a driver for which `failed` does. `None` if only the link of the whole program fails, for which no single piece need
/// be to blame. `builds` tells whether the driver builds up to there.
fn least_failing(
    failed: Work,
    builds: &mut dyn FnMut(Work) -> Result<bool, BuildError>,
) -> Result<Option<Work>, BuildError> {
    // Errors of the first stages are found without generating code, which is much faster.
    if failed == Work::Check || !builds(Work::Check)? {
        return Ok(Some(Work::Check));
    }
    Ok((!builds(Work::Generate)?).then_some(Work::Generate))
}

/// What to reject for each of these thunks, none of which builds: the part that `part_to_blame` finds in it, or the thunk itself, if it finds none
/// or if there are too many thunks to search all of them.
fn pieces_to_blame(
    thunks: &[&PieceId],
    part_to_blame: &mut dyn FnMut(&PieceId) -> Result<Option<PieceId>, BuildError>,
) -> Result<Vec<PieceId>, BuildError> {
    let mut pieces = Vec::new();
    for (index, &thunk) in thunks.iter().enumerate() {
        let part = if index < THUNKS_IN_DETAIL {
            part_to_blame(thunk)?
        } else {
            None
        };
        pieces.push(part.unwrap_or_else(|| thunk.clone()));
    }
    Ok(pieces)
}

/// Finds out why rustdoc failed: the package does not build, or rustdoc is at fault.
pub(crate) fn diagnose(context: &Context, stderr: &str) -> Result<BuildError, BuildError> {
    let said = from_cargo(context.package, stderr);
    if matches!(said, BuildError::BuildScript { .. }) {
        return Ok(said);
    }
    let main = context.scratch.driver().join(DRIVER_SOURCE);
    write_if_changed(&main, b"fn main() {}\n")?;
    let output = build(context, &main, Work::Check)?;
    if output.passed() {
        let message = stderr.trim().to_owned();
        return Ok(BuildError::Rustdoc {
            package: context.package.name.clone(),
            message,
        });
    }
    Ok(blame(
        context.package,
        &diagnostics::read(&output.stdout, &context.scratch.support()),
        &output,
        1,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_searched_only_with_work_that_fails_for_the_whole_driver() {
        let least = |failed, passing: &[Work]| {
            let mut builds = |work| Ok(passing.contains(&work));
            least_failing(failed, &mut builds).expect("no error")
        };
        assert_eq!(least(Work::Link, &[]), Some(Work::Check));
        assert_eq!(least(Work::Link, &[Work::Check]), Some(Work::Generate));
        assert_eq!(least(Work::Link, &[Work::Check, Work::Generate]), None);
        let mut builds = |_| panic!("it is known that the driver does not build");
        let least = least_failing(Work::Check, &mut builds).expect("no error");
        assert_eq!(least, Some(Work::Check));
    }

    #[test]
    fn only_the_first_few_thunks_are_searched_for_the_part_to_blame() {
        let thunks: Vec<PieceId> = (0..6).map(|number| format!("thunk {number}")).collect();
        let thunks: Vec<&PieceId> = thunks.iter().collect();
        let mut searched = Vec::new();
        let mut part_to_blame = |thunk: &PieceId| {
            searched.push(thunk.clone());
            Ok((thunk != "thunk 1").then(|| format!("part of {thunk}")))
        };
        let pieces = pieces_to_blame(&thunks, &mut part_to_blame).expect("no error");
        assert_eq!(searched, ["thunk 0", "thunk 1", "thunk 2", "thunk 3"]);
        let expected = [
            "part of thunk 0",
            "thunk 1",
            "part of thunk 2",
            "part of thunk 3",
            "thunk 4",
            "thunk 5",
        ];
        assert_eq!(pieces, expected);
    }
}
