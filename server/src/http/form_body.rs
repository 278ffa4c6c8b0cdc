//! Multipart forms: gathers small pieces, and limits the bytes before a part.
//!
//! The reader of forms searches everything it holds for each new piece: a form without a boundary, sent in single bytes, would keep a core
//! busy for minutes.

use crate::http::error::{ApiResult, Failure};
use axum::{
    body::{Body, BodyDataStream, Bytes},
    extract::{FromRequest, Request, multipart::Field},
};
use bytes::BytesMut;
use domain::Refusal;
use futures::{Stream, StreamExt as _};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
};

/// Minimum size of the chunks that the reader gets, except for the last.
const PIECE: usize = 32 * 1024;
/// Most bytes before the first boundary, and in the headers of a part.
const BEFORE: usize = 64 * 1024;

/// Parts of a form, one after the other.
#[derive(Debug)]
pub struct Multipart {
    parts: axum::extract::Multipart,
    left: Arc<AtomicUsize>,
}

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let left = Arc::new(AtomicUsize::new(BEFORE));
        let gathered = |body: Body| {
            let body = body.into_data_stream();
            Body::from_stream(Gathered {
                body,
                rest: Bytes::new(),
                held: BytesMut::new(),
                left: left.clone(),
                pauses: false,
            })
        };
        let parts = axum::extract::Multipart::from_request(request.map(gathered), state).await;
        Ok(Self { parts: parts.map_err(|_| Refusal::InvalidForm)?, left })
    }
}

impl Multipart {
    pub async fn next_field(&mut self) -> ApiResult<Option<Field<'_>>> {
        // A chunk may have arrived together with the end of the part before.
        self.left.store(BEFORE + PIECE, Relaxed);
        let field = self.parts.next_field().await.map_err(|_| Refusal::InvalidForm)?;
        self.left.store(usize::MAX, Relaxed);
        Ok(field)
    }
}

struct Gathered {
    body: BodyDataStream,
    /// Unread rest of the last chunk.
    rest: Bytes,
    held: BytesMut,
    left: Arc<AtomicUsize>,
    /// Gives one chunk per poll, because the reader first takes all ready chunks and only then reads them.
    pauses: bool,
}

impl Gathered {
    fn give(&mut self) -> Poll<Option<Result<Bytes, axum::Error>>> {
        let piece = self.held.split().freeze();
        let Some(left) = self.left.load(Relaxed).checked_sub(piece.len()) else {
            return Poll::Ready(Some(Err(axum::Error::new(TooLong))));
        };
        self.left.store(left, Relaxed);
        self.pauses = true;
        Poll::Ready(Some(Ok(piece)))
    }
}

impl Stream for Gathered {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.pauses) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            let lacking = PIECE - self.held.len();
            let more = lacking.min(self.rest.len());
            let more = self.rest.split_to(more);
            self.held.extend_from_slice(&more);
            if self.held.len() == PIECE {
                return self.give();
            }
            match ready!(self.body.poll_next_unpin(cx)) {
                Some(Ok(bytes)) => self.rest = bytes,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None if self.held.is_empty() => return Poll::Ready(None),
                None => return self.give(),
            }
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a form without a part")]
struct TooLong;

#[cfg(test)]
mod tests {
    use super::{BEFORE, Multipart, PIECE};
    use axum::{
        body::{Body, Bytes},
        extract::{FromRequest, Request},
    };
    use futures::stream;
    use std::{
        convert::Infallible,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering::Relaxed},
        },
    };

    /// The form that comes in these pieces, and how many bytes of it were taken.
    async fn form(pieces: impl Iterator<Item = Bytes> + Send + 'static) -> (Multipart, Arc<AtomicUsize>) {
        let taken = Arc::new(AtomicUsize::new(0));
        let count = taken.clone();
        let pieces = pieces.inspect(move |piece| {
            count.fetch_add(piece.len(), Relaxed);
        });
        let body = Body::from_stream(stream::iter(pieces.map(Ok::<_, Infallible>)));
        let request = Request::post("/").header("content-type", "multipart/form-data; boundary=b").body(body).unwrap();
        (Multipart::from_request(request, &()).await.unwrap(), taken)
    }

    #[tokio::test]
    async fn a_form_without_parts_is_refused_early() {
        let large = || (0..20).map(|_| Bytes::from(vec![b'a'; 1024 * 1024]));
        let single = || std::iter::repeat_n(Bytes::from_static(b"a"), 1024 * 1024);
        let header = || std::iter::once(Bytes::from_static(b"--b\r\nContent-Disposition: form-data; name=\"x"));
        for (name, most, pieces) in [
            (
                "large and then single bytes",
                2 * 1024 * 1024,
                Box::new(large().chain(single())) as Box<dyn Iterator<Item = _> + Send>,
            ),
            ("single bytes", BEFORE + 2 * PIECE, Box::new(single())),
            ("a header without an end", BEFORE + 2 * PIECE, Box::new(header().chain(single()))),
        ] {
            let (mut form, taken) = form(pieces).await;
            assert!(form.next_field().await.is_err(), "{name}");
            assert!(taken.load(Relaxed) <= most, "{name}: {taken:?} bytes were read");
        }
    }

    #[tokio::test]
    async fn a_form_in_single_bytes_or_in_one_piece_is_read_as_it_is() {
        let long = "lang ".repeat(50_000);
        let part = |name: &str, value: &str| {
            format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = Bytes::from(part("text", &long) + &part("emojis", "☕") + "--b--\r\n");
        let one = body.clone();
        let single = (0..body.len()).map(move |at| body.slice(at..=at));
        for pieces in [Box::new(single) as Box<dyn Iterator<Item = _> + Send>, Box::new(std::iter::once(one))] {
            let (mut form, _) = form(pieces).await;
            for (name, value) in [("text", long.as_str()), ("emojis", "☕")] {
                let field = form.next_field().await.unwrap().expect("a part");
                assert_eq!(field.name(), Some(name));
                assert!(field.text().await.unwrap() == value);
            }
            assert!(form.next_field().await.unwrap().is_none());
        }
    }
}
