//! Over a real connection: large, slow and broken callers, and stopping in good order.

use crate::world::{
    form::{Form, content_type},
    served::{HANGS, Served, head, livez, rest, serve, serve_with, until},
    world,
};
use server::http::serve::Timeouts;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

#[tokio::test]
async fn a_client_that_sends_25_megabytes_first_gets_the_refusal_and_can_go_on() {
    let world = world().await;
    let anna = world.person("anna").await;
    let served = serve(&world).await;
    let body = Form::new("Ein Tag").image("urlaub.jpg", &vec![0xFF; 25 * 1024 * 1024]).into_bytes();
    let length = body.len().to_string();
    let kind = content_type();
    let ours = [("cookie", anna.cookie.as_str()), ("sec-fetch-site", "same-origin"), ("content-type", &kind)];

    let mut stream = served.connect().await;
    let with_length = [&ours[..], &[("content-length", &length)]].concat();
    stream.write_all(head("POST /api/entries", &with_length).as_bytes()).await.unwrap();
    stream.write_all(&body).await.unwrap();
    let reply = until(&mut stream, "\"}").await;
    assert!(reply.starts_with("HTTP/1.1 413 ") && reply.contains("urlaub.jpg"), "{reply}");

    // The same connection, in pieces of unknown number, signed out, and then something small.
    let in_pieces = [("content-type", kind.as_str()), ("transfer-encoding", "chunked")];
    stream.write_all(head("POST /api/entries", &in_pieces).as_bytes()).await.unwrap();
    for piece in body.chunks(100_000) {
        stream.write_all(format!("{:x}\r\n", piece.len()).as_bytes()).await.unwrap();
        stream.write_all(piece).await.unwrap();
        stream.write_all(b"\r\n").await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let reply = until(&mut stream, "unauthenticated").await;
    assert!(reply.starts_with("HTTP/1.1 401 "), "{reply}");
    stream.write_all(head("GET /livez", &[("connection", "close")]).as_bytes()).await.unwrap();
    assert!(rest(&mut stream).await.contains("HTTP/1.1 200 OK"));
}

#[tokio::test]
async fn a_caller_that_waits_for_continue_is_refused_without_sending() {
    let world = world().await;
    let served = serve(&world).await;
    let mut stream = served.connect().await;
    let asks = [
        ("content-type", "multipart/form-data; boundary=x"),
        ("content-length", "99999999"),
        ("expect", "100-continue"),
    ];
    stream.write_all(head("POST /api/entries", &asks).as_bytes()).await.unwrap();
    let reply = rest(&mut stream).await;
    assert!(reply.starts_with("HTTP/1.1 401 ") && reply.contains("\r\nconnection: close\r\n"), "{reply}");
}

#[tokio::test]
async fn a_body_that_nobody_reads_ends_the_connection_as_it_says() {
    let world = world().await;
    let served = serve(&world).await;
    let mut stream = served.connect().await;
    stream.write_all(head("GET /livez", &[("content-length", "5")]).as_bytes()).await.unwrap();
    let reply = rest(&mut stream).await;
    assert!(reply.starts_with("HTTP/1.1 200 ") && reply.contains("\r\nconnection: close\r\n"), "{reply}");
    let mut stream = served.connect().await;
    stream.write_all((head("GET /livez", &[("content-length", "5")]) + "hello").as_bytes()).await.unwrap();
    until(&mut stream, "\r\n\r\nok").await;
    stream.write_all(head("GET /livez", &[("connection", "close")]).as_bytes()).await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 200 "), "one that came whole does not");
}

#[tokio::test]
async fn an_address_with_too_many_connections_is_told_so_and_livez_still_answers() {
    let world = world().await;
    let served = serve_with(&world, Timeouts { per_address: 1, ..Timeouts::default() }).await;
    let (_only, _) = livez(&served).await;
    let mut second = served.connect().await;
    second.write_all(head("GET /api/auth/user", &[]).as_bytes()).await.unwrap();
    let reply = rest(&mut second).await;
    assert!(reply.starts_with("HTTP/1.1 503 ") && reply.contains("retry-after: 5"), "{reply}");
    assert!(livez(&served).await.1.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn callers_who_never_finish_their_headers_are_disconnected() {
    let world = world().await;
    let served = serve_with(&world, Timeouts { headers: Duration::from_millis(100), ..Timeouts::default() }).await;
    let mut silent = served.connect().await;
    let mut stuck = served.connect().await;
    stuck.write_all(b"GET / HTTP/1.1\r\nhost: local").await.unwrap();
    let mut idle = served.connect().await;
    idle.write_all(head("GET /livez", &[]).as_bytes()).await.unwrap();
    for stream in [&mut silent, &mut stuck] {
        let reply = rest(stream).await;
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 408 "), "{reply}");
    }
    assert!(rest(&mut idle).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn headers_without_end_are_refused() {
    let world = world().await;
    let served = serve(&world).await;
    let mut stream = served.connect().await;
    let long = "x".repeat(1_000_000);
    // The server may hang up while we are still writing.
    drop(stream.write_all(head("GET /", &[("x-long", &long)]).as_bytes()).await);
    let mut reply = Vec::new();
    drop(timeout(HANGS, stream.read_to_end(&mut reply)).await.unwrap());
    assert!(reply.is_empty() || reply.starts_with(b"HTTP/1.1 431 "), "{}", String::from_utf8_lossy(&reply));
    let mut next = served.connect().await;
    next.write_all(head("GET /livez", &[("connection", "close")]).as_bytes()).await.unwrap();
    assert!(rest(&mut next).await.starts_with("HTTP/1.1 200 "));
}

const CODE: &str = "{\"invitationCode\":\"XXXX-XXXX-XXXX\"}";

/// A request of which the server has the head and waits for the body.
async fn in_flight(served: &Served) -> TcpStream {
    let mut stream = served.connect().await;
    let length = CODE.len().to_string();
    let asks = [("content-type", "application/json"), ("content-length", length.as_str()), ("expect", "100-continue")];
    stream.write_all(head("POST /api/auth/validate-invitation", &asks).as_bytes()).await.unwrap();
    until(&mut stream, "100 Continue").await;
    stream
}

#[tokio::test]
async fn a_stop_lets_requests_in_flight_finish_and_takes_no_new_ones() {
    let world = world().await;
    let served = serve(&world).await;
    let mut idle = served.connect().await;
    idle.write_all(head("GET /livez", &[]).as_bytes()).await.unwrap();
    until(&mut idle, "ok").await;
    let mut stream = in_flight(&served).await;

    served.stop.asked.cancel();
    assert_eq!(rest(&mut idle).await, "", "an idle connection is closed");
    assert!(TcpStream::connect(served.address).await.is_err(), "nobody listens any more");
    assert!(!served.task.is_finished());
    stream.write_all(CODE.as_bytes()).await.unwrap();
    let reply = rest(&mut stream).await;
    assert!(reply.contains("HTTP/1.1 404 ") && reply.contains("invitation_unknown"), "{reply}");
    timeout(HANGS, served.task).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever() {
    let world = world().await;
    let served = serve_with(&world, Timeouts { grace: Duration::from_millis(50), ..Timeouts::default() }).await;
    let _stream = in_flight(&served).await;
    served.stop.asked.cancel();
    timeout(HANGS, served.task).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_second_stop_waits_for_nobody() {
    let world = world().await;
    let served = serve(&world).await;
    let _stream = in_flight(&served).await;
    served.stop.asked.cancel();
    served.stop.insisted.cancel();
    timeout(HANGS, served.task).await.unwrap().unwrap();
}

#[tokio::test]
async fn malformed_requests_are_refused_and_the_next_caller_is_served() {
    let world = world().await;
    let served = serve(&world).await;
    for raw in [
        "OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET * HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET http://localhost HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET http://evil.example/api/auth/user HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        "GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
        "GET  / HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\u{fc}\x03\x03",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST /api/auth/validate-invitation HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        "POST /api/auth/validate-invitation HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
        "POST /api/auth/validate-invitation HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "POST /api/auth/validate-invitation HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked, identity\r\ncontent-length: 2\r\n\r\n{}",
        "GET / HTTP/1.1\r\nhost: localhost\r\nx y: z\r\n\r\n",
        "GET /\u{0} HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = served.connect().await;
        stream.write_all(raw.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut reply = Vec::new();
        drop(timeout(HANGS, stream.read_to_end(&mut reply)).await.unwrap());
        let reply = String::from_utf8_lossy(&reply);
        assert!(!reply.starts_with("HTTP/1.1 5"), "{raw:?}: {reply}");
        assert!(reply.is_empty() || reply.starts_with("HTTP/1."), "{raw:?}: {reply}");
    }
    let mut next = served.connect().await;
    next.write_all(head("GET /livez", &[("connection", "close")]).as_bytes()).await.unwrap();
    assert!(rest(&mut next).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn a_full_server_says_so_still_lives_and_serves_again_when_somebody_leaves() {
    let world = world().await;
    let served = serve_with(&world, Timeouts { connections: 2, ..Timeouts::default() }).await;
    let (seated, _) = livez(&served).await;
    let (mut busy, _) = livez(&served).await;

    for (line, accept, text) in [
        ("GET /", "text/html", "<!DOCTYPE html>"),
        ("GET /api/auth/user", "*/*", "unavailable"),
        ("POST /api/auth/validate-invitation", "*/*", "unavailable"),
    ] {
        let mut stream = served.connect().await;
        stream.write_all(head(line, &[("accept", accept)]).as_bytes()).await.unwrap();
        let reply = rest(&mut stream).await.to_lowercase();
        assert!(reply.starts_with("http/1.1 503 ") && reply.contains("retry-after: 5"), "{line}: {reply}");
        assert!(reply.contains(&text.to_lowercase()), "{line}: {reply}");
    }
    let mut ready = served.connect().await;
    ready.write_all(head("GET /readyz", &[]).as_bytes()).await.unwrap();
    assert!(rest(&mut ready).await.starts_with("HTTP/1.1 200 "));
    let (mut beyond, reply) = livez(&served).await;
    assert!(reply.starts_with("HTTP/1.1 200 "));
    assert_eq!(rest(&mut beyond).await, "", "a connection beyond the limit is not kept");
    busy.write_all(head("GET /api/auth/user", &[]).as_bytes()).await.unwrap();
    assert!(until(&mut busy, "unauthenticated").await.starts_with("HTTP/1.1 401 "), "who sits is served as before");

    drop(seated);
    let again = async {
        loop {
            let mut stream = served.connect().await;
            stream.write_all(head("GET /api/auth/user", &[("connection", "close")]).as_bytes()).await.unwrap();
            if rest(&mut stream).await.starts_with("HTTP/1.1 401 ") {
                break;
            }
        }
    };
    timeout(HANGS, again).await.unwrap();
}

#[tokio::test]
async fn more_callers_than_can_stand_wait_and_are_answered_in_the_end() {
    let world = world().await;
    let served = serve_with(
        &world,
        Timeouts { connections: 1, per_address: 200, headers: Duration::from_secs(2), ..Timeouts::default() },
    )
    .await;
    let (_seated, _) = livez(&served).await;
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(served.connect().await);
    }
    let (_, reply) = livez(&served).await;
    assert!(reply.starts_with("HTTP/1.1 200 "), "{reply}");
}

#[tokio::test]
async fn a_caller_that_takes_no_answer_is_disconnected() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let timeouts = Timeouts { connections: 1, stalled: Duration::from_millis(200), ..Timeouts::default() };
    let served = serve_with(&world, timeouts).await;
    let mut greedy = served.connect().await;
    let path = format!("GET /entry/{}", entry["id"].as_str().unwrap());
    let asks = head(&path, &[("cookie", &anna.cookie), ("accept", "text/html")]).repeat(100_000);
    // The connection ends while we are still sending, when our own buffers are full as well.
    let asked = timeout(HANGS, greedy.write_all(asks.as_bytes())).await.unwrap();
    assert!(asked.is_err(), "the connection is still there");
}
