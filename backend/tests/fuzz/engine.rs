//! Runs a target with changed inputs of a corpus until its time is over, and reports inputs that it does not withstand.
//!
//! Nothing measures which code an input reaches. In place of that, an input with a new kind of outcome joins the corpus of the run.

use crate::mutate::{Mutator, Random};
use std::{
    any::Any,
    collections::{BTreeMap, HashSet},
    env,
    fmt::Write as _,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    panic::{self, AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, Once, PoisonError,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// The time of a target as a part of all tests. Its inputs are the same each time, and their number depends on the machine.
const SECONDS: u64 = 8;
const SEED: u64 = 34;
/// A single input must be done within this time. It is long enough for a machine that does ten other things.
const HANGS: Duration = Duration::from_secs(30);
/// Most different findings of a run, and most inputs that join its corpus.
const FINDINGS: usize = 8;
const NEW: usize = 4000;
/// Most tries to make the input of a finding smaller.
const TRIES: usize = 3000;

/// A parser with what it must withstand.
pub struct Target {
    /// The name of its folder in the corpus.
    pub name: &'static str,
    pub corpus: PathBuf,
    /// Files of other tests that are inputs, too.
    pub seeds: Vec<Vec<u8>>,
    /// Most bytes of an input.
    pub most: usize,
    /// Words of the format.
    pub words: &'static [&'static str],
    /// A panic of a library, and not of our code, is an answer.
    pub tolerates_libraries: bool,
}

/// Distinguishes kinds of outcomes, such as refusals, or the number of found things.
pub type Outcome = u64;

/// Makes an outcome of whatever tells kinds of results apart.
pub fn outcome(of: impl Hash) -> Outcome {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// About how many: inputs with three and with four things are of one kind.
pub fn about(count: usize) -> u32 {
    count.checked_ilog2().map_or(0, |log| log + 1)
}

#[derive(Default)]
struct Findings(BTreeMap<String, PathBuf>);

#[derive(Default)]
struct Report {
    runs: u64,
    kinds: usize,
    slowest: Duration,
    in_libraries: u64,
    findings: Findings,
}

/// Runs the target. Panics if it did not withstand an input.
pub fn fuzz(target: Target, run: impl Fn(&[u8]) -> Outcome + Send + 'static) {
    listen();
    let name = target.name;
    let current = Current::new(name);
    let (done, report) = channel();
    let watched = current.clone();
    let work = move || done.send(work(&target, &watched, &run)).unwrap_or_default();
    thread::Builder::new().name(thread_name(name)).spawn(work).unwrap();
    let report = loop {
        match report.recv_timeout(Duration::from_millis(200)) {
            Ok(report) => break report,
            Err(RecvTimeoutError::Timeout) => assert!(!current.hangs(), "{name} hangs: {}", current.file.display()),
            Err(RecvTimeoutError::Disconnected) => panic!("{name} ended"),
        }
    };
    current.remove();
    let Report { runs, kinds, slowest, in_libraries, findings: Findings(findings) } = report;
    println!(
        "fuzz {name}: {runs} runs, {kinds} kinds of outcomes, slowest {slowest:?}, {in_libraries} panics of libraries, {} findings",
        findings.len()
    );
    let told = findings.iter().fold(String::new(), |mut told, (what, file)| {
        writeln!(told, "{}: {what}", file.display()).unwrap();
        told
    });
    assert!(told.is_empty(), "{name}:\n{told}");
}

fn thread_name(target: &str) -> String {
    format!("fuzz-{target}")
}

fn work(target: &Target, current: &Current, run: &dyn Fn(&[u8]) -> Outcome) -> Report {
    let seconds = env::var("FUZZ_SECONDS").ok().map(|seconds| seconds.parse().unwrap());
    let seed = env::var("FUZZ_SEED").ok().map(|seed| seed.parse().unwrap());
    let mut corpus = corpus(target);
    assert!(!corpus.is_empty(), "{} has no corpus", target.corpus.display());
    let (mut report, mut kinds) = (Report::default(), HashSet::new());
    let mut look = |input: &[u8], report: &mut Report| {
        let start = Instant::now();
        let tried = attempt(target, current, run, input);
        report.runs += 1;
        report.slowest = report.slowest.max(start.elapsed());
        match tried {
            Ok(kind) => return kinds.insert(kind),
            Err(Failure::InLibrary) => report.in_libraries += 1,
            Err(Failure::Ours(what)) => report.findings.add(target, current, run, what, input, seconds.is_some()),
        }
        false
    };
    for input in &corpus {
        look(input, &mut report);
    }
    corpus.retain(|input| input.len() <= target.most);
    let mut mutator = Mutator::new(Random(seed.unwrap_or(SEED)), target.most, target.words);
    let (start, length, own) = (Instant::now(), Duration::from_secs(seconds.unwrap_or(SECONDS)), corpus.len());
    while start.elapsed() < length && report.findings.0.len() < FINDINGS {
        let input = mutator.changed(&corpus);
        if look(&input, &mut report) && corpus.len() < own + NEW {
            corpus.push(input);
        }
    }
    report.kinds = kinds.len();
    report
}

/// The files of the corpus in the order of their names, and those of other tests.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder(target)).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.into_iter().map(|file| fs::read(file).unwrap()).collect();
    [corpus, target.seeds.clone()].concat()
}

fn folder(target: &Target) -> PathBuf {
    target.corpus.join(target.name)
}

enum Failure {
    /// The place and the reason of a panic of our code.
    Ours(String),
    InLibrary,
}

fn attempt(
    target: &Target,
    current: &Current,
    run: &dyn Fn(&[u8]) -> Outcome,
    input: &[u8],
) -> Result<Outcome, Failure> {
    let name = thread_name(target.name);
    current.begin(input);
    let result = catch_unwind(AssertUnwindSafe(|| run(input)));
    current.end();
    // Work on other threads has panicked, too, where a caller was only told that a file is damaged.
    let panics: Vec<String> =
        lock(&PANICS).extract_if(.., |(thread, _)| *thread == name).map(|(_, what)| what).collect();
    let is_ours = |what: &&String| !target.tolerates_libraries || !what.starts_with('/');
    match (panics.iter().find(is_ours), result) {
        (Some(what), _) => Err(Failure::Ours(what.clone())),
        (None, Ok(kind)) if panics.is_empty() => Ok(kind),
        _ => Err(Failure::InLibrary),
    }
}

impl Findings {
    /// Keeps the smallest input that panics at the same place.
    fn add(
        &mut self,
        target: &Target,
        current: &Current,
        run: &dyn Fn(&[u8]) -> Outcome,
        what: String,
        input: &[u8],
        is_long: bool,
    ) {
        let place = |what: &str| what.lines().next().unwrap_or_default().to_owned();
        let here = place(&what);
        if self.0.keys().any(|known| place(known) == here) {
            return;
        }
        let fails = |input: &[u8]| matches!(attempt(target, current, run, input), Err(Failure::Ours(what)) if place(&what) == here);
        let small = smaller(input.to_vec(), fails);
        // A long run leaves its findings in the corpus, where each further run begins with them.
        let folder = if is_long { folder(target) } else { Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned() };
        let file = folder.join(format!("{}-{:016x}", target.name, outcome(&small)));
        fs::write(&file, small).unwrap();
        println!("fuzz {}: {}: {what}", target.name, file.display());
        self.0.insert(what, file);
    }
}

/// Leaves out parts of an input as long as it fails.
fn smaller(mut input: Vec<u8>, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let (mut part, mut tries) = (input.len().div_ceil(2), 0);
    while part > 0 {
        let mut at = 0;
        while at < input.len() && tries < TRIES {
            let without = [&input[..at], &input[input.len().min(at + part)..]].concat();
            tries += 1;
            if fails(&without) {
                input = without;
            } else {
                at += part;
            }
        }
        part /= 2;
    }
    input
}

/// The input that is being tried, in a file: it is still there when the process has died of it.
#[derive(Clone)]
struct Current {
    file: PathBuf,
    since: Arc<Mutex<Option<Instant>>>,
}

impl Current {
    fn new(target: &str) -> Self {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(thread_name(target));
        Self { file, since: Arc::default() }
    }

    fn begin(&self, input: &[u8]) {
        fs::write(&self.file, input).unwrap();
        *lock(&self.since) = Some(Instant::now());
    }

    fn end(&self) {
        *lock(&self.since) = None;
    }

    fn hangs(&self) -> bool {
        lock(&self.since).is_some_and(|since| since.elapsed() > HANGS)
    }

    fn remove(&self) {
        fs::remove_file(&self.file).unwrap_or_default();
    }
}

/// Panics on threads of targets, with the name of the thread.
static PANICS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let thread = thread::current();
            let Some(name) = thread.name().filter(|name| name.starts_with("fuzz-")) else { return before(panic) };
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            let what = format!("{place}\n{}", words(panic.payload()));
            lock(&PANICS).push((name.to_owned(), what));
        }));
    });
}

fn words(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default()
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
