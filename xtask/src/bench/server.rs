//! The shipped binary on one core with its own data folder, and the kernel's numbers about it.

use super::http::{Answer, Connection, Headers, head};
use crate::{
    build::Product,
    process::{self, Result, program},
};
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    process::{Child, Stdio},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

const START: Duration = Duration::from_secs(30);
/// The kernel counts CPU time in hundredths of a second (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// The time from the process's start to its first answer.
    pub first_answer: Duration,
}

impl Server {
    pub fn start(product: &Product, data: &Path, address: SocketAddr, core: u32) -> Result<Self> {
        Self::start_with(product, data, address, core, &[])
    }

    /// [`Server::start`] with further settings.
    pub fn start_with(
        product: &Product,
        data: &Path,
        address: SocketAddr,
        core: u32,
        settings: &[(&str, &str)],
    ) -> Result<Self> {
        let log = fs::File::create(data.join("bench.log"))?;
        let mut command = if process::find("taskset").is_some() {
            let mut pinned = program("taskset");
            pinned.args(["-c", &core.to_string()]).arg(&product.binary);
            pinned
        } else {
            program(&product.binary)
        };
        command
            .env("TAGESECHO_DATA", data)
            .env("TAGESECHO_SITE", &product.site)
            .env("TAGESECHO_TEST_CONTROLS", "1")
            .env("HOST", address.ip().to_string())
            .env("PORT", address.port().to_string())
            .env_remove("DATABASE_URL")
            .envs(settings.iter().copied())
            .stdout(log.try_clone()?)
            .stderr(Stdio::from(log));
        let begin = Instant::now();
        let mut server = Self { child: command.spawn()?, address, first_answer: Duration::ZERO };
        while server.get("/readyz", &[]).is_ok_and(|a| a.status == 200).eq(&false) {
            if begin.elapsed() > START || server.child.try_wait()?.is_some() {
                return Err(format!("the server did not start, see {}", data.join("bench.log").display()).into());
            }
            thread::sleep(Duration::from_millis(2));
        }
        server.first_answer = begin.elapsed();
        Ok(server)
    }

    pub fn get(&self, path: &str, headers: Headers) -> Result<Answer> {
        let mut answer = Answer::default();
        let head = head(path, self.address, headers);
        Connection::open(self.address)?.send(&head, &mut answer)?;
        Ok(answer)
    }

    /// CPU time of all threads so far, user and kernel.
    pub fn cpu(&self) -> Result<Duration> {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in parentheses may hold spaces; utime and stime are fields 14 and 15.
        let (_, fields) = text.rsplit_once(')').ok_or("unexpected /proc/PID/stat")?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u32>).sum::<Result<u32, _>>()?;
        Ok(TICK * ticks)
    }

    /// Runs `work`; returns also the most memory that the server had meanwhile, in bytes.
    pub fn watched<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, u64)> {
        let (most, is_over) = (AtomicU64::new(self.memory()?), AtomicBool::new(false));
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Relaxed) {
                    if let Ok(now) = self.memory() {
                        most.fetch_max(now, Relaxed);
                    }
                    thread::sleep(Duration::from_millis(20));
                }
            });
            let done = work();
            is_over.store(true, Relaxed);
            done
        })?;
        Ok((done, most.load(Relaxed)))
    }

    /// How many files it has open, and how many threads.
    pub fn files_and_threads(&self) -> Result<(usize, usize)> {
        let count = |name| Ok(fs::read_dir(format!("/proc/{}/{name}", self.child.id()))?.count());
        count("fd").and_then(|files| Ok((files, count("task")?)))
    }

    /// Resident memory in bytes.
    pub fn memory(&self) -> Result<u64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("unexpected /proc/PID/status")?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Pins this process, and so the load, to one core.
pub fn pin(core: u32) {
    let mut taskset = program("taskset");
    taskset.args(["-cp", &core.to_string(), &std::process::id().to_string()]).stdout(Stdio::null());
    if process::done(taskset).is_err() {
        println!("    taskset is missing: load and server share the cores, figures will vary");
    }
}
