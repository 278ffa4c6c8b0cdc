//! The program as a process, and requests to it over a connection each.

use serde_json::Value;
use std::{
    env, fs,
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longer than anything here takes, unless it hangs.
const HANGS: Duration = Duration::from_secs(20);

pub struct Program {
    child: Child,
    log: PathBuf,
    pub binary: PathBuf,
    pub address: SocketAddr,
}

/// The parts of an answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The head in small letters.
    pub head: String,
    /// The cookie that came, as `name=value`.
    pub cookie: String,
    pub body: Vec<u8>,
    pub time: Duration,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Whether the refusal says in words to retry later.
    pub fn is_for_later(&self) -> bool {
        let code = self.json()["code"].clone();
        self.status == 503
            && self.head.contains("retry-after: ")
            && (code == "unavailable" || code == "uncertain")
            && !self.json()["message"].as_str().unwrap_or_default().is_empty()
    }
}

pub fn binary() -> PathBuf {
    env::var_os("TAGESECHO_BIN").map_or_else(|| env!("CARGO_BIN_EXE_tagesecho").into(), PathBuf::from)
}

/// The binary of the version before this one (`cargo xtask chaos --before COMMIT`).
pub fn binary_before() -> Option<PathBuf> {
    env::var_os("TAGESECHO_BIN_BEFORE").map(PathBuf::from)
}

/// Writes the smallest site that a server starts with.
pub fn build_site(site: &Path) {
    for (name, manifest) in [("islands", "{}"), ("pkg", r#"{"js":"/pkg/a.js","wasm":"/pkg/a.wasm"}"#)] {
        fs::create_dir_all(site.join(name)).unwrap();
        fs::write(site.join(name).join("manifest.json"), manifest).unwrap();
    }
}

pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Program {
    /// Starts the program on a free port; `database` is the URL where it is not SQLite.
    pub fn start(folder: &Path, database: Option<&str>) -> Self {
        Self::start_with(folder, database, None)
    }

    /// [`Program::start`] with another secret than the one in its folder.
    pub fn start_with(folder: &Path, database: Option<&str>, secret: Option<&str>) -> Self {
        let more = [database.map(|url| ("DATABASE_URL", url)), secret.map(|secret| ("TAGESECHO_SECRET", secret))];
        Self::start_at(free_address(), &binary(), folder, &more.into_iter().flatten().collect::<Vec<_>>())
    }

    /// [`Program::start`] with these settings.
    pub fn start_set(folder: &Path, settings: &[(&str, &str)]) -> Self {
        Self::start_at(free_address(), &binary(), folder, settings)
    }

    /// Starts the program in the file `binary` at `address` with these settings.
    pub fn start_at(address: SocketAddr, binary: &Path, folder: &Path, settings: &[(&str, &str)]) -> Self {
        let site = folder.join("site");
        build_site(&site);
        let log = fs::File::options().create(true).append(true).open(folder.join("log")).unwrap();
        let mut command = Command::new(binary);
        command
            .env_clear()
            .env("TAGESECHO_DATA", folder.join("data"))
            .env("TAGESECHO_SITE", site)
            .env("TAGESECHO_THROTTLE_FACTOR", "10000")
            .env("TAGESECHO_CONNECTIONS_PER_ADDRESS", "200")
            .env("PORT", address.port().to_string())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        command.envs(settings.iter().copied());
        let child = command.spawn().unwrap();
        let mut program = Self { child, log: folder.join("log"), binary: binary.to_owned(), address };
        let begin = Instant::now();
        while program.get("/readyz", "").is_none_or(|answer| answer.status != 200) {
            let ended = program.child.try_wait().unwrap();
            assert!(
                begin.elapsed() < HANGS && ended.is_none(),
                "it did not start ({ended:?}): {}",
                fs::read_to_string(folder.join("log")).unwrap()
            );
            thread::sleep(Duration::from_millis(5));
        }
        program
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn lives(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Stops it as an update does, and waits for its end.
    pub fn stop(mut self) {
        assert!(Command::new("kill").arg(self.id().to_string()).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn get(&self, path: &str, cookie: &str) -> Option<Answer> {
        send(self.address, "GET", path, &format!("cookie: {cookie}\r\n"), &[])
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        if thread::panicking() {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            let errors: Vec<_> = log.lines().filter(|line| line.contains("ERROR")).collect();
            println!("its last errors:\n{}", errors[errors.len().saturating_sub(20)..].join("\n"));
        }
    }
}

/// `None`: no whole answer came.
pub fn send(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Answer> {
    let begin = Instant::now();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(HANGS)).unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.0\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\ncontent-length: {length}\r\n{headers}\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat()).ok()?;
    let mut all = Vec::new();
    stream.read_to_end(&mut all).ok()?;
    let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
    let body = all.split_off(end + 4);
    let head = String::from_utf8_lossy(&all).into_owned();
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split_once(';'));
    let cookie = cookie.map(|(cookie, _)| cookie.to_owned()).unwrap_or_default();
    let head = head.to_lowercase();
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")).map(|n| n.parse::<usize>().unwrap());
    if length.is_some_and(|length| length != body.len()) {
        return None;
    }
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, head, cookie, body, time: begin.elapsed() })
}
