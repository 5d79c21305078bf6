//! Ctrl-C: the first one asks everything to stop, the second one ends the process at once. Work that cannot be interrupted, such as
//! libLLVM's, gets a few seconds to finish.

use crate::exit::Exit;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Time between the signal and the forced end of the process. Child processes end with it.
const GRACE: Duration = Duration::from_secs(6);
const POLL: Duration = Duration::from_millis(100);

/// A flag that becomes true when the user or the system asks the process to stop.
///
/// # Errors
/// If the handlers or the thread that waits for them cannot be installed.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ] {
        // Registered before the handler that sets the flag, so that it finds the flag set only at the second signal.
        signal_hook::flag::register_conditional_shutdown(
            signal,
            Exit::Interrupted.code().into(),
            Arc::clone(&flag),
        )?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    let seen = Arc::clone(&flag);
    thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || {
            while !seen.load(Ordering::Relaxed) {
                thread::sleep(POLL);
            }
            thread::sleep(GRACE);
            signal_hook::low_level::exit(Exit::Interrupted.code().into());
        })?;
    Ok(flag)
}
