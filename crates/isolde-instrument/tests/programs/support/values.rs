//! Values for the choices of fixture programs.

/// A small generator of values: boundaries, small numbers, letters, anything.
pub struct Values(pub u64);

impl Values {
    pub fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let random = self.0 >> 20;
        let edges = [
            0,
            1,
            2,
            3,
            46,
            47,
            100,
            127,
            128,
            255,
            1000,
            u64::MAX,
            i64::MIN as u64,
            1 << 31,
            0x3ff8_0000_0000_0000,
        ];
        let letters = b"=ab 0x19Y,eyes+-";
        match random % 4 {
            0 => edges[(random >> 8) as usize % edges.len()],
            1 => u64::from(letters[(random >> 8) as usize % letters.len()]),
            2 => random >> 8 & 0xff,
            _ => self.0,
        }
    }

    pub fn tape(&mut self) -> Vec<u64> {
        (0..48).map(|_| self.next()).collect()
    }
}
