//! Forms with changed bytes. `backend/tests/fuzz` has the engine and the other targets.

#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]
#![expect(clippy::print_stdout, reason = "`cargo xtask fuzz` shows the figures")]

#[path = "../../../backend/tests/fuzz/engine.rs"]
mod engine;
#[path = "../../../backend/tests/fuzz/mutate.rs"]
mod mutate;

use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
};
use engine::{Outcome, Target, about, fuzz, outcome};
use futures::stream;
use server::http::form_body::Multipart;
use std::{convert::Infallible, path::PathBuf};
use tokio::runtime::{Builder, Runtime};

const WORDS: &[&str] = &[
    "--b",
    "--b--",
    "\r\n",
    "\r\n\r\n",
    "\r\n--b\r\n",
    "\r\n--b--\r\n",
    "--",
    "\n",
    "Content-Disposition: form-data; ",
    "name=\"x\"",
    "name=",
    "filename=\"",
    "filename*=",
    "UTF-8''",
    "%00",
    "%ff",
    "\\\"",
    "\"",
    ";",
    ":",
    "\0",
    "Content-Type: ",
    "text/plain; charset=utf-16",
    "multipart/mixed; boundary=b",
];

/// Bytes that the reader takes at once. The end of a part is somewhere else if a form is longer.
const PIECE: usize = 32 * 1024;
/// Most parts that an address takes.
const PARTS: usize = 40;

#[test]
fn multipart() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    let seeds = (PIECE - 4..PIECE + 4).map(long).collect();
    let target = Target { name: "multipart", corpus, seeds, most: 3 * PIECE, words: WORDS, tolerates_libraries: false };
    fuzz(target, move |input| read_twice(&runtime, input));
}

/// A form whose first part ends at about the end of a piece.
fn long(length: usize) -> Vec<u8> {
    let head = "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n";
    let text = "a".repeat(length - head.len());
    format!("{head}{text}\r\n--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nb\r\n--b--\r\n").into_bytes()
}

/// The parts of a form, whether it is whole, and nothing that was not in it. They do not depend on how it arrives.
fn read_twice(runtime: &Runtime, input: &[u8]) -> Outcome {
    let (parts, is_whole) = runtime.block_on(read(input, input.len().max(1)));
    // About forty pieces, each of another length than those of the reader.
    let again = runtime.block_on(read(input, input.len() / 41 + 1));
    assert!(again == (parts.clone(), is_whole), "{again:?} and {parts:?} {is_whole}");
    let bytes: usize = parts.iter().map(|part| part.bytes.len()).sum();
    assert!(bytes <= input.len() && parts.len() <= PARTS);
    for part in &parts {
        let is_here = part.bytes.is_empty() || input.windows(part.bytes.len()).any(|here| here == part.bytes);
        assert!(is_here, "{part:?}");
    }
    let names = parts.iter().filter(|part| part.name.is_some()).count();
    let files = parts.iter().filter(|part| part.file.is_some()).count();
    outcome((is_whole, about(parts.len()), about(names), about(files), about(bytes)))
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    name: Option<String>,
    file: Option<String>,
    kind: Option<String>,
    bytes: Vec<u8>,
}

/// The parts before the end or an error, as an address reads them.
async fn read(input: &[u8], piece: usize) -> (Vec<Part>, bool) {
    let pieces: Vec<Bytes> = input.chunks(piece).map(Bytes::copy_from_slice).collect();
    let body = Body::from_stream(stream::iter(pieces.into_iter().map(Ok::<_, Infallible>)));
    let request = Request::post("/").header("content-type", "multipart/form-data; boundary=b").body(body).unwrap();
    let mut form = Multipart::from_request(request, &()).await.unwrap();
    let mut parts = Vec::new();
    while parts.len() < PARTS {
        let mut field = match form.next_field().await {
            Ok(Some(field)) => field,
            Ok(None) => return (parts, true),
            Err(_) => return (parts, false),
        };
        let text = |text: Option<&str>| text.map(str::to_owned);
        let (name, file, kind) = (text(field.name()), text(field.file_name()), text(field.content_type()));
        let mut bytes = Vec::new();
        loop {
            match field.chunk().await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(_) => return (parts, false),
            }
        }
        parts.push(Part { name, file, kind, bytes });
    }
    (parts, false)
}
