//! Files of a copy: written, linked and proved.

use crate::archive::format::digest::hex;
use ring::digest::{Context, SHA256};
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::Path,
};

/// An error says which file it is about.
pub fn at<T>(path: &Path, done: io::Result<T>) -> io::Result<T> {
    done.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn new_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    at(path, options.open(path))
}

pub fn new_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    at(path, folder.create(path))
}

/// The names in a folder are on the disk.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    at(path, File::open(path).and_then(|folder| folder.sync_all()))
}

/// All that was written to the folder's disk is on it. One wait for all: each file and folder by itself would take milliseconds.
pub fn sync_disk(folder: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    at(folder, File::open(folder).and_then(|folder| Ok(rustix::fs::syncfs(folder)?)))?;
    #[cfg(not(target_os = "linux"))]
    rustix::fs::sync();
    Ok(())
}

/// Writes a new file. It is on the disk when this returns.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = new_file(path)?;
    at(path, file.write_all(bytes).and_then(|()| file.sync_all()))
}

/// Copies a file to a new one, and returns its digest. [`sync_disk`] follows.
pub fn copy(from: &Path, to: &Path) -> io::Result<String> {
    let mut source = at(from, File::open(from))?;
    let mut file = new_file(to)?;
    at(to, read_through(&mut source, |part| file.write_all(part)))
}

/// SHA-256 of a file, in hexadecimal digits.
pub fn digest(path: &Path) -> io::Result<String> {
    at(path, File::open(path).and_then(|mut file| read_through(&mut file, |_| Ok(()))))
}

fn read_through(file: &mut File, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<String> {
    let (mut context, mut buffer) = (Context::new(&SHA256), vec![0; 256 << 10]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hex(context.finish().as_ref()));
        }
        context.update(&buffer[..read]);
        each(&buffer[..read])?;
    }
}

/// Removes a folder with all that is in it, if it is there.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => at(path, Err(error)),
        _ => Ok(()),
    }
}

pub fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => at(path, Err(error)),
        _ => Ok(()),
    }
}

/// Whether something is mounted there, so that it cannot be renamed. Where the system does not tell, no.
pub fn is_mounted(path: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
        statx(CWD, path, AtFlags::empty(), StatxFlags::empty())
            .is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
    }
    #[cfg(not(target_os = "linux"))]
    false
}
