fn main() {
    println!("cargo:rustc-env=LONGEST=80");
    println!("cargo:rerun-if-changed=build.rs");
}
