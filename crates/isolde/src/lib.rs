//! Values built from choices, and the loop that drives functions under test with them
