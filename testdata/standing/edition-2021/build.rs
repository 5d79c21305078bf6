//! Tells the package what it is called, and that it was configured.

fn main() {
    println!("cargo:rustc-check-cfg=cfg(configured)");
    println!("cargo:rustc-cfg=configured");
    println!("cargo:rustc-env=LIMIT={}", "7".repeat(2));
}
