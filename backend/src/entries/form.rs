//! Applies a form to an entry: cleans the values, checks the plan's limits, and keeps stored fields that the form does not name.

use super::{pictures, store::Stored};
use crate::{Result, media::Uploads};
use domain::{EntryContent, EntryForm, Error, Mood, Plan, Refusal, emoji, entry, media::Image};

/// The most bytes of a mood emoji. The longest emoji sequence needs about forty.
const MOOD_EMOJI_BYTES: usize = 128;

/// Cleans and checks the form by all rules that do not need the stored entry.
pub fn cleaned(form: EntryForm, plan: Plan) -> Result<EntryForm> {
    let mut form = form.checked()?;
    form.emojis = form.emojis.as_deref().map(emoji::day_emojis).transpose()?;
    if let Some(mood) = &mut form.mood {
        mood.custom_emoji = match mood.custom_emoji.take() {
            Some(typed) if plan.extended_mood() => mood_emoji(&typed)?,
            _ => None,
        };
    }
    Ok(form)
}

/// One emoji or none; more are refused.
fn mood_emoji(typed: &str) -> Result<Option<String>, Error> {
    if typed.len() > MOOD_EMOJI_BYTES {
        return Err(Refusal::InvalidMood.into());
    }
    let cleaned = emoji::only_emojis(typed);
    match emoji::count(&cleaned) {
        0 => Ok(None),
        1 => Ok(Some(cleaned)),
        _ => Err(Refusal::InvalidMood.into()),
    }
}

/// The files that come with a form.
#[derive(Clone, Copy, Debug)]
pub struct New {
    pub images: usize,
    pub recording: bool,
}

impl New {
    pub fn of(uploads: &Uploads) -> Self {
        Self { images: uploads.images.len(), recording: uploads.recording.is_some() }
    }

    fn any(self) -> bool {
        self.images > 0 || self.recording
    }
}

/// Applies a cleaned form, whose text is not too long, to `base`. Fields that the form does not name stay as they are. The caller adds the
/// `new` files (pictures with [`pictures::arrange`]).
pub fn apply(form: &EntryForm, plan: Plan, base: &Stored, new: New) -> Result<Stored> {
    let images = pictures::kept(form.existing_images.as_deref(), &base.images)?;
    let count = images.len() + new.images;
    let recording = base.recording.filter(|_| !form.remove_audio && !new.recording);
    let stored = &base.content;
    let texts = form.texts(&stored.texts);
    if entry::is_empty(&texts.text, &texts.audio_transcript, count, recording.is_some() || new.recording) {
        return Err(Refusal::EmptyEntry.into());
    }
    // A former Pro account keeps its pictures. Only adding is limited.
    if new.images > 0 && count > plan.images() {
        return Err(Error::from(Refusal::TooManyImages).with("n", plan.images()).into());
    }
    pictures::check(form, count)?;
    let main = form.main_image_index.unwrap_or_else(|| same_main(base, &images));
    Ok(Stored {
        content: EntryContent {
            texts,
            emojis: form.emojis.as_ref().unwrap_or(&stored.emojis).clone(),
            mood: form.mood.as_ref().map_or_else(|| stored.mood.clone(), |typed| mood(typed, plan, &stored.mood)),
        },
        visibility: form.visibility.unwrap_or(base.visibility),
        images,
        main_image_index: main.min(count.saturating_sub(1)),
        recording,
        ..base.clone()
    }
    .with_summary_of(base))
}

/// The position of the main picture among the kept ones. If it was removed, its index stays, which is usually the next picture.
fn same_main(base: &Stored, kept: &[Image]) -> usize {
    let main = base.images.get(base.main_image_index);
    let place = main.and_then(|main| kept.iter().position(|image| image.id == main.id));
    place.unwrap_or(base.main_image_index)
}

/// Feeling and own emoji need Pro. Without it, the stored values of these two stay.
fn mood(typed: &Mood, plan: Plan, stored: &Mood) -> Mood {
    let typed = typed.clone();
    let mood =
        if plan.extended_mood() { typed } else { Mood { level: typed.level, is_set: typed.is_set, ..stored.clone() } };
    mood.settled()
}

/// Whether `form` only lowers the visibility, or changes nothing. That is always allowed (product 1).
pub fn only_lowers(form: &EntryForm, next: &Stored, base: &Stored, new: New) -> bool {
    let mut same = Stored { visibility: base.visibility, ..next.clone() };
    pictures::arrange(form, &mut same, &[]);
    !new.any() && next.visibility.is_at_most(base.visibility) && *base == same
}

#[cfg(test)]
mod tests {
    use super::mood_emoji;

    #[test]
    fn a_mood_has_one_emoji_or_none() {
        assert_eq!(mood_emoji("👨‍👩‍👧").unwrap().as_deref(), Some("👨‍👩‍👧"));
        assert_eq!(mood_emoji(" ab ").unwrap(), None);
        assert!(mood_emoji("😀😀").is_err());
        assert!(mood_emoji(&"a".repeat(200)).is_err());
    }
}
