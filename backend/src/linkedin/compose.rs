//! A post without a service: the person's own sentences between set phrases, which follow tone, goal, address, language and call to
//! action. The same entry and profile always give the same post.

use crate::assistant::local;
use domain::{
    EntryTexts, Key, Language, LinkedInProfile,
    assistant::SummaryMark,
    linkedin::{AddressForm, CtaType, PostGoal, PostLanguage, Tonality},
    text,
};

/// `None`: the entry has no words for it.
pub fn post(texts: &EntryTexts, profile: &LinkedInProfile) -> Option<String> {
    let language = language(profile.language);
    let own = own_sentences(texts);
    let top = texts.top_moment.trim();
    if own.is_empty() && !text::has_words(top) {
        return None;
    }
    let top =
        (!top.is_empty() && !own.contains(top)).then(|| language.fill(Key::LinkedinDraftTopMoment, &[("moment", top)]));
    let top = top.map(|top| if top.ends_with(char::is_alphanumeric) { top + "." } else { top });
    let call = profile.cta_type.map(|call| language.text(call_to_action(call, profile.address_form)));
    let goal = profile.post_goal.filter(|goal| !is_said_by(*goal, profile.cta_type));
    let goal = goal.map(|goal| language.text(closing(goal, profile.address_form)));
    let parts = [
        language.text(opening(profile.tonality)),
        &own,
        top.as_deref().unwrap_or_default(),
        goal.unwrap_or_default(),
        call.unwrap_or_default(),
        &profile.cta_text,
    ];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n"))
}

/// Sentences of the text and the transcript, else of the summary. A summary by an AI is left out, because the post says
/// that it was made without.
fn own_sentences(texts: &EntryTexts) -> String {
    let words = [texts.text.trim(), texts.audio_transcript.trim()];
    let words = words.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let summary = match SummaryMark::of(&texts.summary_source) {
        Some(SummaryMark::Ai) => "",
        Some(SummaryMark::Automatic) | None => &texts.summary,
    };
    let mut sentences = [&words, summary].into_iter().map(|words| local::sentences_of_post(words, &texts.top_moment));
    sentences.find(|sentences| !sentences.is_empty()).unwrap_or_default()
}

fn language(language: PostLanguage) -> Language {
    match language {
        PostLanguage::German => Language::De,
        PostLanguage::English => Language::En,
        PostLanguage::French => Language::Fr,
        PostLanguage::Spanish => Language::Es,
    }
}

/// Whether the call to action asks for the same as the goal.
fn is_said_by(goal: PostGoal, call: Option<CtaType>) -> bool {
    matches!(
        (goal, call),
        (PostGoal::Contacts, Some(CtaType::Connect))
            | (PostGoal::WebsiteVisit, Some(CtaType::Website))
            | (PostGoal::Offer, Some(CtaType::Offer))
    )
}

fn opening(tonality: Option<Tonality>) -> Key {
    match tonality {
        None => Key::LinkedinDraftOpenPlain,
        Some(Tonality::Inspiring) => Key::LinkedinDraftOpenInspiring,
        Some(Tonality::Pragmatic) => Key::LinkedinDraftOpenPragmatic,
        Some(Tonality::Humorous) => Key::LinkedinDraftOpenHumorous,
        Some(Tonality::Serious) => Key::LinkedinDraftOpenSerious,
        Some(Tonality::Casual) => Key::LinkedinDraftOpenCasual,
        Some(Tonality::Personal) => Key::LinkedinDraftOpenPersonal,
    }
}

fn closing(goal: PostGoal, address: AddressForm) -> Key {
    use AddressForm::{Du, Sie};
    match (goal, address) {
        (PostGoal::Discussion, Du) => Key::LinkedinDraftGoalDiscussionDu,
        (PostGoal::Discussion, Sie) => Key::LinkedinDraftGoalDiscussionSie,
        (PostGoal::Reach, Du) => Key::LinkedinDraftGoalReachDu,
        (PostGoal::Reach, Sie) => Key::LinkedinDraftGoalReachSie,
        (PostGoal::Contacts, Du) => Key::LinkedinDraftGoalContactsDu,
        (PostGoal::Contacts, Sie) => Key::LinkedinDraftGoalContactsSie,
        (PostGoal::WebsiteVisit, Du) => Key::LinkedinDraftGoalWebsiteDu,
        (PostGoal::WebsiteVisit, Sie) => Key::LinkedinDraftGoalWebsiteSie,
        (PostGoal::Offer, Du) => Key::LinkedinDraftGoalOfferDu,
        (PostGoal::Offer, Sie) => Key::LinkedinDraftGoalOfferSie,
    }
}

fn call_to_action(call: CtaType, address: AddressForm) -> Key {
    use AddressForm::{Du, Sie};
    match (call, address) {
        (CtaType::Comment, Du) => Key::LinkedinDraftCtaCommentDu,
        (CtaType::Comment, Sie) => Key::LinkedinDraftCtaCommentSie,
        (CtaType::Connect, Du) => Key::LinkedinDraftCtaConnectDu,
        (CtaType::Connect, Sie) => Key::LinkedinDraftCtaConnectSie,
        (CtaType::Website, Du) => Key::LinkedinDraftCtaWebsiteDu,
        (CtaType::Website, Sie) => Key::LinkedinDraftCtaWebsiteSie,
        (CtaType::Offer, Du) => Key::LinkedinDraftCtaOfferDu,
        (CtaType::Offer, Sie) => Key::LinkedinDraftCtaOfferSie,
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        EntryTexts, Language, LinkedInProfile,
        assistant::LOCAL,
        limits,
        linkedin::{AddressForm, CtaType, PostGoal, PostLanguage, Tonality},
        text::length,
    };

    const TEXT: &str = "Heute war ein guter Tag. Am Morgen bin ich früh aufgestanden und habe im Park die ersten Krähen gehört. \
                        Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";

    fn post(texts: &EntryTexts, profile: &LinkedInProfile) -> String {
        super::post(texts, profile).unwrap_or_default()
    }

    fn texts() -> EntryTexts {
        EntryTexts { text: TEXT.into(), top_moment: "Das Regal steht".into(), ..EntryTexts::default() }
    }

    #[test]
    fn a_post_has_own_sentences_between_set_phrases() {
        let profile = LinkedInProfile {
            post_goal: Some(PostGoal::Discussion),
            tonality: Some(Tonality::Pragmatic),
            cta_type: Some(CtaType::Website),
            cta_text: "https://example.org".into(),
            ..LinkedInProfile::default()
        };
        let made = post(&texts(), &profile);
        assert_eq!(made, post(&texts(), &profile), "the same again");
        let parts: Vec<&str> = made.split("\n\n").collect();
        assert_eq!(parts.len(), 6, "{made}");
        assert!(parts[1].split(". ").all(|sentence| TEXT.contains(sentence.trim_end_matches('.'))), "{made}");
        assert!(parts[2].contains("Das Regal steht") && parts[5] == "https://example.org", "{made}");
        assert!(!made.contains("Ihnen") && !made.contains("Sie "), "{made}");
        let formal = post(&texts(), &LinkedInProfile { address_form: AddressForm::Sie, ..profile.clone() });
        assert!(formal.contains("Sie"), "{formal}");
        let english = post(&texts(), &LinkedInProfile { language: PostLanguage::English, ..profile });
        assert!(english.contains("my website") && english.contains("Regal aufgebaut"), "{english}");
    }

    #[test]
    fn every_choice_has_phrases_in_every_language_and_the_rest_comes_from_the_entry() {
        for language in PostLanguage::ALL {
            let mut all = Vec::new();
            for goal in PostGoal::ALL {
                for address in AddressForm::ALL {
                    for call in CtaType::ALL {
                        let profile = LinkedInProfile {
                            post_goal: Some(*goal),
                            address_form: *address,
                            language: *language,
                            cta_type: Some(*call),
                            linkedin_info: "Geheim".into(),
                            ..LinkedInProfile::default()
                        };
                        let made = post(&texts(), &profile);
                        assert!(!made.contains('{') && !made.contains("Geheim"), "{made}");
                        all.push(made);
                    }
                }
            }
            // A goal that the call to action says is not said twice, and English has one form of address.
            all.sort();
            all.dedup();
            assert!(all.len() >= 20, "{language:?}: {}", all.len());
        }
        assert_eq!(Language::ALL.len(), PostLanguage::ALL.len());
    }

    #[test]
    fn without_words_in_the_text_the_summary_is_used_unless_an_ai_wrote_it() {
        let by = |source: &str| EntryTexts {
            text: "🎉🎉".into(),
            summary: "Das Regal steht nach drei Abenden.".into(),
            summary_source: source.into(),
            ..EntryTexts::default()
        };
        let profile = LinkedInProfile::default();
        for source in ["", LOCAL] {
            assert!(post(&by(source), &profile).contains("nach drei Abenden"), "{source}");
        }
        assert_eq!(super::post(&by("Beispiel-KI"), &profile), None);
        let top = EntryTexts { top_moment: "Das Regal steht".into(), ..by("Beispiel-KI") };
        let made = post(&top, &profile);
        assert!(made.contains("Das Regal steht") && !made.contains("drei Abenden"), "{made}");
        assert_eq!(super::post(&EntryTexts { top_moment: "🎉".into(), ..by("Beispiel-KI") }, &profile), None);
    }

    #[test]
    fn an_entry_with_a_top_moment_alone_becomes_a_post_and_none_is_too_long() {
        let top = EntryTexts { top_moment: "Das Regal steht".into(), ..EntryTexts::default() };
        assert!(post(&top, &LinkedInProfile::default()).contains("Das Regal steht"));
        let long = EntryTexts { text: TEXT.repeat(20), top_moment: "x".repeat(200), ..EntryTexts::default() };
        let profile =
            LinkedInProfile { cta_text: "y".repeat(limits::LINKEDIN_FIELD / 2), ..LinkedInProfile::default() };
        assert!(length(&post(&long, &profile)) <= limits::LINKEDIN_POST);
    }
}
