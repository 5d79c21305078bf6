//! The scratch folder: everything that Isolde writes while it builds goes to `<target>/isolde/`, and nothing goes elsewhere.

use crate::error::BuildError;
use crate::package::Package;
use isolde_cargo::Error;
use isolde_record::Deadline;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Folders for one run on a package, locked as long as this value lives.
#[derive(Debug)]
pub struct Scratch {
    shared: PathBuf,
    root: PathBuf,
    public: PathBuf,
    doc: PathBuf,
    work: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes the folders and takes the lock; `waiting` is called if another process holds it.
    ///
    /// # Errors
    /// [`BuildError::Scratch`] if they cannot be made, [`Error::Interrupted`] while waiting.
    pub fn open(
        package: &Package,
        deadline: &Deadline,
        waiting: &dyn Fn(),
    ) -> Result<Scratch, BuildError> {
        let shared = package.target_dir.join("isolde");
        let root = shared.join(&package.name);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| BuildError::Scratch { path, source }
        };
        for folder in [
            root.clone(),
            root.join("driver/src"),
            root.join("temporary"),
            root.join("work"),
        ] {
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
        }
        let lock = lock(&root.join("lock"), deadline, waiting)?;
        Ok(Scratch {
            doc: shared.join("doc"),
            work: root.join("work"),
            public: root.join("public"),
            shared,
            root,
            _lock: lock,
        })
    }

    /// The copy of the workspace in which every item of the package is public.
    pub fn public(&self) -> PathBuf {
        self.public.clone()
    }

    /// An unchanged copy of the workspace.
    pub fn unchanged(&self) -> PathBuf {
        self.root.join("unchanged")
    }

    /// The folders for building from that copy, under the same lock. They are separate because builds with the same names must not overwrite each
    /// other's files.
    ///
    /// # Errors
    /// [`BuildError::Cargo`] if they cannot be made.
    pub fn in_place(self) -> Result<Scratch, BuildError> {
        let root = self.root.join("in-place");
        self.inside(root)
    }

    /// The same for the package's binaries, which share these folders: each is the library of the copy in turn.
    ///
    /// # Errors
    /// [`BuildError::Cargo`] if they cannot be made.
    pub fn of_binaries(self) -> Result<Scratch, BuildError> {
        let root = self.root.join("binaries");
        let scratch = self.inside(root)?;
        Ok(Scratch {
            public: scratch.root.join("public"),
            ..scratch
        })
    }

    fn inside(self, root: PathBuf) -> Result<Scratch, BuildError> {
        for folder in [root.join("driver/src"), root.join("temporary")] {
            fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
        }
        Ok(Scratch {
            doc: root.join("doc"),
            root,
            ..self
        })
    }

    /// `<target>/isolde`, shared by the packages of a workspace.
    pub fn shared(&self) -> &Path {
        &self.shared
    }

    /// `<target>/isolde/<package>`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Sources of the crates that generated code depends on.
    pub fn support(&self) -> PathBuf {
        self.root.join("support")
    }

    /// The driver crate.
    pub fn driver(&self) -> PathBuf {
        self.root.join("driver")
    }

    /// Cargo's target directory for the driver.
    pub fn build(&self) -> PathBuf {
        self.root.join("build")
    }

    /// Cargo's target directory for rustdoc.
    pub fn doc(&self) -> PathBuf {
        self.doc.clone()
    }

    /// What the recording linker writes.
    pub fn record(&self) -> PathBuf {
        self.root.join("record")
    }

    /// Cargo's target directory for test programs, shared by the packages of a workspace so that their common dependencies are built once. Like
    /// [`Scratch::suite_build`], it has a dot in its name, which no package has.
    pub fn tests_build(&self) -> PathBuf {
        self.shared.join("build.tests")
    }

    /// The folder of the program that acts as the linker. It is the same for all packages, so that cargo finds their dependencies unchanged.
    pub fn tools(&self) -> PathBuf {
        self.shared.join("build.tools")
    }

    /// Waits until no other run uses [`Scratch::tests_build`], and keeps others out as long as the result lives. Calls `waiting` if it has to wait.
    ///
    /// # Errors
    /// [`BuildError::Scratch`] if the folder cannot be made, [`Error::Interrupted`] while waiting.
    pub fn lock_tests_build(
        &self,
        deadline: &Deadline,
        waiting: &dyn Fn(),
    ) -> Result<File, BuildError> {
        lock(&self.shared.join("build.tests.lock"), deadline, waiting)
    }

    /// Cargo's target directory for verifying tests, shared by the packages of a workspace.
    pub fn suite_build(&self) -> PathBuf {
        self.shared.join("build.suite")
    }

    /// What the recording linker writes for test programs, one folder per target.
    pub fn tests_record(&self) -> PathBuf {
        self.root.join("tests-record")
    }

    /// Finished test programs, one folder per content hash.
    pub fn tests_cache(&self) -> PathBuf {
        self.root.join("tests-programs")
    }

    /// Finished programs, one folder per content hash.
    pub fn cache(&self) -> PathBuf {
        self.root.join("programs")
    }

    /// Temporary files of rustc and the linker.
    pub fn temporary(&self) -> PathBuf {
        self.root.join("temporary")
    }

    /// The folder for running programs and verifying tests.
    pub fn work(&self) -> PathBuf {
        self.work.clone()
    }

    /// Empties the folder of temporary files.
    pub fn clear_temporary(&self) {
        let folder = self.temporary();
        // Whatever cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&folder);
        let _ = fs::create_dir_all(&folder);
    }
}

/// Takes the lock of a file, which is created if it does not exist; `waiting` is called if another process holds it.
fn lock(path: &Path, deadline: &Deadline, waiting: &dyn Fn()) -> Result<File, BuildError> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|source| BuildError::Scratch {
            path: path.to_owned(),
            source,
        })?;
    let mut told = false;
    while !try_lock(&file) {
        if !told {
            waiting();
            told = true;
        }
        if deadline.is_cancelled() {
            return Err(Error::Interrupted.into());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(file)
}

fn try_lock(file: &File) -> bool {
    // SAFETY: a plain system call on a descriptor that is open as long as `file` lives.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}
