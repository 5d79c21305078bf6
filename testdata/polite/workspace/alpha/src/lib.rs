pub fn alpha() -> u8 { 1 }
