//! `tagesecho healthcheck`: asks the running server for `/readyz`, for containers and scripts.

use super::say;
use crate::config::Sources;
use backend::error::StartError;
use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpStream, ToSocketAddrs},
    time::Duration,
};

/// The server gives its database a second.
const ANSWER: Duration = Duration::from_secs(3);

pub fn run(settings: Sources) -> Result<(), StartError> {
    let (host, port) = (reachable(settings.host.as_deref()), settings.port.unwrap_or(3000));
    let name = format!("{host}:{port} (HOST, PORT)");
    match status(&host, port).map_err(|e| StartError(format!("nothing answers on {name}: {e}")))? {
        Some(200) => say(&format!("the server answers on {name}")),
        Some(503) => Err(StartError(format!("the server on {name} cannot answer requests now"))),
        _ => Err(StartError(format!("what answers on {name} is another program"))),
    }
}

/// The address for a caller on this machine: a server that listens everywhere is reached here.
fn reachable(host: Option<&str>) -> String {
    let host = host.map(str::trim).filter(|host| !host.is_empty()).unwrap_or("127.0.0.1");
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(Ipv4Addr::UNSPECIFIED)) => Ipv4Addr::LOCALHOST.to_string(),
        Ok(IpAddr::V6(Ipv6Addr::UNSPECIFIED)) => Ipv6Addr::LOCALHOST.to_string(),
        _ => host.to_owned(),
    }
}

/// The status of the answer. `None`: it is no HTTP.
fn status(host: &str, port: u16) -> std::io::Result<Option<u16>> {
    let unknown = || std::io::Error::other("the name is unknown");
    let address = (host, port).to_socket_addrs()?.next().ok_or_else(unknown)?;
    let mut stream = TcpStream::connect_timeout(&address, ANSWER)?;
    stream.set_read_timeout(Some(ANSWER))?;
    stream.set_write_timeout(Some(ANSWER))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    // "HTTP/1.1 200"
    let mut line = [0; 12];
    stream.read_exact(&mut line)?;
    let line = String::from_utf8_lossy(&line);
    Ok(line.strip_prefix("HTTP/1.1 ").and_then(|status| status.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::reachable;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_this_machine() {
        for (host, asked) in [
            (None, "127.0.0.1"),
            (Some(" "), "127.0.0.1"),
            (Some("0.0.0.0"), "127.0.0.1"),
            (Some("::"), "::1"),
            (Some("192.0.2.1"), "192.0.2.1"),
        ] {
            assert_eq!(reachable(host), asked);
        }
    }
}
