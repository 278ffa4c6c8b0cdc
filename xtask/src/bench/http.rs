//! HTTP/1.1 on a kept connection to a server on this machine: only what measuring needs.

use crate::process::{Error, Result};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// Names and values to send.
pub type Headers<'a> = &'a [(&'a str, &'a str)];

const TIMEOUT: Duration = Duration::from_secs(30);
/// The same for what a server takes in as a whole.
const LONG_TIMEOUT: Duration = Duration::from_mins(2);
const LARGEST: usize = 64 << 20;
const BOUNDARY: &str = "----FormBoundaryOfTheBench";

#[derive(Debug)]
pub struct Connection {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

#[derive(Debug, Default)]
pub struct Answer {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Connection {
    pub fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self { stream: BufReader::with_capacity(64 << 10, stream), address })
    }

    /// Sends a `head`; the answer replaces the old content of `answer`.
    pub fn send(&mut self, head: &[u8], answer: &mut Answer) -> Result {
        self.stream.get_mut().write_all(head)?;
        answer.read(&mut self.stream)?;
        if answer.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close")) {
            *self = Self::open(self.address)?;
        }
        Ok(())
    }
}

/// A request's head, made once and sent often.
pub fn head(path: &str, address: SocketAddr, headers: Headers) -> Vec<u8> {
    let mut text = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n");
    for (name, value) in headers {
        text += &[name, ": ", value, "\r\n"].concat();
    }
    (text + "\r\n").into_bytes()
}

/// Sends a request with a body of `size` bytes on a connection of its own, as a page of the same site does; returns the status and the text of
/// the answer.
pub fn send(
    address: SocketAddr,
    (method, path): (&str, &str),
    headers: Headers,
    body: &mut dyn Read,
    size: u64,
) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(LONG_TIMEOUT))?;
    let mut head = format!("{method} {path} HTTP/1.0\r\nHost: {address}\r\nSec-Fetch-Site: same-origin\r\n");
    for (name, value) in headers {
        head += &[name, ": ", value, "\r\n"].concat();
    }
    stream.write_all(format!("{head}Content-Length: {size}\r\n\r\n").as_bytes())?;
    // The server may refuse before it has read everything.
    let sent = io::copy(body, &mut stream);
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let status = text.split(' ').nth(1).and_then(|code| code.parse().ok());
    match (status, text.split_once("\r\n\r\n")) {
        (Some(status), Some((_, body))) => Ok((status, body.to_owned())),
        _ => Err(sent.map_or_else(Error::from, |_| "no answer".into())),
    }
}

/// A form with one file, and its content type.
pub fn form(name: &str, file: &str, kind: &str) -> Form {
    let before = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: {kind}\r\n\r\n"
    );
    Form { kind: format!("multipart/form-data; boundary={BOUNDARY}"), before, after: format!("\r\n--{BOUNDARY}--\r\n") }
}

/// A form with one text, and its content type.
pub fn text_form(name: &str, text: &str) -> (String, String) {
    let body =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n--{BOUNDARY}--\r\n");
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

/// A form around the bytes of its file.
#[derive(Debug)]
pub struct Form {
    pub kind: String,
    before: String,
    after: String,
}

impl Form {
    /// The body with the file, and its size.
    pub fn around<'f>(&'f self, file: impl Read + 'f, size: u64) -> (impl Read + 'f, u64) {
        let around = self.before.len() as u64 + self.after.len() as u64;
        (self.before.as_bytes().chain(file).chain(self.after.as_bytes()), size + around)
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Fails where the answer is not whole yet.
    pub fn read(&mut self, from: &mut impl BufRead) -> Result {
        self.headers.clear();
        self.body.clear();
        let mut line = String::new();
        let status = next(from, &mut line)?.split(' ').nth(1).and_then(|code| code.parse().ok());
        self.status = status.ok_or("no status line")?;
        while let Some((name, value)) = next(from, &mut line)?.split_once(':') {
            self.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        if self.header("transfer-encoding").is_some() {
            loop {
                let size = usize::from_str_radix(next(from, &mut line)?, 16)?;
                self.take(from, size)?;
                next(from, &mut line)?;
                if size == 0 {
                    return Ok(());
                }
            }
        }
        let length = self.header("content-length").map_or(Ok(0), str::parse)?;
        self.take(from, length)
    }

    fn take(&mut self, from: &mut impl Read, size: usize) -> Result {
        let start = self.body.len();
        if start + size > LARGEST {
            return Err("the answer is too large".into());
        }
        self.body.resize(start + size, 0);
        Ok(from.read_exact(&mut self.body[start..])?)
    }
}

/// The next line without its end.
fn next<'a>(from: &mut impl BufRead, line: &'a mut String) -> Result<&'a str, Error> {
    line.clear();
    if from.read_line(line)? == 0 {
        return Err("the connection was closed".into());
    }
    Ok(line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn bodies_with_a_length_and_in_chunks_are_read_one_after_the_other() {
        let wire = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello\
            HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n\
            HTTP/1.1 204 No Content\r\n\r\n";
        let (mut from, mut answer) = (&wire[..], Answer::default());
        answer.read(&mut from).unwrap();
        assert_eq!((answer.status, answer.text().as_str()), (200, "hello"));
        answer.read(&mut from).unwrap();
        assert_eq!((answer.status, answer.text().as_str()), (404, "abcde"));
        answer.read(&mut from).unwrap();
        assert_eq!((answer.status, answer.body.len()), (204, 0));
        assert!(answer.read(&mut from).is_err());
    }
}
