//! Ctrl-C: the first one asks everything to stop, the second one ends the process at once.

use crate::exit::Exit;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that becomes true when the user or the system asks the process to stop.
///
/// # Errors
/// If the handlers cannot be installed.
pub fn flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ] {
        // Registered first, so that it sees the flag as the signal before left it.
        signal_hook::flag::register_conditional_shutdown(
            signal,
            Exit::Interrupted.code().into(),
            Arc::clone(&flag),
        )?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
