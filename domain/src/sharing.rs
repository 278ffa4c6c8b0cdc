//! Secret links and the parts of an entry that they show (product 7).

use crate::{Mood, Recording, Refusal, assistant::SummaryMark, limits, media::Image, reflection::SharedAnswer};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The parts of an entry that its link shows (spec 3, product 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "eight independent switches, as the wire format has them")]
pub struct ShareOptions {
    /// The main image.
    pub images: bool,
    /// The other images.
    pub all_images: bool,
    pub summary: bool,
    /// The top moment.
    pub details: bool,
    /// The reflection's answers.
    pub reflection: bool,
    /// Mood and day emojis.
    pub mood: bool,
    pub original_text: bool,
    /// Recording and transcript.
    pub audio: bool,
}

/// The defaults of spec 3. The reflection's answers are shown only if somebody chose them.
impl Default for ShareOptions {
    fn default() -> Self {
        Self {
            images: true,
            all_images: true,
            summary: true,
            details: true,
            reflection: false,
            mood: true,
            original_text: false,
            audio: false,
        }
    }
}

/// Share options as a call names them: a part that is not named is not shown.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ShareOptions))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "as the wire format has them")]
pub struct ShareOptionsForm {
    /// The main image.
    images: bool,
    /// The other images.
    all_images: bool,
    summary: bool,
    /// The top moment, and the reflection's answers unless `reflection` is named.
    details: bool,
    /// The reflection's answers. Absent: as `details`, as for callers and links that know seven options only.
    reflection: Option<bool>,
    /// Mood and day emojis.
    mood: bool,
    original_text: bool,
    /// Recording and transcript.
    audio: bool,
}

impl From<ShareOptionsForm> for ShareOptions {
    fn from(form: ShareOptionsForm) -> Self {
        let ShareOptionsForm { images, all_images, summary, details, reflection, mood, original_text, audio } = form;
        let reflection = reflection.unwrap_or(details);
        Self { images, all_images, summary, details, reflection, mood, original_text, audio }
    }
}

impl<'de> Deserialize<'de> for ShareOptions {
    fn deserialize<D: Deserializer<'de>>(options: D) -> Result<Self, D::Error> {
        ShareOptionsForm::deserialize(options).map(Self::from)
    }
}

impl ShareOptions {
    pub const NOTHING: Self = Self {
        images: false,
        all_images: false,
        summary: false,
        details: false,
        reflection: false,
        mood: false,
        original_text: false,
        audio: false,
    };

    /// Whether the picture at `index` is released when `main` is the main image's index.
    pub fn releases_image(&self, index: usize, main: usize) -> bool {
        if index == main { self.images } else { self.all_images }
    }
}

/// The state of a link, for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LinkState {
    /// The time at which the link ends.
    pub expires_at: Option<DateTime<Utc>>,
    pub has_pin: bool,
    /// Wrong PINs since this PIN was set.
    pub pin_failures: i64,
    /// How often somebody other than the owner opened the page.
    pub opened: i64,
    pub last_opened_at: Option<DateTime<Utc>>,
}

impl LinkState {
    /// Whether the link is closed to everybody but its owner, until it gets a new PIN.
    pub fn is_spent(&self) -> bool {
        self.has_pin && self.pin_failures >= limits::PIN_FAILURES
    }
}

/// A link in its owner's words, as the share dialog shows it. A text that is empty has nothing to say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// Empty: there is no link.
    pub token: String,
    /// The parts that it shows.
    pub options: ShareOptions,
    /// The text about the link's end; empty: it works until its owner ends it.
    pub expires: String,
    pub is_over: bool,
    /// Whether its visitors are refused: it has expired, or wrong PINs have closed it.
    pub is_closed: bool,
    pub has_pin: bool,
    /// How many wrong PINs there were, and what became of the link.
    pub pin_failures: String,
    /// How often somebody opened it.
    pub opened: String,
}

/// The owner's changes to a link. A field that is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct LinkForm {
    pub options: Option<ShareOptions>,
    pub expiry: Option<Expiry>,
    pub pin: Option<PinChange>,
    /// The link that the owner saw. If the entry has another link by now, nothing changes (`link_changed`).
    pub expected: Option<ExpectedLink>,
}

/// The state that a change starts from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ExpectedLink {
    NoLink,
    /// The link with this token, if it still shows these parts.
    Link {
        token: String,
        options: ShareOptions,
    },
}

impl fmt::Debug for ExpectedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLink => f.write_str("NoLink"),
            // A token opens its link, so it is not printed.
            Self::Link { options, .. } => f.debug_struct("Link").field("options", options).finish_non_exhaustive(),
        }
    }
}

impl From<ShareOptions> for LinkForm {
    fn from(options: ShareOptions) -> Self {
        Self { options: Some(options), ..Self::default() }
    }
}

/// The end of a new link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Expiry {
    Never,
    /// This number of days from now, to the minute.
    Days(i64),
    /// The end of this day in the owner's zone.
    Date(NaiveDate),
    At(DateTime<Utc>),
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PinChange {
    Remove,
    Set(String),
}

impl fmt::Debug for PinChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Remove => "Remove",
            Self::Set(_) => "Set(..)",
        })
    }
}

/// Checks that a PIN has four to eight digits and nothing else.
pub fn check_pin(pin: &str) -> Result<(), Refusal> {
    let fits = (limits::PIN_MIN..=limits::PIN).contains(&pin.len()) && pin.bytes().all(|byte| byte.is_ascii_digit());
    if fits { Ok(()) } else { Err(Refusal::InvalidPin) }
}

/// Parts of the user agents of programs that fetch an address although nobody has opened it: previews of messengers, search engines,
/// command-line tools. Apple's Messages uses the names of Facebook and Twitter.
const ROBOTS: [&str; 19] = [
    "crawl",
    "spider",
    "preview",
    "facebookexternalhit",
    "facebookcatalog",
    "meta-externalagent",
    "whatsapp",
    "skype",
    "viber",
    "vkshare",
    "embedly",
    "iframely",
    "pinterest",
    "mastodon",
    "curl/",
    "wget/",
    "python-requests",
    "okhttp",
    "go-http-client",
];

/// Whether a user agent belongs to a program and not to a browser.
pub fn is_robot(agent: &str) -> bool {
    let agent = agent.to_ascii_lowercase();
    agent.trim().is_empty() || ROBOTS.iter().any(|name| agent.contains(name)) || is_bot(&agent)
}

/// Most of these programs have 'bot' in their name. CUBOT is a brand of phones.
fn is_bot(agent: &str) -> bool {
    agent.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.contains("bot") && !word.starts_with("cubot"))
}

/// An entry as a link shows it. Parts that are not shared are absent, not empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SharedEntry {
    pub date: NaiveDate,
    pub first_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Present with the summary, if no person wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_mark: Option<SummaryMark>,
    /// Present with the summary. True: the text was changed after the summary was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_is_outdated: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_moment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reflection_answers: Option<Vec<SharedAnswer>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emojis: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<Mood>,
    pub images: Vec<Image>,
    pub image_urls: Vec<String>,
    pub optimized_image_urls: Vec<String>,
    pub thumbnail_urls: Vec<String>,
    pub main_image_index: usize,
    /// Whether there is a main picture. Otherwise the one at `main_image_index` is the first of the other pictures.
    pub has_main_image: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio_transcript: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio: Option<Recording>,
}

impl SharedEntry {
    /// A short text about the entry: the first that is shared and not empty of summary, top moment and text.
    pub fn words(&self) -> Option<&str> {
        let words = [&self.summary, &self.top_moment, &self.text];
        words.into_iter().flatten().map(|words| words.trim()).find(|words| !words.is_empty())
    }

    pub fn main_image(&self) -> Option<&Image> {
        self.images.get(self.main_image_index).or_else(|| self.images.first())
    }

    /// Whether the shared parts of the entry are all empty.
    pub fn is_empty(&self) -> bool {
        let has = |words: &Option<String>| words.as_deref().is_some_and(|words| !words.trim().is_empty());
        let words = [&self.text, &self.summary, &self.top_moment, &self.audio_transcript, &self.emojis];
        let has_answers = self.reflection_answers.as_deref().is_some_and(|answers| !answers.is_empty());
        let has_sound = self.audio.is_some();
        !(words.into_iter().any(has) || has_answers || has_sound || self.mood.is_some() || !self.images.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{PinChange, ShareOptions, check_pin, is_robot};

    const NOTHING: ShareOptions = ShareOptions::NOTHING;

    #[test]
    fn an_option_that_is_not_named_is_off_and_the_reflection_follows_details() {
        for (json, expected) in [
            ("{}", NOTHING),
            (r#"{"images":true}"#, ShareOptions { images: true, ..NOTHING }),
            (r#"{"details":true}"#, ShareOptions { details: true, reflection: true, ..NOTHING }),
            (r#"{"details":true,"reflection":false}"#, ShareOptions { details: true, ..NOTHING }),
            (r#"{"reflection":true}"#, ShareOptions { reflection: true, ..NOTHING }),
        ] {
            assert_eq!(serde_json::from_str::<ShareOptions>(json).unwrap(), expected, "{json}");
            let stored = serde_json::to_string(&expected).unwrap();
            assert_eq!(serde_json::from_str::<ShareOptions>(&stored).unwrap(), expected, "{stored}");
        }
        for bad in [r#"{"everything":true}"#, r#"{"images":null}"#, "true"] {
            assert!(serde_json::from_str::<ShareOptions>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_pin_has_four_to_eight_digits() {
        for pin in ["0000", "1234", "12345678"] {
            assert!(check_pin(pin).is_ok(), "{pin}");
        }
        for pin in ["", "123", "123456789", "12 34", "12a4", "١٢٣٤"] {
            assert!(check_pin(pin).is_err(), "{pin}");
        }
        assert_eq!(format!("{:?}", PinChange::Set("1234".into())), "Set(..)");
    }

    #[test]
    fn previews_of_messengers_are_told_from_browsers() {
        for robot in [
            "",
            "WhatsApp/2.23.20.0",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
            "TelegramBot (like TwitterBot)",
            "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
            "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
            "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (Linux; Android 6.0.1; CUBOT X30) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
            "Twitterbot/1.0",
            "AdsBot-Google (+http://www.google.com/adsbot.html)",
            "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
            "some_bot_of_mine",
        ] {
            assert!(is_robot(robot), "{robot}");
        }
        for browser in [
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0",
            "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
            "Mozilla/5.0 (Linux; U; Android 8.1.0; de-de; CUBOT_P20 Build/O11019) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/61.0 Mobile Safari/537.36",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0",
        ] {
            assert!(!is_robot(browser), "{browser}");
        }
    }
}
