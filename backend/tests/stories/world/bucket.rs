//! A service that speaks S3, in this process. The bucket `media` is the folder `media` of its data folder, so stories find files where they find
//! those of a server without a bucket.

use backend::settings::media::S3;
use hyper::{Response, StatusCode, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use s3s::{
    Body, HttpError,
    auth::SimpleAuth,
    service::{S3Service, S3ServiceBuilder},
};
use s3s_fs::FileSystem;
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::net::{TcpListener, TcpStream};

const ACCESS_KEY: &str = "tagesecho";
const SECRET_KEY: &str = "hush-hush";

pub struct Service {
    address: SocketAddr,
    /// Requests that are still answered. All after them fail.
    left: Arc<AtomicUsize>,
}

impl Service {
    pub async fn start(data: &Path) -> Self {
        fs::create_dir_all(data.join("media")).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(data).unwrap());
        builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let left = Arc::new(AtomicUsize::new(usize::MAX));
        let of_all = Arc::clone(&left);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(answer(socket, service.clone(), Arc::clone(&of_all)));
            }
        });
        Self { address, left }
    }

    pub fn settings(&self) -> S3 {
        S3 {
            endpoint: Some(format!("http://{}", self.address)),
            region: "eu-central-1".into(),
            access_key: ACCESS_KEY.into(),
            secret_key: SECRET_KEY.into(),
            is_private: false,
        }
    }

    /// From now on this many requests are answered, and no more.
    pub fn fail_after(&self, requests: usize) {
        self.left.store(requests, Ordering::SeqCst);
    }

    pub fn work_again(&self) {
        self.fail_after(usize::MAX);
    }
}

async fn answer(socket: TcpStream, service: S3Service, left: Arc<AtomicUsize>) {
    socket.set_nodelay(true).unwrap();
    let answer = service_fn(|request: hyper::Request<Incoming>| {
        let (service, left) = (service.clone(), Arc::clone(&left));
        async move {
            let fewer = |left: usize| left.checked_sub(1);
            if left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer).is_err() {
                let mut away = Response::new(Body::empty());
                *away.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
                return Ok::<_, HttpError>(away);
            }
            hyper::service::Service::call(&service, request).await
        }
    });
    // A client that goes away is no failure of the story.
    drop(http1::Builder::new().serve_connection(TokioIo::new(socket), answer).await);
}
