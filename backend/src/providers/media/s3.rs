//! The client of a service that speaks S3: with our own connections, time limits and keys, and a sentence for what keeps it from working.

use crate::{
    error::StartError,
    providers::http,
    settings::media::{Place, S3},
};
use futures::{StreamExt, future::BoxFuture};
use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    aws::AmazonS3Builder,
    client::{HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService},
    path::Path,
    prefix::PrefixStore,
};
use reqwest::{Client, Method};
use std::{error::Error, sync::Arc, time::Duration};
use tokio::time::timeout;

const CONNECT: Duration = Duration::from_secs(2);
/// The longest wait for an answer to a question, and for each part of it.
const READ: Duration = Duration::from_secs(3);
/// The longest time of a write, and what its bytes add to it: a slow line needs its time for a large picture.
const WRITE: Duration = Duration::from_secs(5);
const SLOWEST: u64 = 128 * 1024;
/// The longest time of work within the service: a copy, and putting together the parts of a large file.
const WITHIN: Duration = Duration::from_mins(1);
/// Two more attempts at what can be asked twice, within this time.
const RETRIES: usize = 2;
const WHOLE: Duration = Duration::from_secs(8);

/// Connections of our own. Questions and writes differ in their limits: that of an answer's beginning would count a write's own bytes.
#[derive(Clone, Debug)]
struct Connections {
    reads: Client,
    writes: Client,
}

impl HttpService for Connections {
    fn call<'a, 'b>(&'a self, request: HttpRequest) -> BoxFuture<'b, Result<HttpResponse, HttpError>>
    where
        'a: 'b,
    {
        Box::pin(async move {
            if matches!(*request.method(), Method::GET | Method::HEAD) {
                return self.reads.call(request).await;
            }
            let bytes = request.body().content_length() as u64;
            let is_within = request.method() == Method::POST || request.headers().contains_key("x-amz-copy-source");
            let longest = if is_within { WITHIN } else { WRITE + Duration::from_secs(bytes / SLOWEST) };
            let sent = timeout(longest, self.writes.call(request)).await;
            sent.map_err(|elapsed| HttpError::new(HttpErrorKind::Timeout, elapsed))?
        })
    }
}

impl HttpConnector for Connections {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

/// Opens a bucket below its prefix. Nothing is asked yet.
pub(super) fn open(name: &str, prefix: &str, s3: &S3) -> Result<Arc<dyn ObjectStore>, StartError> {
    if let Some(objection) = s3.objections().into_iter().next() {
        return Err(StartError(objection));
    }
    let failed = |error: crate::Error| StartError(format!("the service of TAGESECHO_MEDIA cannot be used: {error}"));
    let connections = Connections {
        reads: http::file_client(CONNECT, Some(READ)).map_err(failed)?,
        writes: http::file_client(CONNECT, None).map_err(failed)?,
    };
    let backoff = BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(1),
        ..BackoffConfig::default()
    };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(name)
        .with_region(&s3.region)
        .with_access_key_id(&s3.access_key)
        .with_secret_access_key(&s3.secret_key)
        .with_allow_http(true)
        .with_retry(RetryConfig { backoff, max_retries: RETRIES, retry_timeout: WHOLE })
        // Not every service deletes many files with one request.
        .with_disable_bulk_delete(true)
        .with_http_connector(connections);
    if let Some(endpoint) = &s3.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    let bucket = builder.build().map_err(|error| failed(error.into()))?;
    Ok(Arc::new(PrefixStore::new(bucket, prefix)))
}

/// Writes a file, lists it and deletes it again.
pub(super) async fn try_out(files: &dyn ObjectStore) -> object_store::Result<()> {
    let probe = Path::from("probe");
    files.put(&probe, PutPayload::default()).await?;
    if let Some(found) = files.list(Some(&Path::from("installation"))).next().await {
        found?;
    }
    files.delete(&probe).await
}

/// The sentence for the operator about an error at the start.
pub(super) fn explain(place: &Place, s3: &S3, error: &object_store::Error) -> StartError {
    let texts = chain(error);
    let service = s3.name();
    let said = texts.iter().find_map(|text| code(text));
    let sentence = match said {
        Some("NoSuchBucket") => {
            format!("the bucket of {place} does not exist at {service}: make it, or correct TAGESECHO_MEDIA")
        }
        Some("RequestTimeTooSkewed") => {
            format!("the clock of this machine differs too much from that of {service}: set it right")
        }
        Some("InvalidAccessKeyId" | "NotSignedUp") => {
            format!("{service} does not know the key in TAGESECHO_S3_ACCESS_KEY")
        }
        Some("SignatureDoesNotMatch") => {
            format!("TAGESECHO_S3_SECRET_KEY does not belong to TAGESECHO_S3_ACCESS_KEY, says {service}")
        }
        Some("AuthorizationHeaderMalformed" | "PermanentRedirect") => {
            format!("TAGESECHO_S3_REGION is '{}', but {service} has the bucket of {place} in another region", s3.region)
        }
        _ if is_refused(error) => format!(
            "the key in TAGESECHO_S3_ACCESS_KEY may not read, write, delete and list everything below {place} ({})",
            said.unwrap_or("refused")
        ),
        // The last cause says most.
        _ => format!("{service} cannot be used: {}", texts.last().map_or("no answer", |text| said.unwrap_or(text))),
    };
    StartError(format!("pictures and recordings cannot be reached: {sentence}. Nothing was changed"))
}

fn is_refused(error: &object_store::Error) -> bool {
    use object_store::Error::{PermissionDenied, Unauthenticated};
    matches!(error, PermissionDenied { .. } | Unauthenticated { .. })
        || chain(error).iter().any(|text| text.contains("403 Forbidden"))
}

/// The texts of an error and of its causes.
fn chain(error: &dyn Error) -> Vec<String> {
    let mut texts = vec![error.to_string()];
    let mut next = error.source();
    while let Some(cause) = next {
        texts.push(cause.to_string());
        next = cause.source();
    }
    texts
}

/// The code in the answer of a service.
fn code(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("<Code>")?;
    Some(rest.split_once("</Code>")?.0)
}
