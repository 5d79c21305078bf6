//! A crate with objects of its own, one of which reads files.

trait Source {
    fn next(&self) -> Option<String>;
}

struct Disk(String);

impl Source for Disk {
    fn next(&self) -> Option<String> {
        std::fs::read_to_string(self.0.as_str()).ok()
    }
}

/// Where texts come from.
pub struct Feed {
    sources: Vec<Box<dyn Source>>,
}

impl Feed {
    pub fn of_disk(path: &str) -> Feed {
        Feed { sources: vec![Box::new(Disk(path.to_owned()))] }
    }

    /// Asks objects that only this crate makes.
    pub fn next(&self) -> Option<String> {
        self.sources.iter().find_map(|source| source.next())
    }
}
