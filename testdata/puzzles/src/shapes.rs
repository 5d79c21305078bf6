//! Enums, nested structs, options and lengths.

/// A shape with data in its variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// No area.
    Point,
    /// By radius.
    Circle(u32),
    /// By sides.
    Rectangle {
        /// Width.
        width: u16,
        /// Height.
        height: u16,
    },
    /// Several.
    Group(Vec<Shape>),
}

/// One variant's data.
pub fn rectangle(shape: Shape) {
    if let Shape::Rectangle { width, height } = shape
        && width > height
        && u32::from(width) + u32::from(height) == 777
    {
        panic!("goal: rectangle");
    }
}

/// A group in a group.
pub fn nested_group(shape: &Shape) {
    if let Shape::Group(outer) = shape
        && let [Shape::Point, Shape::Group(inner)] = outer.as_slice()
        && let [Shape::Circle(9)] = inner.as_slice()
    {
        panic!("goal: nested_group");
    }
}

/// A setting in a section in a document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Title.
    pub title: String,
    /// Sections.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Level, from 1.
    pub level: u8,
    /// Lines, if known.
    pub lines: Option<u32>,
}

/// Fields of fields.
pub fn document(document: &Document) {
    if document.title == "a1"
        && document.sections.len() == 2
        && document.sections[1].level == 6
        && document.sections[1].lines == Some(40_000)
    {
        panic!("goal: document");
    }
}

/// A length that must fit another argument.
pub fn lengths(items: Vec<u16>, at: usize) {
    if items.len() == 4 && at > 0 && at < items.len() && items[at] == items[at - 1].wrapping_add(1) && items[at] > 50_000 {
        panic!("goal: lengths");
    }
}

/// Results in options.
pub fn layered(value: Option<Result<i8, bool>>) {
    if let Some(Ok(number)) = value
        && number < -100
        && number % 7 == 0
    {
        panic!("goal: layered");
    }
}

/// Ascending without gaps.
pub fn ascending(items: &[i32]) {
    if items.len() == 4 && items.windows(2).all(|pair| pair[0] < pair[1]) && items[0] > 1_000 && items[3] < 1_005 {
        panic!("goal: ascending");
    }
}
