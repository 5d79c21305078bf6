//! Ends an exploration when it reaches the goal of a puzzle, which is noticed from the events that the search logs about new behaviour.

use crate::processor;
use anyhow::Result;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::{Registry, filter::LevelFilter};

/// The cost of reaching a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time of this process and the programs.
    pub processor: Duration,
    /// Work as the search counts it, which does not depend on what else the machine does.
    pub work: u64,
}

/// The goal that is being watched for.
struct Watched {
    message: String,
    began: Instant,
    spent: Duration,
    cancelled: Arc<AtomicBool>,
    reached: Option<Reached>,
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

/// Starts watching for the panic `message`; `cancelled` is set when it occurs.
pub fn begin(message: String, cancelled: Arc<AtomicBool>) -> Result<()> {
    static INSTALLED: OnceLock<bool> = OnceLock::new();
    let installed = *INSTALLED.get_or_init(|| {
        let watcher = Watcher.with_filter(LevelFilter::DEBUG);
        tracing::subscriber::set_global_default(Registry::default().with(watcher)).is_ok()
    });
    anyhow::ensure!(
        installed,
        "another subscriber already listens to the search"
    );
    *WATCHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Watched {
        message,
        began: Instant::now(),
        spent: processor::time()?,
        cancelled,
        reached: None,
    });
    Ok(())
}

/// Ends watching.
pub fn end() -> Option<Reached> {
    let watched = WATCHED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    watched?.reached
}

struct Watcher;

impl<S: Subscriber> Layer<S> for Watcher {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut found = Found::default();
        event.record(&mut found);
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watched) = watched.as_mut()
            && watched.reached.is_none()
            && found.outcome.contains(&format!("{:?}", watched.message))
        {
            watched.reached = Some(Reached {
                wall: watched.began.elapsed(),
                processor: processor::time()
                    .unwrap_or_default()
                    .saturating_sub(watched.spent),
                work: found.work,
            });
            watched.cancelled.store(true, Ordering::Relaxed);
        }
    }
}

/// The fields of an event that matter.
#[derive(Default)]
struct Found {
    outcome: String,
    work: u64,
}

impl Visit for Found {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "work" {
            self.work = value;
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "outcome" {
            self.outcome = format!("{value:?}");
        }
    }
}
