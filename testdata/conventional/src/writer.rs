//! `NUnitProject.Save` from the test generalization paper: a project that is written as XML, by a writer that tests replace.

/// Writes XML.
#[cfg_attr(test, isolde::mockable)]
pub trait XmlWriter {
    /// Writes an attribute; returns the number of bytes that were written.
    fn write_attribute(&self, name: &str, value: &str) -> usize;
    /// Ends the document; returns whether everything was written.
    fn close(&self) -> bool;
}

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    path: String,
    configurations: Vec<String>,
}

impl Project {
    /// A project without configurations.
    pub fn new(path: &str) -> Project {
        Project { path: path.to_owned(), configurations: Vec::new() }
    }

    /// Adds a configuration.
    pub fn add(&mut self, configuration: &str) {
        self.configurations.push(configuration.to_owned());
    }

    /// Writes the project; returns the number of bytes.
    ///
    /// # Errors
    /// If not everything was written.
    pub fn save(&self, writer: &dyn XmlWriter) -> Result<usize, String> {
        let mut bytes = writer.write_attribute("path", &self.path);
        for configuration in &self.configurations {
            bytes += writer.write_attribute("name", configuration);
        }
        match writer.close() {
            true => Ok(bytes),
            false => Err(format!("{} was not written", self.path)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn save_of_an_empty_project() {
        let mut writer = MockXmlWriter::new();
        writer.on_write_attribute(|_, _| 7);
        writer.on_close(|| true);
        assert_eq!(Project::new("p").save(&writer), Ok(7));
    }

    #[test]
    fn save_that_fails() {
        let mut writer = MockXmlWriter::new();
        writer.on_write_attribute(|_, _| 3);
        writer.on_close(|| false);
        assert!(Project::new("p").save(&writer).is_err());
    }
}
