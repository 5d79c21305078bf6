#![no_main]

use arbitrary::Arbitrary;
use puzzles::shapes;

/// A copy of the puzzle's type, which does not implement `Arbitrary`.
#[derive(Arbitrary, Debug)]
enum Shape {
    Point,
    Circle(u32),
    Rectangle { width: u16, height: u16 },
    Group(Vec<Shape>),
}

impl From<Shape> for shapes::Shape {
    fn from(shape: Shape) -> shapes::Shape {
        match shape {
            Shape::Point => shapes::Shape::Point,
            Shape::Circle(radius) => shapes::Shape::Circle(radius),
            Shape::Rectangle { width, height } => shapes::Shape::Rectangle { width, height },
            Shape::Group(shapes) => {
                shapes::Shape::Group(shapes.into_iter().map(Into::into).collect())
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|input: Shape| shapes::rectangle(input.into()));
