//! The HTTP client for all external services.

use crate::{Error, Result};
use reqwest::{
    Client, ClientBuilder, Response,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use std::{net::IpAddr, sync::Arc, time::Duration};

const CONNECT: Duration = Duration::from_secs(5);
/// Timeout from the first byte sent to the last byte read. A caller that needs longer sets its own on the request.
const WHOLE: Duration = Duration::from_secs(15);
const USER_AGENT: &str = concat!("Tagesecho/", env!("CARGO_PKG_VERSION"));

/// Follows no redirects, keeps no cookies and takes no proxy from the environment. Create one per provider and keep it: it holds the connections.
pub fn client() -> Result<Client> {
    built(Client::builder())
}

/// Like [`client`], for URLs that somebody else chose: it does not connect to internal machines, whatever a name
/// resolves to.
/// The caller checks URLs with an IP address instead of a name, with `is_public`.
pub fn public_client() -> Result<Client> {
    built(Client::builder().dns_resolver(Arc::new(PublicNames)))
}

struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<_> = found.filter(|address| is_public(address.ip())).collect();
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether the address is neither loopback, private, link-local, carrier-shared nor otherwise internal.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            let is_inside = ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_multicast();
            let is_shared = a == 100 && (64..128).contains(&b);
            let is_for_tests = a == 198 && (b == 18 || b == 19);
            !(is_inside || is_shared || is_for_tests || a == 0 || a >= 240 || (a, b, c) == (192, 0, 0))
        }
        IpAddr::V6(ip) => {
            // IPv4 addresses inside IPv6 ones: mapped ones are checked, translated ones (64:ff9b::/96, 2002::/16) are not public.
            if let Some(old) = ip.to_ipv4_mapped() {
                return is_public(old.into());
            }
            let first = ip.segments()[0];
            let is_global = first & 0xe000 == 0x2000;
            is_global && first != 0x2002 && ip.segments()[..2] != [0x2001, 0]
        }
    }
}

fn built(builder: ClientBuilder) -> Result<Client> {
    finished(builder.connect_timeout(CONNECT).timeout(WHOLE))
}

/// A client for a service of files. The caller limits the time of requests; the reader of an answer may pause for as long as it likes.
/// `read`: the longest wait for the answer, and for each part of it.
pub fn file_client(connect: Duration, read: Option<Duration>) -> Result<Client> {
    // Many files at once are faster over several connections than over one.
    let builder = Client::builder().connect_timeout(connect).http1_only();
    finished(read.into_iter().fold(builder, ClientBuilder::read_timeout))
}

fn finished(builder: ClientBuilder) -> Result<Client> {
    install_tls();
    builder
        .user_agent(USER_AGENT)
        .redirect(Policy::none())
        .referer(false)
        .no_proxy()
        .build()
        .map_err(|e| Error::broken("HTTP client", e))
}

/// Makes ring the TLS provider of this process. Calling it again changes nothing.
pub fn install_tls() {
    // An error means that a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// The body of the answer. Refuses more than `most` bytes.
pub async fn body(mut response: Response, most: usize) -> Result<Vec<u8>> {
    let mut read = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|e| away("answer of a service", e))? {
        if read.len() + chunk.len() > most {
            return Err(Error::broken("answer of a service", format!("longer than {most} bytes")));
        }
        read.extend_from_slice(&chunk);
    }
    Ok(read)
}

/// The error of a service that did not answer, for the log. Without the URL, because its query may contain a key.
pub fn away(what: &'static str, error: reqwest::Error) -> Error {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    Error::unavailable(what, text)
}

#[cfg(test)]
mod tests {
    use super::{body, client, is_public, public_client};
    use axum::{Router, response::Redirect, routing::get};
    use http::{HeaderMap, StatusCode, header::SET_COOKIE};
    use std::time::Duration;

    async fn serve(router: Router) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        format!("http://{address}")
    }

    #[tokio::test]
    async fn redirects_and_cookies_are_left_alone_and_we_say_who_we_are() {
        let at = serve(
            Router::new()
                .route("/away", get(|| async { ([(SET_COOKIE, "trace=1")], Redirect::temporary("/")) }))
                .route("/", get(|headers: HeaderMap| async move { format!("{headers:?}") })),
        )
        .await;
        let client = client().unwrap();
        assert_eq!(client.get(format!("{at}/away")).send().await.unwrap().status(), StatusCode::TEMPORARY_REDIRECT);
        let sent = client.get(&at).send().await.unwrap().text().await.unwrap();
        assert!(sent.contains("Tagesecho/") && !sent.contains("trace"), "{sent}");
    }

    #[tokio::test]
    async fn an_answer_that_is_too_long_is_not_read() {
        let at = serve(Router::new().route("/", get(|| async { "x".repeat(2000) }))).await;
        let client = client().unwrap();
        assert_eq!(body(client.get(&at).send().await.unwrap(), 2000).await.unwrap().len(), 2000);
        assert!(body(client.get(&at).send().await.unwrap(), 1999).await.is_err());
    }

    #[tokio::test]
    async fn a_name_of_a_machine_inside_is_not_followed() {
        let at = serve(Router::new().route("/", get(|| async { "inside" }))).await.replace("127.0.0.1", "localhost");
        assert!(client().unwrap().get(&at).send().await.is_ok());
        assert!(public_client().unwrap().get(&at).send().await.is_err());
    }

    #[test]
    fn internal_addresses_are_not_public() {
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
        ] {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
        for ip in ["142.250.185.78", "100.128.0.1", "172.32.0.1", "2a00:1450:4001::1"] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[tokio::test]
    async fn nobody_there_is_unavailable_and_the_log_has_no_key() {
        let client = client().unwrap();
        // Nothing listens on port 1.
        let sent = client.get("http://127.0.0.1:1/?key=topsecret").timeout(Duration::from_secs(2)).send().await;
        let error = super::away("service", sent.unwrap_err());
        assert_eq!(error.refusal().refusal, domain::Refusal::Unavailable);
        let logged = format!("{error} {error:?}");
        assert!(logged.contains("refused") && !logged.contains("topsecret"), "{logged}");
    }
}
