//! What is inside and what is outside a unit, unless the user says otherwise.

use isolde_build::Border;
use isolde_instrument::border::{Callee, Decides, Home, Outgoing};

/// The defaults.
#[derive(Debug)]
pub struct Defaults;

impl Decides for Defaults {
    fn keeps(&self, callee: &Callee) -> bool {
        callee.home == Home::Std && !self.is_world(callee)
    }

    fn is_world(&self, callee: &Callee) -> bool {
        callee.home == Home::Std
            && (callee.name.starts_with("std::fs::")
                || callee.name.starts_with("<std::fs::File")
                || callee.name.starts_with("<std::time::SystemTime>::")
                || callee.name.starts_with("std::env::"))
    }
}

impl Border for Defaults {
    fn fakes_pure(&self, _: &Outgoing) -> bool {
        false
    }
}
