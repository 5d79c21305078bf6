//! Isolation: a first driver shows which functions outside a unit are reached, and the next one answers their calls.

use crate::compile::{self, CompiledDriver};
use crate::context::Context;
use crate::driver;
use crate::error::BuildError;
use crate::isolate::{Border, Isolate, Isolated};
use crate::link_record::LinkRecord;
use crate::rejected::Rejected;
use isolde_harness::pieces::is_question;
use isolde_harness::{Faked, Harness, Isolation, Pure};
use isolde_instrument::border::{
    Callee, Decides, Home, Item, Outgoing, Purity, Unit, items, outgoing,
};
use isolde_llvm::Llvm;
use isolde_model::Model;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

/// How many drivers are built, each of which may show more functions.
const ROUNDS: usize = 3;

/// A driver that was compiled, with what is known about what it reaches.
pub(crate) struct Isolating<'a> {
    context: &'a Context<'a>,
    isolate: &'a Isolate,
    llvm: Llvm,
    faked: Vec<Faked>,
    /// Functions that cannot have fakes, so that what is behind them is answered for.
    passed: BTreeSet<String>,
    /// What the compiler has refused in the drivers before, so that it is not tried again.
    refused: Rejected,
    outgoing: Vec<Outgoing>,
    items: Vec<Item>,
    begun: Instant,
}

impl<'a> Isolating<'a> {
    /// Begins without any fakes.
    ///
    /// # Errors
    /// [`BuildError::Llvm`].
    pub(crate) fn new(
        context: &'a Context<'a>,
        isolate: &'a Isolate,
    ) -> Result<Isolating<'a>, BuildError> {
        Ok(Isolating {
            context,
            isolate,
            llvm: Llvm::load(&isolde_llvm::find(&context.toolchain.sysroot)?)?,
            faked: Vec::new(),
            passed: BTreeSet::new(),
            refused: Rejected::new(),
            outgoing: Vec::new(),
            items: Vec::new(),
            begun: Instant::now(),
        })
    }

    /// Finds the functions outside the unit that a driver without fakes reaches; returns the crates about which more has to be known, because some of these
    /// functions are defined there and may reach the world.
    ///
    /// # Errors
    /// If the driver cannot be compiled, or its bitcode not be read.
    pub(crate) fn look(
        &mut self,
        model: &Model,
        key: &str,
    ) -> Result<BTreeSet<String>, BuildError> {
        if let Some(link) = &self.compile(model, key)?.link {
            self.find(link)?;
        }
        // Other pieces may look different with fakes.
        self.refused.retain(|piece, _| is_question(piece));
        let may_need_fakes = |each: &&Outgoing| !each.is_kept && self.purity(each) < Purity::Always;
        let crates = self.outgoing.iter().filter(may_need_fakes);
        let crates = crates.filter_map(|each| match &each.home {
            Home::Dependency(name) => Some(name.clone()),
            _ => None,
        });
        Ok(crates.collect())
    }

    /// Compiles a driver with fakes for all functions outside the unit.
    ///
    /// # Errors
    /// As [`Isolating::look`].
    pub(crate) fn finish(
        mut self,
        model: &Model,
        key: &str,
    ) -> Result<(Harness, Option<LinkRecord>, Isolated), BuildError> {
        for round in 1.. {
            let time = self.begun.elapsed();
            let CompiledDriver { harness, link, .. } = self.compile(model, key)?;
            let unfaked = harness.unfaked.iter();
            self.passed
                .extend(unfaked.map(|unfaked| unfaked.function.clone()));
            let has_more = match &link {
                Some(link) if round < ROUNDS => self.find(link)?,
                _ => false,
            };
            if !has_more {
                let isolated = Isolated {
                    outgoing: self.outgoing,
                    faked: harness.faked.iter().cloned().collect(),
                    unfaked: harness.unfaked.clone(),
                    items: self.items,
                    time,
                };
                return Ok((harness, link, isolated));
            }
        }
        unreachable!("the last round finds nothing more")
    }

    fn compile(&mut self, model: &Model, key: &str) -> Result<CompiledDriver, BuildError> {
        let kept = self.outgoing.iter().filter(|each| {
            each.is_kept && matches!(each.home, Home::Package | Home::Dependency(_))
        });
        let kept: Vec<String> = kept.map(|each| each.name.clone()).collect();
        let isolation = Isolation {
            faked: &self.faked,
            kept: &kept,
        };
        let key = format!("{key} isolated {:?} {kept:?}", self.faked);
        let driver = compile::compile(self.context, model, &key, Some(isolation), &self.refused)?;
        self.refused.clone_from(&driver.rejected);
        Ok(driver)
    }

    /// Finds what the unit reaches in a driver; returns whether there is more than before.
    fn find(&mut self, link: &LinkRecord) -> Result<bool, BuildError> {
        let package = self.context.package;
        let with_crate = |unit: &String| format!("{}::{unit}", package.crate_name);
        let unit = Unit {
            crate_name: package.crate_name.clone(),
            root: package.root.clone(),
            paths: self.isolate.units.iter().map(with_crate).collect(),
            driver: driver::CRATE_NAME.to_owned(),
        };
        self.outgoing = self.outgoing_of(&link.bitcode, &unit)?;
        self.items = items(&self.llvm, &link.bitcode).map_err(unreadable)?;
        let before = self.faked.len();
        for each in self.outgoing.iter().filter(|each| !each.is_kept) {
            let purity = self.purity(each);
            let known = self.faked.iter().any(|faked| faked.function == each.name);
            if !known {
                self.faked.push(Faked {
                    function: each.name.clone(),
                    pure: match purity {
                        Purity::None => Pure::Never,
                        Purity::OfData => Pure::OfData,
                        Purity::OfOwnCode => Pure::OfOwnCode,
                        Purity::Always => Pure::Always,
                    },
                });
            }
        }
        Ok(self.faked.len() > before)
    }

    /// Whether a function reaches the world, as far as that counts.
    fn purity(&self, outgoing: &Outgoing) -> Purity {
        match self.isolate.border.fakes_pure(outgoing) {
            true => Purity::None,
            false => outgoing.purity,
        }
    }

    fn outgoing_of(&self, bitcode: &Path, unit: &Unit) -> Result<Vec<Outgoing>, BuildError> {
        let border: &dyn Border = self.isolate.border.as_ref();
        let passing = Passing {
            border,
            passed: &self.passed,
        };
        outgoing(&self.llvm, bitcode, unit, &passing).map_err(unreadable)
    }
}

/// A border that lets the walk pass through functions that cannot have fakes.
struct Passing<'a> {
    border: &'a dyn Border,
    passed: &'a BTreeSet<String>,
}

impl Decides for Passing<'_> {
    fn keeps(&self, callee: &Callee) -> bool {
        self.passed.contains(&callee.name) || self.border.keeps(callee)
    }

    fn is_world(&self, callee: &Callee) -> bool {
        self.border.is_world(callee)
    }

    fn is_harmless(&self, foreign: &Callee) -> bool {
        self.border.is_harmless(foreign)
    }

    fn lists(&self, kept: &Callee) -> bool {
        self.passed.contains(&kept.name) || self.border.lists(kept)
    }
}

fn unreadable(source: isolde_instrument::Error) -> BuildError {
    BuildError::Instrument {
        program: "driver",
        source,
    }
}
