//! Chromium, PostgreSQL, `HAProxy`, strace and Prometheus for the tests: found, or installed from Debian's packages as root.

use crate::{
    process::{self, Result},
    steps::step_unless,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

const POSTGRES: u32 = 15;
/// The same Chromium without windows: the tests take a third less time in it.
const HEADLESS_SHELL: &str = "chromium-headless-shell";
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const APPLICATIONS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The browser that Playwright starts.
pub fn chromium() -> Result<PathBuf> {
    if let Some(path) = given("CHROMIUM_PATH", || process::find(HEADLESS_SHELL))? {
        return Ok(path);
    }
    // A system without this package uses or installs the whole browser.
    install(HEADLESS_SHELL, "Chromium", "CHROMIUM_PATH", || process::find(HEADLESS_SHELL)).or_else(|_| {
        find_chromium().map_or_else(|| install("chromium", "Chromium", "CHROMIUM_PATH", find_chromium), Ok)
    })
}

/// The folder with PostgreSQL's `initdb` and `postgres`.
pub fn postgres() -> Result<PathBuf> {
    given("PG_BIN", find_postgres)?
        .map_or_else(|| install("postgresql", &format!("PostgreSQL {POSTGRES} or newer"), "PG_BIN", find_postgres), Ok)
}

/// strace, which makes system calls fail.
pub fn strace() -> Result<PathBuf> {
    let find = || process::find("strace");
    find().map_or_else(|| install("strace", "strace", "PATH", find), Ok)
}

/// `HAProxy`, the proxy before several servers. Debian keeps it where only root looks.
pub fn haproxy() -> Result<PathBuf> {
    let find = || {
        let debian = PathBuf::from("/usr/sbin/haproxy");
        process::find("haproxy").or_else(|| debian.is_file().then_some(debian))
    };
    find().map_or_else(|| install("haproxy", "HAProxy", "PATH", find), Ok)
}

/// Prometheus, which reads the metrics, and `promtool`, which judges rules.
pub fn prometheus() -> Result<PathBuf> {
    let find = || process::find("promtool").and(process::find("prometheus"));
    find().map_or_else(|| install("prometheus", "Prometheus", "PATH", find), Ok)
}

/// The path in the environment variable, else the one that `find` returns.
fn given(variable: &str, find: fn() -> Option<PathBuf>) -> Result<Option<PathBuf>> {
    match env::var_os(variable).map(PathBuf::from) {
        Some(path) if path.exists() => Ok(Some(path)),
        Some(path) => Err(format!("{variable} is {}, which does not exist", path.display()).into()),
        None => Ok(find()),
    }
}

fn find_chromium() -> Option<PathBuf> {
    let installed = APPLICATIONS.iter().map(PathBuf::from).find(|file| file.is_file());
    BROWSERS.iter().find_map(|name| process::find(name)).or(installed)
}

fn find_postgres() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path().join("bin")))
        .collect();
    folders.extend(process::find("initdb").and_then(|file| file.parent().map(Path::to_owned)));
    let versions = folders.into_iter().filter_map(|folder| Some((version(&folder)?, folder)));
    versions.filter(|(version, _)| *version >= POSTGRES).max().map(|(_, folder)| folder)
}

/// The major version of the `postgres` in a folder that has `initdb` as well.
fn version(folder: &Path) -> Option<u32> {
    let server = folder.join("postgres");
    if !server.is_file() || !folder.join("initdb").is_file() {
        return None;
    }
    let mut command = process::program(server);
    command.arg("--version");
    // "postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)"
    let text = process::output(command).ok()?;
    text.split_whitespace().nth(2)?.split('.').next()?.parse().ok()
}

fn install(package: &str, what: &str, variable: &str, find: fn() -> Option<PathBuf>) -> Result<PathBuf> {
    let advice = format!("{what} is needed for the tests: install it, or name it in {variable}");
    if process::find("apt-get").is_none() || !is_root() {
        return Err(format!("{advice} (Debian's package is `{package}`)").into());
    }
    step_unless(
        &format!("Debian package {package}"),
        || Ok(false),
        || {
            for args in [&["update"][..], &["install", "-y", "--no-install-recommends", package]] {
                let mut apt = process::program("apt-get");
                apt.args(args).env("DEBIAN_FRONTEND", "noninteractive");
                process::done(apt)?;
            }
            Ok(())
        },
    )?;
    find().ok_or_else(|| advice.into())
}

fn is_root() -> bool {
    let mut id = process::program("id");
    id.arg("-u");
    process::output(id).is_ok_and(|text| text.trim() == "0")
}
