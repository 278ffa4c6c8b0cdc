//! A proxy between the program and its database that passes on, refuses, stalls or breaks off.

use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Pass,
    /// Refuses connections.
    Refuse,
    /// Takes everything and passes nothing on.
    Stall,
}

/// The mode, and the number of broken connections.
type State = (Way, u32);

pub struct Proxy {
    pub port: u16,
    state: watch::Sender<State>,
}

impl Proxy {
    pub async fn start(target: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (state, seen) = watch::channel((Way::Pass, 0));
        tokio::spawn(listen(listener, SocketAddr::from(([127, 0, 0, 1], target)), seen));
        Self { port, state }
    }

    pub fn set(&self, way: Way) {
        self.state.send_modify(|state| state.0 = way);
    }

    /// Breaks off every connection there is.
    pub fn reset(&self) {
        self.state.send_modify(|state| state.1 += 1);
    }
}

async fn listen(listener: TcpListener, target: SocketAddr, mut state: watch::Receiver<State>) {
    let address = listener.local_addr().unwrap();
    let mut listener = Some(listener);
    loop {
        let way = state.borrow_and_update().0;
        if way == Way::Refuse {
            listener = None;
            if state.changed().await.is_err() {
                return;
            }
            continue;
        }
        if listener.is_none() {
            listener = Some(TcpListener::bind(address).await.unwrap());
        }
        tokio::select! {
            accepted = listener.as_ref().unwrap().accept() => {
                let (client, _) = accepted.unwrap();
                tokio::spawn(pass(client, target, state.clone()));
            }
            changed = state.changed() => if changed.is_err() { return },
        }
    }
}

async fn pass(mut client: TcpStream, target: SocketAddr, mut state: watch::Receiver<State>) {
    let first = state.borrow_and_update().1;
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    let (mut asked, mut answered) = (vec![0; 16_384], vec![0; 16_384]);
    loop {
        let (way, breaks) = *state.borrow_and_update();
        if way == Way::Refuse || breaks != first {
            drop(client.set_zero_linger());
            return;
        }
        let goes_on = way == Way::Pass;
        tokio::select! {
            read = client.read(&mut asked), if goes_on => match read {
                Ok(count) if count > 0 => drop(server.write_all(&asked[..count]).await),
                _ => return,
            },
            read = server.read(&mut answered), if goes_on => match read {
                Ok(count) if count > 0 => drop(client.write_all(&answered[..count]).await),
                _ => return,
            },
            changed = state.changed() => if changed.is_err() { return },
        }
    }
}
