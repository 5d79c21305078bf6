/// A trait that nothing implements.
pub trait Shape {
    fn area(&self) -> u64;
}

pub fn double_area<S: Shape>(shape: &S) -> u64 {
    shape.area() * 2
}

#[cfg(halves)]
pub fn half_area<S: Shape>(shape: &S) -> u64 {
    shape.area() / 2
}

#[cfg(thirds)]
pub fn third_of_area<S: Shape>(shape: &S) -> u64 {
    shape.area() / 3
}
