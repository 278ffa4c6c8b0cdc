//! The product beside a hand-made server with the same statements and markup (`server/benches/twin`): the cost of the product's layers.

use super::{
    LOAD_CORE, SERVER_CORE, Settings, WARM_UP,
    http::{self, Headers, head},
    load::{self, Load},
    person,
    report::middle,
    server::{self, Server},
};
use crate::{
    build::{self, Product},
    process::{self, Result, root},
    steps::step,
};
use serde_json::Value;
use std::{fs, net::SocketAddr, path::PathBuf, time::Duration};

/// The product's clock is moved so far: some seconds after a sign-in the settings count down.
const MOVED: u32 = 600;
/// Headers that each server makes itself.
const OWN_HEADERS: [&str; 5] = ["connection", "content-length", "date", "transfer-encoding", "x-request-id"];

/// A page, and how many times the twin's CPU it may take.
#[derive(Debug)]
struct Page<'a> {
    name: &'a str,
    path: &'a str,
    headers: Headers<'a>,
    asked: f64,
    /// Microseconds of CPU per request, of the product and of the twin.
    cpu: [Vec<f64>; 2],
}

/// `twin` is its executable.
pub fn measure(product: &Product, twin: PathBuf, settings: &Settings) -> Result {
    let twin = Product { binary: twin, site: product.site.clone() };
    let data = root().join("target/bench/twin");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let (first, second) = (address(settings.port), address(settings.port + 1));
    let person = person::seed(product, &data, first, settings.entries)?;
    let cookie = [("Cookie", person.cookie.as_str())];
    let page = |name, path, headers, asked| Page { name, path, headers, asked, cpu: Default::default() };
    let mut pages = [
        page("dashboard", "/dashboard", &cookie, 2.5),
        page("settings", "/settings", &cookie, 3.5),
        page("shared", &person.shared, &[], 2.5),
    ];

    let product = Server::start(product, &data, first, SERVER_CORE)?;
    let json = [("Content-Type", "application/json")];
    let body = format!(r#"{{"seconds":{MOVED}}}"#);
    let (status, text) =
        http::send(first, ("POST", "/test/clock"), &json, &mut body.as_bytes(), u64::try_from(body.len())?)?;
    if status != 200 {
        return Err(format!("the clock was not moved: {status} {text}").into());
    }
    for page in &pages {
        let answer = product.get(page.path, page.headers)?;
        let kept = answer.headers.iter().filter(|(name, _)| !OWN_HEADERS.contains(&name.as_str()));
        let lines: Vec<String> = kept.map(|(name, value)| format!("{name}: {value}")).collect();
        fs::write(data.join(page.name).with_extension("head"), lines.join("\n"))?;
        fs::write(data.join(page.name).with_extension("html"), answer.body)?;
    }
    let twin = Server::start_with(
        &twin,
        &data,
        second,
        SERVER_CORE,
        &[
            ("TWIN_PAGES", &data.display().to_string()),
            ("TWIN_ORIGIN", &format!("http://{first}")),
            ("TWIN_COOKIE", person.cookie.trim_start_matches("session=")),
            ("TWIN_TOKEN", person.shared.trim_start_matches("/shared/")),
            ("TWIN_MOVED", &MOVED.to_string()),
        ],
    )?;
    server::pin(LOAD_CORE);
    for round in 0..=settings.rounds {
        println!("    round {round} of {}{}", settings.rounds, if round == 0 { " (warm-up)" } else { "" });
        let time = if round == 0 { WARM_UP } else { Duration::from_secs(settings.seconds.into()) };
        for page in &mut pages {
            for (server, cpu) in [&product, &twin].into_iter().zip(&mut page.cpu) {
                let load = Load { connections: settings.connections, time, rate: None };
                let before = server.cpu()?;
                let outcome = load::run(server.address, &head(page.path, server.address, page.headers), load)?;
                let used = server.cpu()?.saturating_sub(before);
                if round > 0 {
                    cpu.push(used.as_secs_f64() * 1e6 / f64::from(outcome.requests.max(1)));
                }
            }
        }
    }
    // Minutes later both must still answer with the same page.
    for page in &pages {
        let length = |server: &Server| -> Result<usize> { Ok(server.get(page.path, page.headers)?.body.len()) };
        if length(&product)? != length(&twin)? {
            return Err(format!("{} changed meanwhile", page.path).into());
        }
    }
    report(&mut pages, settings);
    Ok(())
}

fn report(pages: &mut [Page], settings: &Settings) {
    println!(
        "\nThe product beside a server by hand with the same statements and markup; {} rounds of {} s, {} connections, median.\n",
        settings.rounds, settings.seconds, settings.connections
    );
    println!("| page | product CPU us | twin CPU us | ratio | asked |");
    println!("| --- | --- | --- | --- | --- |");
    for Page { name, asked, cpu: [product, twin], .. } in pages {
        let (product, twin) = (middle(product), middle(twin));
        println!("| {name} | {product:.0} | {twin:.0} | {:.2} | {asked} |", product / twin);
    }
}

/// The twin's executable: the one that `TAGESECHO_TWIN` names, or a new build.
pub fn executable() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("TAGESECHO_TWIN") {
        return Ok(named.into());
    }
    let cargo = build::release(&["--bench", "twin", "--message-format", "json-render-diagnostics"])?;
    let messages = step("twin", || process::output(cargo))?;
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let path = messages.find_map(|message| {
        let path = message["executable"].as_str().filter(|_| message["target"]["name"] == "twin")?;
        Some(PathBuf::from(path))
    });
    path.ok_or_else(|| "cargo names no executable of the twin".into())
}
