//! An entry as a reader receives it: the owner gets the private fields, everybody else gets the author.

use super::store::Stored;
use crate::{Backend, Error, authorization::AccessLevel, secret::purpose::SHARE_TOKEN};
use domain::{Entry, Recording, Refusal, media::Rendition};

pub fn entry(backend: &Backend, stored: Stored, reader: AccessLevel) -> Entry {
    let owner = reader == AccessLevel::Owner;
    let urls = |rendition| stored.images.iter().map(|image| image.url(rendition)).collect();
    let link = stored.link.as_ref().filter(|_| owner).and_then(|link| {
        // A token that was encrypted with another secret counts as none, because the link does not work any more either.
        let token = backend.secret.decrypt(SHARE_TOKEN, &link.sealed_token).ok()?;
        Some((token, link))
    });
    let share_token = link.as_ref().map(|(token, _)| token.clone());
    let share_options = link.as_ref().map(|(_, link)| link.options.clone());
    let share_link = link.map(|(_, link)| link.state());
    let audio = stored.recording.map(|r| Recording::of_entry(stored.id, r.id, r.format, r.milliseconds));
    let summary_is_outdated = stored.summary_is_outdated();
    Entry {
        id: stored.id,
        user_id: stored.owner,
        date: stored.date,
        image_urls: urls(Rendition::Original),
        optimized_image_urls: urls(Rendition::Optimized),
        thumbnail_urls: urls(Rendition::Thumbnail),
        content: stored.content,
        summary_is_outdated,
        visibility: stored.visibility,
        images: stored.images,
        main_image_index: stored.main_image_index,
        audio,
        // A favourite is private.
        is_favorite: owner && stored.is_favorite,
        is_backfilled: owner && stored.is_backfilled,
        is_sent_late: owner && stored.is_sent_late,
        is_hidden: owner && stored.is_hidden,
        origin: stored.origin.filter(|_| owner),
        created_at: stored.created_at,
        user: (!owner).then_some(stored.author),
        version: owner.then_some(stored.version),
        updated_at: owner.then_some(stored.updated_at),
        share_token,
        share_options,
        share_link,
    }
}

pub fn of_owner(backend: &Backend, stored: Stored) -> Entry {
    entry(backend, stored, AccessLevel::Owner)
}

/// A refusal with the current entry as detail, for its owner.
pub fn conflict(backend: &Backend, refusal: Refusal, current: Stored) -> Error {
    match serde_json::to_string(&of_owner(backend, current)) {
        Ok(json) => Error::Refused(domain::Error::from(refusal).detail(json)),
        Err(error) => Error::broken("entry as JSON", error),
    }
}
