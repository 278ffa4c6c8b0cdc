//! A file that is written while it is sent: a thread writes, the channel holds a few pieces, and who stops taking them ends the work.

use crate::{Result, pace::Pace};
use bytes::{Bytes, BytesMut};
use futures::{Stream, stream};
use std::{
    io::{self, Write},
    time::Duration,
};
use tokio::{
    runtime::Handle,
    sync::mpsc,
    time::{Instant, timeout_at},
};

/// Size of a piece, and how many wait for the reader.
const PIECE: usize = 64 * 1024;
const WAITING: usize = 4;

/// How long a download may take, and the least rate at which it is taken.
#[derive(Clone, Debug)]
pub struct Limits {
    longest: Duration,
    pace: Pace,
}

pub const LIMITS: Limits =
    Limits { longest: Duration::from_mins(30), pace: Pace::new(Duration::from_mins(1), 16 * 1024) };

/// The bytes that `write` writes. `held` is dropped after the last one.
pub fn stream(
    held: impl Send + 'static,
    limits: Limits,
    write: impl FnOnce(Pieces) -> Result<()> + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let (sender, receiver) = mpsc::channel(WAITING);
    let runtime = Handle::current();
    let work = tokio::task::spawn_blocking(move || {
        let _held = held;
        let end = Instant::now() + limits.longest;
        write(Pieces { buffer: BytesMut::with_capacity(PIECE), sender, runtime, end, pace: limits.pace })
    });
    stream::unfold((receiver, Some(work)), async |(mut receiver, mut work)| {
        if let Some(piece) = receiver.recv().await {
            return Some((Ok(piece), (receiver, work)));
        }
        // A broken download must not look like a whole one.
        let error = match work.take()?.await {
            Ok(Ok(())) => return None,
            Ok(Err(error)) => io::Error::other(error),
            Err(error) => io::Error::other(error),
        };
        Some((Err(error), (receiver, None)))
    })
}

/// Sends what is written in pieces, and waits for a slow reader.
#[derive(Debug)]
pub struct Pieces {
    buffer: BytesMut,
    sender: mpsc::Sender<Bytes>,
    runtime: Handle,
    end: Instant,
    pace: Pace,
}

impl Pieces {
    fn send(&mut self) -> io::Result<()> {
        let piece = self.buffer.split().freeze();
        let (bytes, start) = (piece.len(), Instant::now());
        let until = self.end.min(start + self.pace.left());
        let sent = self.runtime.block_on(async { timeout_at(until, self.sender.send(piece)).await });
        if !matches!(sent, Ok(Ok(()))) {
            // The ZIP file's end is not waited for either.
            self.end = start;
        }
        sent?.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        self.pace.moved(bytes, start.elapsed());
        Ok(())
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        if self.buffer.len() == PIECE {
            self.send()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() { Ok(()) } else { self.send() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, PIECE, WAITING, stream};
    use crate::{Error, pace::Pace};
    use futures::TryStreamExt;
    use std::{io::Write, pin::pin, time::Duration};
    use tokio::{sync::oneshot, time::timeout};

    const SOON: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_mins(10);

    #[tokio::test]
    async fn a_download_that_nobody_takes_or_that_takes_too_long_is_broken_off() {
        for (longest, grace) in [(LATE, SOON), (SOON, LATE)] {
            let limits = Limits { longest, pace: Pace::new(grace, 1000) };
            let (held, ended) = oneshot::channel::<()>();
            let mut content = pin!(stream(held, limits, |mut pieces| {
                loop {
                    pieces.write_all(&vec![0; PIECE]).map_err(|e| Error::broken("test", e))?;
                }
            }));
            let ended = timeout(Duration::from_secs(20), ended).await;
            assert!(ended.unwrap().is_err(), "what it held is free again");
            for _ in 0..WAITING {
                assert_eq!(content.try_next().await.unwrap().unwrap().len(), PIECE);
            }
            content.try_next().await.expect_err("it must not look whole");
            assert!(content.try_next().await.unwrap().is_none());
        }
    }
}
