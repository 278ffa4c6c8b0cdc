//! Downloads the picture of a Google account. Pages never link to Google's copy.

use crate::{Backend, Error, Result, media::Upload};
use domain::Refusal;

pub async fn download(backend: &Backend, url: &str) -> Result<Upload> {
    let google = backend.google.as_ref().ok_or(Refusal::GoogleNotConfigured)?;
    let bytes = google.picture(url).await?;
    let bytes = bytes.ok_or_else(|| Error::broken("picture of a Google account", "its address is not taken"))?;
    Ok(Upload { name: "Google".into(), bytes: bytes.into() })
}
