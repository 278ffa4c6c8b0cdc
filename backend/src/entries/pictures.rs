//! The pictures of an entry in a form: which are kept, their descriptions, and their order.

use super::store::Stored;
use domain::{EntryForm, Error, ImageId, Refusal, media::Image};
use std::collections::HashSet;

/// The stored pictures that the URLs name, in that order. Without a list, all of them.
pub fn kept(addresses: Option<&[String]>, stored: &[Image]) -> Result<Vec<Image>, Error> {
    let Some(addresses) = addresses else { return Ok(stored.to_vec()) };
    let mut images: Vec<Image> = Vec::new();
    for address in addresses {
        let id = image_id(address).ok_or(Refusal::UnknownImage)?;
        let image = stored.iter().find(|image| image.id == id).ok_or(Refusal::UnknownImage)?;
        if !images.contains(image) {
            images.push(image.clone());
        }
    }
    Ok(images)
}

/// The id in `/media/{id}/{rendition}`, with or without an origin before it, or an id alone.
fn image_id(address: &str) -> Option<ImageId> {
    let rest = address.rsplit_once("/media/").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next()?.parse().ok()
}

/// Refuses a form whose descriptions or order do not fit exactly `count` pictures, kept and new together. An order names each once.
pub fn check(form: &EntryForm, count: usize) -> Result<(), Error> {
    let described = form.image_alts.as_ref().is_none_or(|alts| alts.len() == count);
    let ordered = form.image_order.as_ref().is_none_or(|order| {
        let places: HashSet<_> = order.iter().filter(|place| **place < count).collect();
        order.len() == count && places.len() == count
    });
    if described && ordered { Ok(()) } else { Err(Refusal::InvalidForm.into()) }
}

/// Appends the new pictures, then sets the descriptions and the order of all. The main picture stays the same picture. The form has passed
/// [`check`].
pub fn arrange(form: &EntryForm, entry: &mut Stored, new: &[Image]) {
    entry.images.extend(new.iter().cloned());
    if let Some(alts) = &form.image_alts {
        for (image, alt) in entry.images.iter_mut().zip(alts) {
            image.alt.clone_from(alt);
        }
    }
    if let Some(order) = &form.image_order {
        entry.images = order.iter().filter_map(|place| entry.images.get(*place).cloned()).collect();
        let main = order.iter().position(|place| *place == entry.main_image_index);
        entry.main_image_index = main.unwrap_or(entry.main_image_index);
    }
}

#[cfg(test)]
mod tests {
    use super::{check, image_id};
    use domain::EntryForm;

    #[test]
    fn a_kept_picture_is_found_in_each_form_of_its_address() {
        let id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
        for address in [
            id.to_owned(),
            format!("/media/{id}/original"),
            format!("https://tagesecho.test/media/{id}/thumbnail?x=1"),
            format!("/media/{id}"),
        ] {
            assert_eq!(image_id(&address).map(|id| id.to_string()).as_deref(), Some(id), "{address}");
        }
        for address in ["", "/media/", "/media/x/original", "https://tagesecho.test/"] {
            assert!(image_id(address).is_none(), "{address}");
        }
    }

    #[test]
    fn an_order_names_each_place_once() {
        let fits = |order: &[usize]| {
            check(&EntryForm { image_order: Some(order.to_vec()), ..EntryForm::default() }, 3).is_ok()
        };
        assert!(fits(&[2, 0, 1]));
        for order in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 2, 2], &[]] {
            assert!(!fits(order), "{order:?}");
        }
    }
}
