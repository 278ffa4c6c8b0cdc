//! What the program says in its log, as far as it is a planted word.

use std::{
    io,
    sync::{Mutex, Once},
};
use tracing_subscriber::filter::LevelFilter;

static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Takes each line of the log, on every thread.
struct Listener;

impl io::Write for Listener {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line).to_lowercase();
        let planted = |word: &&str| word.starts_with("kanarien") || *word == "🧑‍🚀" || *word == "🏴‍☠️";
        TOLD.lock().unwrap().extend(
            text.split(|c: char| c.is_whitespace() || "\"':,;=".contains(c)).filter(planted).map(str::to_owned),
        );
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Listens from now on, in this whole process.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let log = tracing_subscriber::fmt().with_max_level(LevelFilter::DEBUG).with_ansi(false);
        log.with_writer(|| Listener).init();
        tracing::info!("kanarienprobe");
    });
}

/// The planted words that were heard.
pub fn words() -> Vec<String> {
    TOLD.lock().unwrap().clone()
}
