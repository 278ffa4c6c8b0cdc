//! `POST /api/generate-linkedin-post`: a service writes the post if one is configured and the person allows it. Otherwise it is put
//! together here.

use super::compose;
use crate::{
    Account, Backend, Result, Viewer,
    assistant::{Outcome, Work, consume, service_for},
    entries,
    providers::ai::{AiService, PostMaterial, Trouble},
    throttle::Action,
};
use domain::{EntryTexts, Error, Help, LinkedInProfile, Refusal, assistant::LOCAL, day, limits, text};
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostForm {
    pub entry_content: EntryOfDay,
    #[serde(default)]
    pub profile: LinkedInProfile,
}

/// Names the viewer's entry by its day. Its texts and pictures may be sent too (spec 7), but they are not used: the words are those
/// of the saved entry, so that nobody can have other texts written here.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub struct EntryOfDay {
    /// `yyyy-mm-dd`.
    pub date: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Post {
    pub post: String,
    /// `local`, or the name of the service that wrote it.
    pub post_source: String,
}

pub async fn generate(backend: &Backend, viewer: &Viewer, form: PostForm) -> Result<Post> {
    let account = viewer.account()?;
    let (date, profile) = (day::parse(&form.entry_content.date)?, form.profile.cleaned()?);
    if !profile.is_complete() {
        return Err(Refusal::LinkedInIncomplete.into());
    }
    backend.throttle.take(Action::Assistant, &account.user.id.to_string()).await?;
    let entry = entries::of_day(backend, viewer, date).await?.ok_or(Refusal::EntryNotFound)?;
    let texts = entry.content.texts;
    if !texts.words().iter().any(|text| text::has_words(text)) {
        return Err(Refusal::NothingToPost.into());
    }
    let (post, post_source) = if let Some(service) = service_for(backend, account, Help::Linkedin)? {
        (by_service(backend, account, service, texts, profile).await?, service.name().to_owned())
    } else {
        let composed = tokio::task::spawn_blocking(move || compose::post(&texts, &profile)).await?;
        (composed.ok_or(Refusal::NothingToPost)?, LOCAL.to_owned())
    };
    Ok(Post { post: within_bounds(&post), post_source })
}

/// A failure is told and costs nothing. Nothing is put together here in its place: the person would not see why it is another kind of post.
async fn by_service(
    backend: &Backend,
    account: &Account,
    service: &AiService,
    texts: EntryTexts,
    profile: LinkedInProfile,
) -> Result<String> {
    let pass = service.admit(Help::Linkedin).map_err(|trouble| {
        let refusal = Error::from(Refusal::LinkedInFailed);
        if let Trouble::Resting(seconds) = trouble { refusal.retry_after(seconds) } else { refusal }
    })?;
    let material = PostMaterial {
        text: texts.text,
        transcript: texts.audio_transcript,
        summary: texts.summary,
        top_moment: texts.top_moment,
        profile,
    };
    let work =
        Work { help: Help::Linkedin, provider: service.name(), characters: material.characters(), milliseconds: 0 };
    let taken = consume(backend, account, work).await?;
    if let Ok(post) = service.write_post(pass, &material, taken.sends()).await {
        taken.keep(Outcome::Done, None).await?;
        Ok(post)
    } else {
        taken.give_back().await?;
        Err(Refusal::LinkedInFailed.into())
    }
}

/// Cuts the post after the last whole sentence that LinkedIn accepts.
fn within_bounds(post: &str) -> String {
    let (mut kept, mut length) = (String::new(), 0);
    for sentence in post.split_sentence_bounds() {
        length += text::length(sentence.trim_end());
        if length > limits::LINKEDIN_POST {
            break;
        }
        length += text::length(sentence) - text::length(sentence.trim_end());
        kept.push_str(sentence);
    }
    if kept.trim().is_empty() { text::excerpt(post, limits::LINKEDIN_POST) } else { kept.trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::within_bounds;
    use domain::text::length;

    #[test]
    fn a_long_post_ends_with_a_sentence() {
        let sentence = "Heute habe ich endlich das Regal aufgebaut.\n\n";
        let cut = within_bounds(&sentence.repeat(100));
        assert!(length(&cut) <= 3000 && length(&cut) > 2900, "{}", length(&cut));
        assert!(cut.ends_with("aufgebaut.") && cut.contains("\n\n"));
        assert_eq!(within_bounds("Kurz. Gut. "), "Kurz. Gut.");
        let endless = within_bounds(&"wort ".repeat(900));
        assert!(length(&endless) <= 3000 && endless.ends_with("wort…"), "{endless}");
    }
}
