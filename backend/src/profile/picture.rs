//! A person's picture: our own file, whoever it came from.

use super::store;
use crate::{
    Backend, Result,
    media::{self, Upload},
};
use domain::{ImageId, UserId, media::Rendition};

/// Stores the picture as the person's own and removes the one before; the answer is its address.
pub async fn set_picture(backend: &Backend, id: UserId, upload: Upload) -> Result<String> {
    let image = media::take_in_portrait(backend, upload).await?;
    let url = address(image);
    let attempt = async {
        let mut tx = backend.db.begin().await?;
        let before = store::set_picture(&mut tx, id, Some(image), Some(url.clone())).await?;
        Ok((tx, before))
    };
    let (tx, before) = match attempt.await {
        Ok(done) => done,
        Err(error) => {
            media::remove_files(backend, image).await;
            return Err(error);
        }
    };
    // If the answer to COMMIT is lost the row may exist: its files stay, and the sweep removes them if it does not.
    tx.commit().await?;
    remove(backend, before).await;
    Ok(url)
}

/// Where registered people see it.
pub(super) fn address(image: ImageId) -> String {
    format!("/media/{image}/{}", Rendition::Optimized.as_str())
}

/// Files of the picture before.
pub(super) async fn remove(backend: &Backend, before: Option<ImageId>) {
    if let Some(id) = before {
        media::remove_files(backend, id).await;
    }
}
