//! What a package is: its items, types, traits and bounds, read from rustdoc JSON
