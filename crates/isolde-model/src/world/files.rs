//! Files and directories.

use super::table::world_table;

world_table! { FILES
    Files Reaches "std::fs" {
        canonicalize(path: impl AsRef<std::path::Path>) -> std::io::Result<std::path::PathBuf>;
        copy(from: impl AsRef<std::path::Path>, to: impl AsRef<std::path::Path>) -> std::io::Result<u64>;
        create_dir(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        create_dir_all(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        exists(path: impl AsRef<std::path::Path>) -> std::io::Result<bool>;
        hard_link(original: impl AsRef<std::path::Path>, link: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        metadata(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::Metadata>;
        read(path: impl AsRef<std::path::Path>) -> std::io::Result<Vec<u8>>;
        read_dir(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::ReadDir>;
        read_link(path: impl AsRef<std::path::Path>) -> std::io::Result<std::path::PathBuf>;
        read_to_string(path: impl AsRef<std::path::Path>) -> std::io::Result<String>;
        remove_dir(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        remove_dir_all(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        remove_file(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        rename(from: impl AsRef<std::path::Path>, to: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        set_permissions(path: impl AsRef<std::path::Path>, permissions: std::fs::Permissions) -> std::io::Result<()>;
        symlink_metadata(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::Metadata>;
        write(path: impl AsRef<std::path::Path>, contents: impl AsRef<[u8]>) -> std::io::Result<()>;
    }
    Files Reaches "std::os::unix::fs" {
        chown(path: impl AsRef<std::path::Path>, owner: Option<u32>, group: Option<u32>) -> std::io::Result<()>;
        chroot(path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
        symlink(original: impl AsRef<std::path::Path>, link: impl AsRef<std::path::Path>) -> std::io::Result<()>;
    }
    Files Reaches "std::fs::DirBuilder" {
        create(builder: &std::fs::DirBuilder, path: impl AsRef<std::path::Path>) -> std::io::Result<()>;
    }
    Files Reaches "std::fs::File" {
        create(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::File>;
        create_new(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::File>;
        lock(file: &std::fs::File) -> std::io::Result<()>;
        lock_shared(file: &std::fs::File) -> std::io::Result<()>;
        metadata(file: &std::fs::File) -> std::io::Result<std::fs::Metadata>;
        open(path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::File>;
        set_len(file: &std::fs::File, size: u64) -> std::io::Result<()>;
        set_modified(file: &std::fs::File, time: std::time::SystemTime) -> std::io::Result<()>;
        set_permissions(file: &std::fs::File, permissions: std::fs::Permissions) -> std::io::Result<()>;
        set_times(file: &std::fs::File, times: std::fs::FileTimes) -> std::io::Result<()>;
        sync_all(file: &std::fs::File) -> std::io::Result<()>;
        sync_data(file: &std::fs::File) -> std::io::Result<()>;
        try_clone(file: &std::fs::File) -> std::io::Result<std::fs::File>;
        try_lock(file: &std::fs::File) -> Result<(), std::fs::TryLockError>;
        try_lock_shared(file: &std::fs::File) -> Result<(), std::fs::TryLockError>;
        unlock(file: &std::fs::File) -> std::io::Result<()>;
    }
    Files Reaches "std::fs::File" as "std::io::Read" {
        read(file: &mut std::fs::File, buffer: &mut [u8]) -> std::io::Result<usize>;
        read_exact(file: &mut std::fs::File, buffer: &mut [u8]) -> std::io::Result<()>;
        read_to_end(file: &mut std::fs::File, buffer: &mut Vec<u8>) -> std::io::Result<usize>;
        read_to_string(file: &mut std::fs::File, buffer: &mut String) -> std::io::Result<usize>;
    }
    Files Reaches "std::fs::File" as "std::io::Write" {
        write(file: &mut std::fs::File, buffer: &[u8]) -> std::io::Result<usize>;
        write_all(file: &mut std::fs::File, buffer: &[u8]) -> std::io::Result<()>;
        flush(file: &mut std::fs::File) -> std::io::Result<()>;
        write_fmt(file: &mut std::fs::File, text: std::fmt::Arguments<'_>) -> std::io::Result<()>;
    }
    Files Reaches "std::fs::File" as "std::io::Seek" {
        seek(file: &mut std::fs::File, position: std::io::SeekFrom) -> std::io::Result<u64>;
        rewind(file: &mut std::fs::File) -> std::io::Result<()>;
        stream_position(file: &mut std::fs::File) -> std::io::Result<u64>;
    }
    Files Reaches "std::fs::File" as "std::os::unix::fs::FileExt" {
        read_at(file: &std::fs::File, buffer: &mut [u8], offset: u64) -> std::io::Result<usize>;
        write_at(file: &std::fs::File, buffer: &[u8], offset: u64) -> std::io::Result<usize>;
    }
    // What follows has the same signature for other types, see `fakes/world.rs` of the harness.
    Files Looks "std::fs::File" as "std::fmt::Debug" {
        fmt(file: &std::fs::File, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result;
    }
    Files Looks "std::fs::File" as "std::os::fd::AsRawFd" {
        as_raw_fd(file: &std::fs::File) -> i32;
    }
    Files Reaches "std::fs::File" as "std::os::fd::FromRawFd" {
        @unsafe from_raw_fd(descriptor: i32) -> std::fs::File;
    }
    Files Reaches "std::fs::File" as "std::os::fd::IntoRawFd" {
        into_raw_fd(file: std::fs::File) -> i32;
    }
    Files Looks "std::fs::Metadata" as "std::clone::Clone" {
        clone(metadata: &std::fs::Metadata) -> std::fs::Metadata;
    }
    Files Looks "std::fs::FileType" as "std::cmp::PartialEq" {
        eq(file_type: &std::fs::FileType, other: &std::fs::FileType) -> bool;
    }
    Files Reaches "std::fs::OpenOptions" {
        open(options: &std::fs::OpenOptions, path: impl AsRef<std::path::Path>) -> std::io::Result<std::fs::File>;
    }
    Files Reaches "std::fs::ReadDir" as "std::iter::Iterator" {
        next(entries: &mut std::fs::ReadDir) -> Option<std::io::Result<std::fs::DirEntry>>;
    }
    Files Reaches "std::fs::DirEntry" {
        file_type(entry: &std::fs::DirEntry) -> std::io::Result<std::fs::FileType>;
        metadata(entry: &std::fs::DirEntry) -> std::io::Result<std::fs::Metadata>;
    }
    Files Looks "std::fs::DirEntry" {
        file_name(entry: &std::fs::DirEntry) -> std::ffi::OsString;
        path(entry: &std::fs::DirEntry) -> std::path::PathBuf;
    }
    Files Looks "std::fs::FileType" {
        is_dir(file_type: &std::fs::FileType) -> bool;
        is_file(file_type: &std::fs::FileType) -> bool;
        is_symlink(file_type: &std::fs::FileType) -> bool;
    }
    Files Looks "std::fs::Metadata" {
        accessed(metadata: &std::fs::Metadata) -> std::io::Result<std::time::SystemTime>;
        created(metadata: &std::fs::Metadata) -> std::io::Result<std::time::SystemTime>;
        file_type(metadata: &std::fs::Metadata) -> std::fs::FileType;
        is_dir(metadata: &std::fs::Metadata) -> bool;
        is_file(metadata: &std::fs::Metadata) -> bool;
        is_symlink(metadata: &std::fs::Metadata) -> bool;
        len(metadata: &std::fs::Metadata) -> u64;
        modified(metadata: &std::fs::Metadata) -> std::io::Result<std::time::SystemTime>;
        permissions(metadata: &std::fs::Metadata) -> std::fs::Permissions;
    }
    Files Looks "std::fs::Metadata" as "std::os::unix::fs::MetadataExt" {
        atime(metadata: &std::fs::Metadata) -> i64;
        atime_nsec(metadata: &std::fs::Metadata) -> i64;
        blksize(metadata: &std::fs::Metadata) -> u64;
        blocks(metadata: &std::fs::Metadata) -> u64;
        ctime(metadata: &std::fs::Metadata) -> i64;
        ctime_nsec(metadata: &std::fs::Metadata) -> i64;
        dev(metadata: &std::fs::Metadata) -> u64;
        gid(metadata: &std::fs::Metadata) -> u32;
        ino(metadata: &std::fs::Metadata) -> u64;
        mode(metadata: &std::fs::Metadata) -> u32;
        mtime(metadata: &std::fs::Metadata) -> i64;
        mtime_nsec(metadata: &std::fs::Metadata) -> i64;
        nlink(metadata: &std::fs::Metadata) -> u64;
        rdev(metadata: &std::fs::Metadata) -> u64;
        size(metadata: &std::fs::Metadata) -> u64;
        uid(metadata: &std::fs::Metadata) -> u32;
    }
    Files Looks "std::fs::FileType" as "std::os::unix::fs::FileTypeExt" {
        is_block_device(file_type: &std::fs::FileType) -> bool;
        is_char_device(file_type: &std::fs::FileType) -> bool;
        is_fifo(file_type: &std::fs::FileType) -> bool;
        is_socket(file_type: &std::fs::FileType) -> bool;
    }
    Files Looks "std::fs::DirEntry" as "std::os::unix::fs::DirEntryExt" {
        ino(entry: &std::fs::DirEntry) -> u64;
    }
    Files Looks "std::fs::Permissions" {
        readonly(permissions: &std::fs::Permissions) -> bool;
        set_readonly(permissions: &mut std::fs::Permissions, readonly: bool) -> ();
    }
    Files Looks "std::fs::Permissions" as "std::os::unix::fs::PermissionsExt" {
        mode(permissions: &std::fs::Permissions) -> u32;
        set_mode(permissions: &mut std::fs::Permissions, mode: u32) -> ();
    }
    Files Reaches "std::path::Path" {
        canonicalize(path: &std::path::Path) -> std::io::Result<std::path::PathBuf>;
        exists(path: &std::path::Path) -> bool;
        is_dir(path: &std::path::Path) -> bool;
        is_file(path: &std::path::Path) -> bool;
        is_symlink(path: &std::path::Path) -> bool;
        metadata(path: &std::path::Path) -> std::io::Result<std::fs::Metadata>;
        read_dir(path: &std::path::Path) -> std::io::Result<std::fs::ReadDir>;
        read_link(path: &std::path::Path) -> std::io::Result<std::path::PathBuf>;
        symlink_metadata(path: &std::path::Path) -> std::io::Result<std::fs::Metadata>;
        try_exists(path: &std::path::Path) -> std::io::Result<bool>;
    }
    Files Reaches "std::path" {
        absolute(path: impl AsRef<std::path::Path>) -> std::io::Result<std::path::PathBuf>;
    }
}
