//! Load from this machine: as fast as it goes (closed loop) or at a fixed rate (open loop).

use super::http::{Answer, Connection};
use crate::process::Result;
use std::{
    net::SocketAddr,
    thread,
    time::{Duration, Instant},
};

#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub connections: u32,
    pub time: Duration,
    /// Requests per second over all connections; `None`: as fast as the answers come.
    pub rate: Option<f64>,
}

/// The result of one run.
#[derive(Debug)]
pub struct Outcome {
    pub requests: u32,
    pub took: Duration,
    latencies: Vec<u32>,
}

impl Outcome {
    pub fn per_second(&self) -> f64 {
        f64::from(self.requests) / self.took.as_secs_f64()
    }

    /// The latency in milliseconds that `percent` of the requests do not exceed.
    pub fn percentile(&self, percent: usize) -> f64 {
        let at = self.latencies.len() * percent / 100;
        f64::from(self.latencies.get(at).copied().unwrap_or_default()) / 1000.0
    }
}

/// Sends `head` over and over; any answer but 200 ends the run with an error.
pub fn run(address: SocketAddr, head: &[u8], load: Load) -> Result<Outcome> {
    let start = Instant::now();
    let end = start + load.time;
    let parts: Vec<Result<Vec<u32>>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..load.connections)
            .map(|number| scope.spawn(move || one_connection(address, head, load, number, start, end)))
            .collect();
        threads.into_iter().map(|t| t.join().unwrap_or_else(|_| Err("a load thread panicked".into()))).collect()
    });
    let took = start.elapsed();
    let mut latencies = Vec::new();
    for part in parts {
        latencies.extend(part?);
    }
    latencies.sort_unstable();
    Ok(Outcome { requests: u32::try_from(latencies.len())?, took, latencies })
}

/// Latencies in microseconds. At a fixed rate they count from the time when the request was due: a stalled server cannot hide
/// the requests that it delayed.
fn one_connection(
    address: SocketAddr,
    head: &[u8],
    load: Load,
    number: u32,
    start: Instant,
    end: Instant,
) -> Result<Vec<u32>> {
    let mut connection = Connection::open(address)?;
    let mut answer = Answer::default();
    let mut latencies = Vec::new();
    let pause = load.rate.map(|rate| Duration::from_secs_f64(f64::from(load.connections) / rate));
    let mut due = start + pause.unwrap_or_default() * number / load.connections;
    loop {
        let begin = match pause {
            Some(_) => {
                thread::sleep(due.saturating_duration_since(Instant::now()));
                due
            }
            None => Instant::now(),
        };
        if begin >= end {
            return Ok(latencies);
        }
        connection.send(head, &mut answer)?;
        if answer.status != 200 {
            return Err(format!("answered {} under load", answer.status).into());
        }
        latencies.push(u32::try_from(begin.elapsed().as_micros()).unwrap_or(u32::MAX));
        due += pause.unwrap_or_default();
    }
}
