pub fn beta() -> u8 { 1 }
