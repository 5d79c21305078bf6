//! Something to wait for.

use std::future::poll_fn;
use std::sync::{Arc, Condvar, Mutex};
use std::task::Poll;

/// Closed until it is opened, for good.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub fn opened() -> Gate {
        let gate = Gate::default();
        gate.open();
        gate
    }

    pub fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    pub fn wait(&self) {
        let mut open = self.0.0.lock().unwrap();
        while !*open {
            open = self.0.1.wait(open).unwrap();
        }
    }

    /// Waits in a task, which is polled again and again.
    pub async fn passed(&self) {
        poll_fn(|context| {
            if *self.0.0.lock().unwrap() {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            std::thread::yield_now();
            Poll::Pending
        })
        .await;
    }
}
