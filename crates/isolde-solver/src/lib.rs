//! Path conditions over bit-vectors: terms, slicing, caches, inversion, bit-blasting to SAT
