//! Limits of pages and calls with a long diary. `xtask/budget.json` holds them; a row above its limit fails the bench.

use super::{
    LOAD_CORE, SERVER_CORE,
    http::head,
    load::{self, Load},
    person::{self, Person},
    report::middle,
    server::{self, Server},
};
use crate::{
    build::Product,
    process::{Result, root},
};
use serde_json::Value;
use std::{fs, net::SocketAddr, time::Duration};

const FILE: &str = "xtask/budget.json";
const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_secs(2);
/// A small number, so that a request seldom waits for another one.
const CONNECTIONS: u32 = 2;

/// One page or call and its limits.
#[derive(Debug, PartialEq)]
struct Row {
    /// The path, with `{entry}` and `{shared}` for ids of the person's data.
    path: String,
    bearer: bool,
    /// Microseconds of the server's CPU per request.
    cpu: f64,
    /// Milliseconds within which 99 of 100 requests are answered.
    p99: f64,
    /// Bytes of the body as it is, not compressed.
    bytes: u64,
}

/// Milliseconds within which every search of `bench search` answers.
pub fn search_limit() -> Result<f64> {
    number(&file()?["search"], "ms")
}

/// People with as many entries as the file says, one after the other, on one server.
pub fn measure(product: &Product, port: u16) -> Result {
    let people = rows(&file()?)?;
    let data = root().join("target/bench/budget");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let seeded: Vec<Person> =
        people.iter().map(|(entries, _)| person::seed(product, &data, address, *entries)).collect::<Result<_>>()?;
    let server = Server::start(product, &data, address, SERVER_CORE)?;
    server::pin(LOAD_CORE);
    println!(
        "\nMedian of {ROUNDS} rounds of {} s, {CONNECTIONS} connections; in brackets what {FILE} allows.\n",
        TIME.as_secs()
    );
    println!("| page or call | entries | CPU us per request | p99 ms | kB |");
    println!("| --- | --- | --- | --- | --- |");
    let mut above = Vec::new();
    for ((entries, rows), person) in people.iter().zip(&seeded) {
        for row in rows {
            let (cpu, p99, bytes) = row.measure(&server, person)?;
            println!(
                "| {}{} | {entries} | {cpu:.0} ({:.0}) | {p99:.1} ({:.1}) | {:.1} ({:.1}) |",
                row.path,
                if row.bearer { ", bearer" } else { "" },
                row.cpu,
                row.p99,
                kilobytes(bytes),
                kilobytes(row.bytes)
            );
            if cpu > row.cpu || p99 > row.p99 || bytes > row.bytes {
                above.push(format!("{} with {entries} entries", row.path));
            }
        }
    }
    println!("\nMemory at the end {} MiB.", server.memory()? >> 20);
    if above.is_empty() { Ok(()) } else { Err(format!("above the budget: {}", above.join(", ")).into()) }
}

impl Row {
    fn measure(&self, server: &Server, person: &Person) -> Result<(f64, f64, u64)> {
        let path = self.path.replace("{entry}", &person.entry).replace("{shared}", &person.shared);
        let authorization = format!("Bearer {}", person.bearer);
        let signed_in =
            if self.bearer { ("Authorization", authorization.as_str()) } else { ("Cookie", person.cookie.as_str()) };
        let answer = server.get(&path, &[signed_in])?;
        if answer.status != 200 {
            return Err(format!("{path} answers {}", answer.status).into());
        }
        let head = head(&path, server.address, &[signed_in]);
        let (mut cpu, mut p99) = (Vec::new(), Vec::new());
        // The first round warms up.
        for round in 0..=ROUNDS {
            let before = server.cpu()?;
            let outcome = load::run(server.address, &head, Load { connections: CONNECTIONS, time: TIME, rate: None })?;
            if round > 0 {
                let used = server.cpu()?.saturating_sub(before);
                cpu.push(used.as_secs_f64() * 1e6 / f64::from(outcome.requests.max(1)));
                p99.push(outcome.percentile(99));
            }
        }
        Ok((middle(&mut cpu), middle(&mut p99), u64::try_from(answer.body.len())?))
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn kilobytes(bytes: u64) -> f64 {
    bytes as f64 / 1000.0
}

fn file() -> Result<Value> {
    Ok(serde_json::from_str(&fs::read_to_string(root().join(FILE))?)?)
}

/// Limits by the number of a person's entries.
fn rows(file: &Value) -> Result<Vec<(u32, Vec<Row>)>> {
    let people = file["people"].as_array().ok_or("no people")?;
    let person = |person: &Value| {
        let entries = u32::try_from(person["entries"].as_u64().ok_or("a person without entries")?)?;
        let rows = person["rows"].as_array().ok_or("a person without rows")?.iter().map(row).collect::<Result<_>>()?;
        Ok((entries, rows))
    };
    people.iter().map(person).collect()
}

fn row(value: &Value) -> Result<Row> {
    Ok(Row {
        path: value["path"].as_str().ok_or("a row without a path")?.to_owned(),
        bearer: value["bearer"].as_bool().unwrap_or_default(),
        cpu: number(value, "cpu_us")?,
        p99: number(value, "p99_ms")?,
        bytes: value["bytes"].as_u64().ok_or("a row without bytes")?,
    })
}

fn number(value: &Value, name: &str) -> Result<f64> {
    value[name].as_f64().ok_or_else(|| format!("no {name} in {value}").into())
}

#[cfg(test)]
mod tests {
    use super::{file, rows, search_limit};

    #[test]
    fn the_budget_can_be_read_and_limits_everything() {
        let people = rows(&file().unwrap()).unwrap();
        assert!(people.iter().all(|(entries, rows)| *entries > 0 && !rows.is_empty()));
        assert!(people.iter().flat_map(|(_, rows)| rows).all(|row| row.path.starts_with(['/', '{']) && row.cpu > 0.0));
        assert!(search_limit().unwrap() > 0.0);
    }
}
