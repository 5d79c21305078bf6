//! Explored cases become tests: choose, minimize, assert, render, verify
