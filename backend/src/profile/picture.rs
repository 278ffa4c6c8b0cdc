//! A person's picture. It is always a file of ours, never one on another host.

use super::store::{self, Change, NewPicture};
use crate::{
    Account, Backend, Result,
    media::{self, Upload},
};
use domain::UserId;

/// Stores the picture, removes the previous one, and returns the new address.
pub async fn set_picture(backend: &Backend, id: UserId, upload: Upload) -> Result<String> {
    let image = media::store_portrait(backend, id, upload).await?;
    let attempt = async {
        let mut tx = backend.db.begin().await?;
        let change = Change { picture: NewPicture::Is(image), ..Change::default() };
        let (_, before) = store::update(&mut tx, id, &change).await?;
        Ok((tx, before))
    };
    let (tx, before) = match attempt.await {
        Ok(done) => done,
        Err(error) => {
            media::discard(backend, &[image.0]).await;
            return Err(error);
        }
    };
    // The row may exist if the answer to COMMIT is lost, so its files stay. The sweep removes files without a row.
    tx.commit().await?;
    media::remove(backend, before.as_slice()).await;
    Ok(store::address(image))
}

/// Whether `url` is the address of the person's current picture, with or without our origin.
pub(super) fn is_own(backend: &Backend, account: &Account, url: &str) -> bool {
    let path = url.strip_prefix(&backend.settings.origin).unwrap_or(url);
    account.user.profile_image_url.as_deref() == Some(path)
}
