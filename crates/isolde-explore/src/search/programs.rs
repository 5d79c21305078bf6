//! The two programs that a search runs.

use crate::config::{Config, Target};
use crate::error::ExploreError;
use crate::worker::{Worker, WorkerOptions};
use std::sync::Arc;

/// One worker per program.
pub(crate) struct Programs {
    pub(crate) coverage: Worker,
    pub(crate) symbolic: Option<Worker>,
}

impl Programs {
    /// Starts both programs; `number` keeps the scratch folders of parallel workers apart.
    pub(crate) fn start(
        target: &Target,
        config: &Config,
        number: usize,
    ) -> Result<Programs, ExploreError> {
        let options = |program: &std::path::Path, name: &str| WorkerOptions {
            run_limit: config.run_limit,
            memory_limit: config.memory_limit,
            sandbox: config.sandbox,
            cancelled: Arc::clone(&config.cancelled),
            ..WorkerOptions::new(
                program.to_path_buf(),
                config.scratch.join(format!("{name}-{number}")),
            )
        };
        let coverage = Worker::start(options(target.coverage, "coverage"))?;
        let symbolic = match target.symbolic {
            Some(program) => Some(Worker::start(options(program, "symbolic").symbolic())?),
            None => None,
        };
        Ok(Programs { coverage, symbolic })
    }

    /// Starts new children, so that later runs do not depend on earlier ones.
    pub(crate) fn renew(&mut self) -> Result<(), ExploreError> {
        self.coverage.retire()?;
        self.symbolic.as_mut().map_or(Ok(()), Worker::retire)
    }
}
