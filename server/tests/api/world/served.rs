//! A server on a real connection, and its callers byte by byte.

use super::World;
use server::http::serve::{self, Stop, Timeouts};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::timeout,
};

/// Longer than anything here takes, unless it hangs.
pub const HANGS: Duration = Duration::from_secs(20);

pub struct Served {
    pub address: SocketAddr,
    pub stop: Stop,
    pub task: JoinHandle<()>,
}

pub async fn serve(world: &World) -> Served {
    serve_with(world, Timeouts::default()).await
}

pub async fn serve_with(world: &World, timeouts: Timeouts) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Stop::default();
    let task = tokio::spawn(serve::serve(listener, world.state.clone(), world.router.clone(), timeouts, stop.clone()));
    Served { address, stop, task }
}

impl Served {
    pub async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

/// Reads until the connection ends.
pub async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    timeout(HANGS, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads until these words have come.
pub async fn until(stream: &mut TcpStream, words: &str) -> String {
    let mut text = String::new();
    let mut buffer = [0; 4096];
    while !text.contains(words) {
        let count = timeout(HANGS, stream.read(&mut buffer))
            .await
            .unwrap_or_else(|_| panic!("nothing more after: {text}"))
            .unwrap();
        assert!(count > 0, "the connection ended after: {text}");
        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    text
}

pub fn head(line: &str, headers: &[(&str, &str)]) -> String {
    let first = format!("{line} HTTP/1.1\r\nhost: localhost\r\naccept-language: de\r\n");
    headers.iter().fold(first, |all, (name, value)| all + &format!("{name}: {value}\r\n")) + "\r\n"
}

pub async fn livez(served: &Served) -> (TcpStream, String) {
    let mut stream = served.connect().await;
    stream.write_all(head("GET /livez", &[]).as_bytes()).await.unwrap();
    let reply = until(&mut stream, "\r\n\r\nok").await;
    (stream, reply)
}
