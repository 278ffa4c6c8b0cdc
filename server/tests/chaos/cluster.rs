//! A throw-away PostgreSQL cluster that keeps acknowledged data and can be stopped at any moment.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Makes the cluster, reports it, and removes everything when its standard input closes, however the tests end. `$1` is
/// the folder, `$2` the programs' folder, the rest a command that changes the user.
const KEEPER: &str = r#"
set -e
folder=$1; bin=$2; shift 2
clean() { "$@" "$bin/pg_ctl" -D "$folder/data" -m immediate stop </dev/null || true; rm -rf "$folder"; }
trap 'clean "$@"' EXIT
"$@" "$bin/initdb" -D "$folder/data" -E UTF8 --locale=C -A trust -U postgres </dev/null
echo ready
exec >/dev/null 2>&1
cat
"#;

pub struct Cluster {
    folder: PathBuf,
    bin: PathBuf,
    user: &'static [&'static str],
    pub port: u16,
    keeper: Child,
}

impl Cluster {
    pub fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("tagesecho-chaos-").tempdir().unwrap().keep();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0");
        let user: &[&str] = if is_root { &["runuser", "-u", "postgres", "--"] } else { &[] };
        if is_root {
            assert!(Command::new("chown").arg("postgres").arg(&folder).status().unwrap().success());
        }
        let bin = programs();
        let mut keeper = Command::new("sh")
            .args(["-c", KEEPER, "sh"])
            .args([&folder, &bin])
            .args(user)
            .current_dir(&folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(keeper.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line == "ready")), "no PostgreSQL from {}", bin.display());
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Self { folder, bin, user, port, keeper };
        cluster.run();
        cluster
    }

    /// Starts it, again after [`Self::crash`].
    pub fn run(&self) {
        let options = format!(
            "-k {} -c listen_addresses=127.0.0.1 -p {} -c max_connections=60 -c shared_buffers=32MB",
            self.folder.display(),
            self.port
        );
        self.control(&["-w", "-l", self.folder.join("log").to_str().unwrap(), "-o", &options, "start"]);
    }

    /// Stops the cluster as a power cut would.
    pub fn crash(&self) {
        self.control(&["-m", "immediate", "stop"]);
    }

    fn control(&self, arguments: &[&str]) {
        let program = self.bin.join("pg_ctl");
        let line: Vec<&str> = self.user.iter().copied().chain([program.to_str().unwrap()]).collect();
        let done = Command::new(line[0])
            .args(&line[1..])
            .arg("-D")
            .arg(self.folder.join("data"))
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        assert!(done.unwrap().success(), "pg_ctl {arguments:?}");
    }
}

/// The URL of the database behind a local port.
pub fn url(port: u16) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/postgres")
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        drop(self.keeper.wait());
    }
}

/// `PG_BIN`, else Debian's folders, newest first, else wherever the path finds `initdb`.
pub fn programs() -> PathBuf {
    if let Ok(folder) = env::var("PG_BIN") {
        return folder.into();
    }
    let debian = (13..=20).rev().map(|version| Path::new("/usr/lib/postgresql").join(format!("{version}/bin")));
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = debian.chain(env::split_paths(&path));
    folders.find(|folder| folder.join("initdb").is_file()).expect("PostgreSQL, or PG_BIN")
}
