//! An export of everything, and its import into another account: time and memory of the server.

use super::{
    SERVER_CORE,
    http::{self, head},
    number,
    person::{self, Person},
    server::Server,
};
use crate::{
    build::Product,
    process::{Result, root},
};
use serde_json::Value;
use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread,
    time::{Duration, Instant},
};

const FIRST_BYTE: Duration = Duration::from_secs(2);
/// Bytes of memory above rest that an export may take.
const MEMORY: u64 = 64 << 20;
const LONGEST: Duration = Duration::from_hours(2);
const JSON: &str = "application/json";

/// `BENCH_PERSON_ENTRIES` is the number of entries, `BENCH_PHOTOS` that of each entry's photos. Fails above the limits of an export.
pub fn measure(product: &Product, port: u16) -> Result {
    let (entries, photos) = (number("BENCH_PERSON_ENTRIES", 3650)?.max(1), number("BENCH_PHOTOS", 3)?);
    let data = root().join("target/bench/archive");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    fs::create_dir_all(&data)?;
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let writer = person::seed_with(product, &data, address, entries, Some(photos))?;
    let other = person::seed_with(product, &data, address, 1, Some(0))?;
    let server = Server::start(product, &data, address, SERVER_CORE)?;
    let zip = data.join("archive.zip");
    println!("\n{entries} entries with {photos} photos each. Memory is what the server took above rest at most.\n");
    println!("| step | time | first byte | memory | CPU |");
    println!("| --- | --- | --- | --- | --- |");
    let mut first = Duration::ZERO;
    let export = watched(&server, "export", || {
        first = download(&server, &writer, &zip)?;
        Ok(first)
    })?;
    let import = |name: &str, work: &dyn Fn() -> Result| watched(&server, name, || work().map(|()| Duration::ZERO));
    let id = std::cell::RefCell::new(String::new());
    import("import: sending and looking", &|| {
        *id.borrow_mut() = upload(&server, &other, &zip)?;
        wait(&server, &other, &id.borrow(), "looked").map(drop)
    })?;
    import("import: taking over", &|| {
        let import = take_over(&server, &other, &id.borrow())?;
        let same = import["report"]["taken"]["receipt"]["same"].as_u64().unwrap_or_default();
        // The newest day has an entry of the other person.
        if same + 1 < u64::from(entries) { Err(format!("{same} days are the same: {import}").into()) } else { Ok(()) }
    })?;
    println!("\nThe file has {} MB.", fs::metadata(&zip)?.len() / 1_000_000);
    if first > FIRST_BYTE || export > MEMORY {
        return Err(
            format!("an export may take {} s to its first byte and {} MB", FIRST_BYTE.as_secs(), MEMORY >> 20).into()
        );
    }
    Ok(())
}

/// Prints a row; returns the memory above rest.
fn watched(server: &Server, name: &str, work: impl FnOnce() -> Result<Duration>) -> Result<u64> {
    let (rest, cpu, begin) = (server.memory()?, server.cpu()?, Instant::now());
    let (first, most) = server.watched(work)?;
    let taken = most.saturating_sub(rest);
    let first = if first.is_zero() { String::new() } else { format!("{:.2} s", first.as_secs_f64()) };
    println!(
        "| {name} | {:.1} s | {first} | {} MB | {:.1} s |",
        begin.elapsed().as_secs_f64(),
        taken >> 20,
        server.cpu()?.saturating_sub(cpu).as_secs_f64()
    );
    Ok(taken)
}

/// Writes the archive to a file; returns the time to its first byte.
pub fn download(server: &Server, person: &Person, to: &Path) -> Result<Duration> {
    let begin = Instant::now();
    let mut stream = TcpStream::connect(server.address)?;
    stream.set_read_timeout(Some(Duration::from_mins(1)))?;
    stream.write_all(&head("/api/archive", server.address, &[("Cookie", &person.cookie), ("Connection", "close")]))?;
    let mut answer = BufReader::with_capacity(256 << 10, stream);
    let mut line = String::new();
    answer.read_line(&mut line)?;
    if !line.contains(" 200 ") {
        return Err(format!("the archive answers {line}").into());
    }
    let mut is_chunked = false;
    while line.trim_end() != "" {
        line.clear();
        answer.read_line(&mut line)?;
        is_chunked |= line.to_ascii_lowercase().starts_with("transfer-encoding: chunked");
    }
    answer.fill_buf()?;
    let first = begin.elapsed();
    let mut file = BufWriter::new(File::create(to)?);
    if !is_chunked {
        io::copy(&mut answer, &mut file)?;
        return Ok(first);
    }
    loop {
        line.clear();
        answer.read_line(&mut line)?;
        let size = u64::from_str_radix(line.trim_end(), 16)?;
        io::copy(&mut (&mut answer).take(size), &mut file)?;
        answer.read_line(&mut line)?;
        if size == 0 {
            return Ok(first);
        }
    }
}

/// Sends the file; returns the import's id.
fn upload(server: &Server, person: &Person, file: &Path) -> Result<String> {
    let form = http::form("file", "archive.zip", "application/zip");
    let (mut body, size) = form.around(File::open(file)?, fs::metadata(file)?.len());
    let import = call(server, person, ("POST", "/api/imports"), &form.kind, &mut body, size)?;
    Ok(import["id"].as_str().ok_or_else(|| format!("no id: {import}"))?.to_owned())
}

fn take_over(server: &Server, person: &Person, id: &str) -> Result<Value> {
    let (path, body) = (format!("/api/imports/{id}/take-over"), br#"{"existing":"keep"}"#);
    call(server, person, ("POST", &path), JSON, &mut &body[..], body.len() as u64)?;
    wait(server, person, id, "taken")
}

/// Imports an archive and undoes that.
pub fn import_and_undo(server: &Server, person: &Person, file: &Path) -> Result {
    let id = upload(server, person, file)?;
    wait(server, person, &id, "looked")?;
    take_over(server, person, &id)?;
    call(server, person, ("DELETE", &format!("/api/imports/{id}")), JSON, &mut io::empty(), 0)?;
    wait(server, person, &id, "undone").map(drop)
}

/// Asks until the import is in this state.
fn wait(server: &Server, person: &Person, id: &str, state: &str) -> Result<Value> {
    let begin = Instant::now();
    while begin.elapsed() < LONGEST {
        let import = call(server, person, ("GET", &format!("/api/imports/{id}")), JSON, &mut io::empty(), 0)?;
        match import["state"].as_str() {
            Some(now) if now == state => return Ok(import),
            Some("refused") | None => return Err(format!("the import ended: {import}").into()),
            Some(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
    Err(format!("the import was not {state} in time").into())
}

fn call(
    server: &Server,
    person: &Person,
    request: (&str, &str),
    kind: &str,
    body: &mut dyn Read,
    size: u64,
) -> Result<Value> {
    let headers = [("Cookie", person.cookie.as_str()), ("Content-Type", kind)];
    match http::send(server.address, request, &headers, body, size)? {
        (200..=299, text) => Ok(serde_json::from_str(&text)?),
        (status, text) => Err(format!("{} answers {status} {text}", request.1).into()),
    }
}
