//! Multipart forms as a browser writes them, and some that none would.

use axum::body::{Body, Bytes};
use http::{Request, header, request::Builder};

pub const PHOTO: &[u8] = include_bytes!("../../../demo/photos/coffee.jpg");
pub const BOUNDARY: &str = "----FormBoundaryOfTheTests";

#[derive(Clone, Debug, Default)]
pub struct Form(Vec<u8>);

impl Form {
    pub fn new(text: &str) -> Self {
        Self::default().field("text", text)
    }

    #[must_use]
    pub fn field(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.part(&format!("name=\"{name}\""), None, value.as_ref())
    }

    #[must_use]
    pub fn image(self, file_name: &str, bytes: &[u8]) -> Self {
        self.part(&format!("name=\"images\"; filename=\"{file_name}\""), Some("image/jpeg"), bytes)
    }

    #[must_use]
    pub fn part(mut self, disposition: &str, kind: Option<&str>, value: &[u8]) -> Self {
        let kind = kind.map(|kind| format!("Content-Type: {kind}\r\n")).unwrap_or_default();
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n{kind}\r\n");
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(value);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub fn into_bytes(mut self) -> Vec<u8> {
        self.0.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.0
    }

    pub fn into_request(self, request: Builder) -> Request<Body> {
        request.header(header::CONTENT_TYPE, content_type()).body(Body::from(self.into_bytes())).unwrap()
    }
}

pub fn content_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// A body in chunks, as from a network, and a signal when the last one was taken.
pub fn in_pieces(bytes: Vec<u8>) -> (Body, tokio::sync::oneshot::Receiver<()>) {
    let (sender, was_read) = tokio::sync::oneshot::channel();
    let (mut sender, mut rest) = (Some(sender), Bytes::from(bytes));
    let pieces = std::iter::from_fn(move || {
        let piece = rest.split_to(rest.len().min(65_536));
        if rest.is_empty() {
            sender.take().map(|sender| sender.send(())).transpose().unwrap_or_default();
        }
        (!piece.is_empty()).then_some(Ok::<_, std::io::Error>(piece))
    });
    (Body::from_stream(futures::stream::iter(pieces)), was_read)
}
