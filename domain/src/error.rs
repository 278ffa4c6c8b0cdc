//! Every way the product says no: a code for programs, a status for HTTP, a text for people.

use serde::{Deserialize, Serialize};

/// A refusal with what its text needs to be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", refusal.code())]
pub struct Error {
    pub refusal: Refusal,
    /// Values for the text's placeholders.
    pub params: Vec<(&'static str, String)>,
    /// Seconds until the same request can succeed.
    pub retry_after: Option<u64>,
    /// What a program can act on, as JSON (such as the current entry of a conflict).
    pub detail: Option<String>,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, params: Vec::new(), retry_after: None, detail: None }
    }
}

impl Error {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// `detail` is JSON.
    #[must_use]
    pub fn detail(mut self, detail: String) -> Self {
        self.detail = Some(detail);
        self
    }

    pub fn code(&self) -> &'static str {
        self.refusal.code()
    }

    pub fn status(&self) -> u16 {
        self.refusal.status()
    }
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:literal;)*) => {
        /// The catalogue. The text of each stands in the locales under `errors.<code>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Refusal { $($(#[$doc])* #[serde(rename = $code)] $name,)* }

        impl Refusal {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The HTTP status.
            pub fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }
        }
    };
}

refusals! {
    // Requests
    InvalidJson = "invalid_json", 400;
    InvalidForm = "invalid_form", 400;
    InvalidId = "invalid_id", 400;
    InvalidDate = "invalid_date", 422;
    InvalidCharacter = "invalid_character", 422;
    MissingField = "missing_field", 400;
    MissingFile = "missing_file", 400;
    UnsupportedMediaType = "unsupported_media_type", 415;
    BodyTooLarge = "body_too_large", 413;
    NotFound = "not_found", 404;
    MethodNotAllowed = "method_not_allowed", 405;
    /// A changing request that another site may have caused.
    CrossSite = "cross_site", 403;
    Timeout = "timeout", 408;
    TooManyRequests = "too_many_requests", 429;
    /// Something broke here; nothing of it is told outside.
    Internal = "internal", 500;
    /// The database or another part does not answer; trying again later helps.
    Unavailable = "unavailable", 503;
    /// It is not known whether the change was saved: its answer was lost, or it is still being worked on.
    Uncertain = "uncertain", 503;

    // Identity
    Unauthenticated = "unauthenticated", 401;
    /// Bearer and cookie name different people.
    AccountMismatch = "account_mismatch", 401;
    /// Signed in at the provider, not registered here.
    UserNotFound = "user_not_found", 404;
    AlreadyRegistered = "already_registered", 409;
    /// Another account has this e-mail address.
    EmailTaken = "email_taken", 422;
    InvitationMissing = "invitation_missing", 400;
    InvitationUnknown = "invitation_unknown", 404;
    InvitationUsed = "invitation_used", 410;
    /// Its time is over, or it was withdrawn.
    InvitationExpired = "invitation_expired", 410;
    InvalidEmail = "invalid_email", 422;
    WeakPassword = "weak_password", 422;
    /// One of those that everybody tries first.
    CommonPassword = "common_password", 422;
    PasswordTooLong = "password_too_long", 422;
    /// The current password, typed to confirm a change.
    WrongPassword = "wrong_password", 422;
    /// The account is only signed in to with another provider.
    NoPassword = "no_password", 409;
    SameEmail = "same_email", 409;
    AlreadyConfirmed = "already_confirmed", 409;
    /// The code of a mail was used, or a newer one was sent.
    CodeUsed = "code_used", 410;
    CodeExpired = "code_expired", 410;
    UserDisabled = "user_disabled", 403;
    NameMissing = "name_missing", 422;
    NameTooLong = "name_too_long", 422;
    // Profile
    /// The profile's form asks for no more than the first one.
    FirstNameMissing = "first_name_missing", 422;
    UsernameInvalid = "username_invalid", 422;
    UsernameTaken = "username_taken", 409;
    /// Pictures of other hosts are never shown.
    ForeignPicture = "foreign_picture", 422;
    InvalidDayEnd = "invalid_day_end", 422;
    SessionNotFound = "session_not_found", 404;
    InvalidLanguage = "invalid_language", 422;
    InvalidZone = "invalid_zone", 422;

    // Signing in with Google
    GoogleNotConfigured = "google_not_configured", 503;
    /// The person said no there, or closed the window.
    GoogleCancelled = "google_cancelled", 400;
    /// What came back from Google is not right.
    GoogleFailed = "google_failed", 400;
    /// Google or the identity provider ended it, for a reason that nobody here can act on.
    GoogleRefused = "google_refused", 502;
    GoogleUnavailable = "google_unavailable", 503;
    /// Google does not take this server's registration.
    GoogleDenied = "google_denied", 403;
    /// The identity provider does not let this person in.
    GoogleForbidden = "google_forbidden", 403;
    GoogleDomain = "google_domain", 403;
    /// The identity provider takes no Google accounts.
    GoogleDisabled = "google_disabled", 403;
    /// The answer belongs to no sign-in that is under way here: forged, or too late.
    GoogleState = "google_state", 400;
    /// The answer came a second time.
    GoogleUsed = "google_used", 409;
    /// The answer came to another browser than the one in which the sign-in began.
    GoogleCookie = "google_cookie", 400;
    /// An account has the address, and it is not certain that it is the same person's.
    GoogleConfirm = "google_confirm", 409;
    /// The same, and the account has no password yet.
    GoogleConfirmPassword = "google_confirm_password", 409;
    /// Google has not confirmed the address.
    GoogleEmail = "google_email", 422;
    /// The Google account is connected with another account here.
    GoogleLinked = "google_linked", 409;
    /// Connecting needs a sign-in of the last minutes.
    GoogleRecent = "google_recent", 403;
    /// Another person than the one whose page waits.
    GoogleOther = "google_other", 409;
    /// Without a password Google is the only way in.
    GoogleOnly = "google_only", 409;
    /// Nobody is registered with this Google account, and there was no invitation.
    NeedsRegistration = "needs_registration", 404;

    // Entries
    AccessDenied = "access_denied", 403;
    EntryNotFound = "entry_not_found", 404;
    EmptyEntry = "empty_entry", 422;
    TextTooLong = "text_too_long", 422;
    SummaryTooLong = "summary_too_long", 422;
    TopMomentTooLong = "top_moment_too_long", 422;
    TranscriptTooLong = "transcript_too_long", 422;
    TooManyEmojis = "too_many_emojis", 422;
    InvalidMood = "invalid_mood", 422;
    InvalidVisibility = "invalid_visibility", 422;
    /// The date is not the writer's today, and no ticket vouches for it.
    NotToday = "not_today", 409;
    /// Free accounts edit entries of the same day only.
    EditClosed = "edit_closed", 403;
    /// The day has an entry already; the detail holds it.
    EntryExists = "entry_exists", 409;
    /// The entry changed since; the detail holds the current one.
    Stale = "stale", 409;
    VersionNotFound = "version_not_found", 404;

    // Friends
    /// Somebody is searched for by nothing.
    SearchEmpty = "search_empty", 422;
    OwnRequest = "own_request", 422;
    AlreadyFriends = "already_friends", 409;
    /// Withdrawn, answered, or never there.
    RequestNotFound = "request_not_found", 404;
    /// No friend (any more).
    FriendNotFound = "friend_not_found", 404;
    TooManyFriends = "too_many_friends", 409;
    /// The other one has as many friends as anybody may.
    TheirFriendsFull = "their_friends_full", 409;
    TooManyPending = "too_many_pending", 409;

    // Media
    MediaNotFound = "media_not_found", 404;
    NotAnImage = "not_an_image", 415;
    /// A picture in a format that is not taken: HEIC, AVIF, SVG.
    ImageFormat = "image_format", 415;
    ImageTooLarge = "image_too_large", 413;
    PortraitTooLarge = "portrait_too_large", 413;
    ImageTooManyPixels = "image_too_many_pixels", 422;
    ImageDamaged = "image_damaged", 422;
    TooManyImages = "too_many_images", 422;
    /// The account keeps as many bytes of pictures and recordings as one may.
    StorageFull = "storage_full", 413;
    /// A picture's description.
    AltTooLong = "alt_too_long", 422;
    /// A kept picture that is none of this entry's.
    UnknownImage = "unknown_image", 422;
    /// A recording that is neither Opus in WebM nor AAC in MP4.
    NotAudio = "not_audio", 415;
    /// A recording that is cut off, holds no sound, or does not follow its format.
    AudioDamaged = "audio_damaged", 422;
    AudioTooLarge = "audio_too_large", 413;
    RecordingTooLong = "recording_too_long", 422;

    // Assistant
    /// There is no service that makes text out of sound, or it is away.
    TranscriptionUnavailable = "transcription_unavailable", 503;
    TranscriptionFailed = "transcription_failed", 502;
    TranscriptionTimeout = "transcription_timeout", 504;
    /// Another recording of the person is on its way to the service.
    TranscriptionRunning = "transcription_running", 429;
    /// The service heard no words in it.
    NoSpeech = "no_speech", 422;
    NothingToSummarise = "nothing_to_summarise", 422;
    /// The person has not allowed that it goes to a service outside.
    ConsentNeeded = "consent_needed", 403;
    /// As often as the plan allows in a day; the detail says when it begins anew.
    QuotaUsed = "quota_used", 429;

    // Blocks and reports
    /// Blocking or reporting the person who asks.
    Oneself = "oneself", 422;
    TooManyBlocks = "too_many_blocks", 409;
    ReportReason = "report_reason", 422;
    ReportTooLong = "report_too_long", 422;

    // Cancellations and withdrawals
    DeclarationName = "declaration_name", 422;
    DeclarationContract = "declaration_contract", 422;
    DeclarationReason = "declaration_reason", 422;
    DeclarationDate = "declaration_date", 422;
    DeclarationTooLong = "declaration_too_long", 422;
    /// Never there, or older than its receipt opens.
    ReceiptNotFound = "receipt_not_found", 404;

    // Invitations by mail
    NoInvitationLeft = "no_invitation_left", 409;
    /// Somebody has an account with this address.
    EmailRegistered = "email_registered", 409;
    /// The address is the sender's.
    OwnInvitation = "own_invitation", 422;
    /// By the same person, and that invitation is open.
    AlreadyInvited = "already_invited", 409;
    /// As many as one person sends in a day.
    InvitationsOfDay = "invitations_of_day", 429;
    /// The address gets none now; it is not said why, nor on whose account.
    InvitationNotNow = "invitation_not_now", 429;
    MessageTooLong = "message_too_long", 422;
    FriendInvitationNotFound = "friend_invitation_not_found", 404;
    /// Used, withdrawn or expired.
    FriendInvitationOver = "friend_invitation_over", 409;
    ResendTooOften = "resend_too_often", 409;
    ResendTooSoon = "resend_too_soon", 429;
    /// The link that ends invitations for good does not come from us.
    StopLinkInvalid = "stop_link_invalid", 404;

    // Sharing
    LinkNotFound = "link_not_found", 404;
    /// The entry has no link whose options could change.
    NotShared = "not_shared", 404;
    /// Somebody changed the link meanwhile; the detail is the entry with the link as it is.
    LinkChanged = "link_changed", 409;
    InvalidShareOptions = "invalid_share_options", 422;
    /// A new link that would release no part at all.
    NothingShared = "nothing_shared", 422;
    /// A link's end that is over already, or further away than any link lives.
    InvalidExpiry = "invalid_expiry", 422;
    InvalidPin = "invalid_pin", 422;
    /// The link shows nothing without its PIN.
    PinNeeded = "pin_needed", 401;
    PinWrong = "pin_wrong", 401;
    /// So many wrong ones that the link is closed until its owner sets another one.
    PinSpent = "pin_spent", 403;

    // Subscription
    /// It renews itself already.
    AlreadySubscribed = "already_subscribed", 409;
    /// It was cancelled here and still runs: it can be reactivated, which costs nothing before its end.
    ReactivateInstead = "reactivate_instead", 409;
    /// Nothing runs that could be cancelled or reactivated.
    NoSubscription = "no_subscription", 409;
    SubscriptionNotFound = "subscription_not_found", 404;
    /// It was not approved at the payment provider, or the approval is not there yet.
    NotApproved = "not_approved", 409;
    /// It was ended at the payment provider itself, so that only a new one helps.
    EndedAtProvider = "ended_at_provider", 409;
    /// Where the payment provider leads back to is another address than ours.
    ForeignReturn = "foreign_return", 422;
    /// The payment provider does not answer, or refuses; nothing was charged.
    PaymentUnavailable = "payment_unavailable", 503;
    /// Nobody said that Pro should begin before the fourteen days are over.
    StartNotConfirmed = "start_not_confirmed", 422;
    /// A message that the payment provider did not send.
    WebhookForged = "webhook_forged", 400;

    // Reflection
    UnknownQuestion = "unknown_question", 422;
    EmptyAnswer = "empty_answer", 422;
    AnswerTooLong = "answer_too_long", 422;
    TooManyAnswers = "too_many_answers", 422;
    AnswerNotFound = "answer_not_found", 404;
    /// Another answer than the one it was written over is saved by now; the detail holds it.
    AnswerChanged = "answer_changed", 409;
}

#[cfg(test)]
mod tests {
    use super::Refusal;
    use std::collections::HashSet;

    #[test]
    fn every_code_is_used_once_and_every_status_is_an_error() {
        let codes: HashSet<_> = Refusal::ALL.iter().map(|r| r.code()).collect();
        assert_eq!(codes.len(), Refusal::ALL.len());
        assert!(Refusal::ALL.iter().all(|r| (400..600).contains(&r.status())));
    }
}
