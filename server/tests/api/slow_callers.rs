//! Slow callers behind a trusted proxy, and more readers than there are places: neither one address nor many of them take the server.

use crate::world::{
    served::{Served, head, rest, serve, serve_with, until},
    world,
};
use server::http::serve::Timeouts;
use std::net::Ipv4Addr;
use tokio::{io::AsyncWriteExt, net::TcpStream};

fn behind_a_proxy(connections: usize, per_address: usize) -> Timeouts {
    let trusted_proxies = vec![Ipv4Addr::LOCALHOST.into()];
    Timeouts { connections, per_address, trusted_proxies, ..Timeouts::default() }
}

/// The first byte of a body of a hundred, for which its handler waits fifteen seconds.
async fn slow_post(served: &Served, address: &str) -> TcpStream {
    let mut stream = served.connect().await;
    let headers = [
        ("x-forwarded-for", address),
        ("content-type", "application/json"),
        ("content-length", "100"),
        ("expect", "100-continue"),
    ];
    stream.write_all((head("POST /api/auth/validate-invitation", &headers) + "{").as_bytes()).await.unwrap();
    stream
}

/// The answer to a whole request.
async fn ask(served: &Served, address: &str, path: &str) -> String {
    let mut stream = served.connect().await;
    let headers = [("x-forwarded-for", address), ("connection", "close")];
    stream.write_all(head(&format!("GET {path}"), &headers).as_bytes()).await.unwrap();
    rest(&mut stream).await
}

#[tokio::test]
async fn one_address_behind_a_proxy_has_its_share_and_everybody_else_is_answered() {
    let world = world().await;
    let served = serve_with(&world, behind_a_proxy(40, 8)).await;
    let mut slow = Vec::new();
    for n in 0..120 {
        let mut stream = slow_post(&served, "192.0.2.1").await;
        if n < 8 {
            until(&mut stream, "100 Continue").await;
        }
        slow.push(stream);
    }
    let reply = ask(&served, "198.51.100.7", "/api/auth/user").await;
    assert!(reply.starts_with("HTTP/1.1 401 "), "{reply}");
    for path in ["/livez", "/readyz"] {
        for address in ["192.0.2.1", "198.51.100.7"] {
            let reply = ask(&served, address, path).await;
            assert!(reply.starts_with("HTTP/1.1 200 "), "{path}: {reply}");
        }
    }
    let reply = ask(&served, "192.0.2.1", "/api/auth/user").await;
    assert!(reply.starts_with("HTTP/1.1 503 ") && reply.contains("retry-after: 5"), "{reply}");
    for stream in &mut slow[8..] {
        let reply = rest(stream).await;
        assert!(reply.starts_with("HTTP/1.1 503 "), "{reply}");
    }
}

#[tokio::test]
async fn a_read_without_a_free_place_is_refused_in_its_form_and_everything_else_is_answered() {
    let world = world().await;
    let served = serve(&world).await;
    let mut places = Vec::new();
    // Each address has half of them.
    for address in ["198.51.100.1", "198.51.100.2", "198.51.100.3"] {
        places.extend(std::iter::from_fn(|| world.state.reads.take(address)));
    }
    let ask = async |line: &str, accept: &str| {
        let mut stream = served.connect().await;
        let headers = [("accept", accept), ("connection", "close"), ("content-length", "0")];
        stream.write_all(head(line, &headers).as_bytes()).await.unwrap();
        rest(&mut stream).await
    };
    let page = ask("GET /dashboard", "text/html").await;
    for part in [
        "HTTP/1.1 503 ",
        "retry-after: 5",
        "x-request-id: ",
        "content-type: text/html",
        "x-content-type-options: nosniff",
        "content-security-policy: default-src 'none'; style-src 'self'",
        "<html lang=\"de\"",
    ] {
        assert!(page.contains(part), "no {part} in {page}");
    }
    let call = ask("GET /api/auth/user", "application/json").await;
    for part in ["HTTP/1.1 503 ", "retry-after: 5", "cache-control: private, no-store", r#""code":"unavailable""#] {
        assert!(call.contains(part), "no {part} in {call}");
    }
    for (line, status) in [
        ("GET /livez", 200),
        ("GET /readyz", 200),
        ("GET /media/00000000-0000-4000-8000-000000000000/original", 401),
        ("POST /api/auth/validate-invitation", 415),
        ("GET /no-such-file.svg", 503),
    ] {
        let reply = ask(line, "*/*").await;
        assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {reply}");
    }
    let secret = ask("GET /subscription/success?token=t", "text/html").await;
    assert!(secret.contains("referrer-policy: no-referrer"), "{secret}");
    places.clear();
    let page = ask("GET /datenschutz", "text/html").await;
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
}

#[tokio::test]
async fn a_server_that_many_slow_addresses_fill_still_answers_its_health_checks() {
    let world = world().await;
    let served = serve_with(&world, behind_a_proxy(8, 1)).await;
    let mut slow = Vec::new();
    for n in 0..120 {
        slow.push(slow_post(&served, &format!("192.0.2.{n}")).await);
    }
    for path in ["/livez", "/readyz"] {
        let reply = ask(&served, "198.51.100.7", path).await;
        assert!(reply.starts_with("HTTP/1.1 200 "), "{path}: {reply}");
    }
    let reply = ask(&served, "198.51.100.7", "/api/auth/user").await;
    assert!(reply.starts_with("HTTP/1.1 503 ") && reply.contains("retry-after: 5"), "{reply}");
}

#[tokio::test]
async fn a_refusal_waits_only_a_moment_for_the_rest_of_its_body() {
    let world = world().await;
    let mut stream = serve(&world).await.connect().await;
    let headers = [("content-type", "application/json"), ("content-length", "100")];
    stream.write_all((head("POST /api/entries", &headers) + "{").as_bytes()).await.unwrap();
    let reply = rest(&mut stream).await;
    assert!(reply.starts_with("HTTP/1.1 401 ") && reply.contains("connection: close"), "{reply}");
}
