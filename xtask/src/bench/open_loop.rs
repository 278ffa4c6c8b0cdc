//! An open loop: requests at a fixed rate on many connections, whether or not the earlier ones are answered. One thread waits for all of them,
//! because threads of their own would wait for each other longer than for the server.

use super::http::Answer;
use crate::process::Result;
use mio::{Events, Interest, Poll, Token, net::TcpStream};
use std::{
    io::{ErrorKind, Read, Write},
    net::SocketAddr,
    time::{Duration, Instant},
};

/// Longer than any answer takes.
const TIMEOUT: Duration = Duration::from_secs(30);
/// A wait may end so much too late, so the last part of it is spent asking.
const COARSE: Duration = Duration::from_millis(2);

/// An answer: when its request was due, how many microseconds it took from then on, and its status, or 0 for none.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    pub due: Duration,
    pub micros: u32,
    pub status: u16,
}

/// Sends requests at `rate` a second for a time, each on a free connection. Each connection has a head of its own.
pub fn fire(address: SocketAddr, heads: &[Vec<u8>], rate: f64, time: Duration) -> Result<Vec<Shot>> {
    let (mut poll, mut events) = (Poll::new()?, Events::with_capacity(heads.len()));
    let mut connections =
        (0..heads.len()).map(|number| Connection::open(address, number, &poll)).collect::<Result<Vec<_>>>()?;
    let mut free: Vec<usize> = (0..heads.len()).collect();
    let (mut shots, mut next, start) = (Vec::new(), 0_u32, Instant::now());
    loop {
        let due = Duration::from_secs_f64(f64::from(next) / rate);
        let left = due.saturating_sub(start.elapsed());
        if due >= time && free.len() == heads.len() {
            return Ok(shots);
        }
        if due < time
            && left.is_zero()
            && let Some(number) = free.pop()
        {
            next += 1;
            if connections[number].has_ended {
                connections[number] = Connection::open(address, number, &poll)?;
            }
            connections[number].send(&heads[number], due);
            continue;
        }
        let wait = if due >= time || free.is_empty() { TIMEOUT } else { left.saturating_sub(COARSE) };
        poll.poll(&mut events, Some(wait))?;
        if events.is_empty() && wait == TIMEOUT {
            return Err("the server answers no more".into());
        }
        for event in &events {
            let number = event.token().0;
            let connection = &mut connections[number];
            if let Some(status) = connection.answered() {
                let micros = start.elapsed().saturating_sub(connection.due).as_micros();
                shots.push(Shot { due: connection.due, micros: u32::try_from(micros).unwrap_or(u32::MAX), status });
                free.push(number);
            }
        }
    }
}

#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    due: Duration,
    is_waiting: bool,
    has_ended: bool,
    read: Vec<u8>,
    answer: Answer,
}

impl Connection {
    fn open(address: SocketAddr, number: usize, poll: &Poll) -> Result<Self> {
        let stream = std::net::TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut stream = TcpStream::from_std(stream);
        poll.registry().register(&mut stream, Token(number), Interest::READABLE)?;
        let (due, read, answer) = (Duration::ZERO, Vec::new(), Answer::default());
        Ok(Self { stream, due, is_waiting: false, has_ended: false, read, answer })
    }

    fn send(&mut self, head: &[u8], due: Duration) {
        (self.due, self.is_waiting) = (due, true);
        self.read.clear();
        // A connection that is broken says so when it is read.
        drop(self.stream.write_all(head));
    }

    /// The status of a whole answer, or 0 if the connection has ended without one.
    fn answered(&mut self) -> Option<u16> {
        let mut part = [0; 16 << 10];
        self.has_ended |= loop {
            match self.stream.read(&mut part) {
                Ok(0) => break true,
                Ok(count) => self.read.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break false,
                Err(_) => break true,
            }
        };
        if !self.is_waiting {
            return None;
        }
        let is_whole = self.answer.read(&mut &self.read[..]).is_ok();
        self.is_waiting = !is_whole && !self.has_ended;
        (!self.is_waiting).then_some(if is_whole { self.answer.status } else { 0 })
    }
}
