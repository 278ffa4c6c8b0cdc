//! The metrics listener, read by Prometheus itself; the rules and the dashboard of `deploy`; and how a server says that it stops.

use super::{
    crash::people,
    program::{Program, binary, send},
};
use backend::metrics::{ALL, Kind};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longer than anything here takes, unless it hangs.
const HANGS: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(100);

fn deployed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)
}

/// The words in `text` that look like our names, without what Prometheus adds to those of histograms.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| word.starts_with("tagesecho_") || word.starts_with("process_"));
    let is_histogram = |name: &str| ALL.iter().any(|m| m.name == name && matches!(m.kind, Kind::Histogram(_)));
    let whole = ours.map(|word| {
        let parts = ["_bucket", "_sum", "_count"].into_iter().filter_map(|part| word.strip_suffix(part));
        parts.into_iter().find(|name| is_histogram(name)).unwrap_or(word)
    });
    whole.collect()
}

#[test]
fn rules_and_dashboard_name_only_metrics_that_there_are() {
    let known: BTreeSet<_> = ALL.iter().map(|metric| metric.name).collect();
    let [rules, dashboard] = ["alerts.yml", "grafana.json"].map(|name| fs::read_to_string(deployed(name)).unwrap());
    for text in [&rules, &dashboard] {
        let unknown: Vec<_> = names(text).difference(&known).copied().collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
    let unshown: Vec<_> = known.difference(&names(&dashboard)).copied().collect();
    assert!(unshown.is_empty(), "the dashboard has no panel with {unshown:?}");
}

#[test]
fn every_rule_is_quiet_while_all_is_well_and_speaks_when_it_is_not() {
    judged(Command::new("promtool").args(["check", "rules"]).arg(deployed("alerts.yml")));
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/chaos/alerts.yml");
    let (rules, tested) = (fs::read_to_string(deployed("alerts.yml")).unwrap(), fs::read_to_string(&cases).unwrap());
    for name in rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(tested.contains(&format!("alertname=\"{name}\"")), "no case for {name}");
    }
    judged(Command::new("promtool").args(["test", "rules"]).arg(cases));
}

/// `promtool` has nothing to object.
fn judged(command: &mut Command) {
    let output = command.output().expect("promtool is installed");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

struct Prometheus {
    child: Child,
    address: SocketAddr,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Prometheus {
    fn start(folder: &Path, target: SocketAddr) -> Self {
        let address = free_port();
        let config = json!({
            "global": { "scrape_interval": "300ms", "scrape_timeout": "300ms" },
            "scrape_configs": [{ "job_name": "tagesecho", "static_configs": [{ "targets": [target.to_string()] }] }],
            "rule_files": [deployed("alerts.yml")],
        });
        // YAML is written as JSON, which is YAML.
        fs::write(folder.join("prometheus.yml"), config.to_string()).unwrap();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", folder.join("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", folder.join("series").display()))
            .arg(format!("--web.listen-address={address}"))
            .arg("--log.level=error")
            .stdin(Stdio::null())
            .spawn()
            .expect("prometheus is installed");
        Self { child, address }
    }

    /// The result of a query, or an empty one while Prometheus starts.
    fn query(&self, query: &str) -> Vec<Value> {
        let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
        let answer = send(self.address, "GET", &format!("/api/v1/query?query={query}"), "", &[]);
        let Some(answer) = answer.filter(|answer| answer.status != 503) else { return Vec::new() };
        let answer = answer.json();
        assert_eq!(answer["status"], "success", "{query}: {answer}");
        answer["data"]["result"].as_array().cloned().unwrap_or_default()
    }

    fn has(&self, query: &str) {
        let begin = Instant::now();
        while self.query(query).is_empty() {
            assert!(begin.elapsed() < HANGS, "Prometheus has no {query}");
            thread::sleep(PAUSE);
        }
    }
}

/// The expressions of the dashboard, for all servers.
fn expressions() -> Vec<String> {
    let dashboard: Value = serde_json::from_slice(&fs::read(deployed("grafana.json")).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
    let typed = targets.map(|target| target["expr"].as_str().unwrap());
    typed.map(|typed| typed.replace("$__rate_interval", "5m").replace("$instance", ".*")).collect()
}

#[test]
fn prometheus_reads_every_metric_and_a_server_that_stops_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let target = free_port();
    let address = target.to_string();
    let settings =
        [("TAGESECHO_METRICS", address.as_str()), ("TAGESECHO_THROTTLE_FACTOR", "1"), ("TAGESECHO_DRAIN_SECONDS", "3")];
    let mut program = Program::start_set(folder.path(), &settings);
    let prometheus = Prometheus::start(folder.path(), target);
    let mut people = people(&program, folder.path(), None, 1);
    assert_eq!(people[0].save(program.address).unwrap().status, 201);
    let begin = Instant::now();
    while guess(&program) != 429 {
        assert!(begin.elapsed() < HANGS, "no code is refused for good");
    }
    let text = String::from_utf8(send(target, "GET", "/metrics", "", &[]).unwrap().body).unwrap();
    for secret in [people[0].name(), &people[0].entry().unwrap().id, "QQQQ", "127.0.0.1", "example.org"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    assert_eq!(send(target, "GET", "/", "", &[]).unwrap().status, 404);
    let mut promtool = Command::new("promtool");
    let mut promtool =
        promtool.args(["check", "metrics"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    promtool.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = promtool.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    for metric in ALL {
        let suffix = if matches!(metric.kind, Kind::Histogram(_)) { "_bucket" } else { "" };
        prometheus.has(&format!("{}{suffix}", metric.name));
    }
    prometheus.has("tagesecho_saves_total{outcome='accepted'} == 1");
    prometheus.has("tagesecho_requests_total{method='POST', route='/api/entries', status='201'} == 1");
    prometheus.has("tagesecho_ready == 1");
    prometheus.has("count(tagesecho_job_success_timestamp_seconds) > 12");
    for expression in expressions() {
        prometheus.query(&expression);
    }

    let check = |is_well: bool| {
        let mut command = Command::new(binary());
        command.arg("healthcheck").env_clear().env("PORT", program.address.port().to_string());
        let output = command.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success() == is_well && said.lines().count() == 1, "{said}");
    };
    check(true);
    assert!(Command::new("kill").arg(program.id().to_string()).status().unwrap().success());
    while program.get("/readyz", "").unwrap().status == 200 {
        thread::sleep(Duration::from_millis(5));
    }
    let ready = program.get("/readyz", "").unwrap();
    assert!(ready.is_for_later() && program.get("/livez", "").unwrap().status == 200, "{}", ready.json());
    check(false);
    while program.lives() {
        assert!(begin.elapsed() < HANGS, "it does not stop");
        thread::sleep(PAUSE);
    }
}

/// The status for an invitation code that nobody has.
fn guess(program: &Program) -> u16 {
    let form = json!({ "invitationCode": "QQQQ-QQQQ-QQQQ" }).to_string();
    let headers = "content-type: application/json\r\n";
    send(program.address, "POST", "/api/auth/validate-invitation", headers, form.as_bytes()).unwrap().status
}
