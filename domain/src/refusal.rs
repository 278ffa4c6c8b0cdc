//! Every refusal of the product: a code for programs, a status for HTTP, a text for people.

use serde::{Deserialize, Serialize};

/// The code is no `literal`, which utoipa cannot read.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $code:tt, $status:literal;)*) => {
        /// All refusals. The text of each is in the locales under `errors.<code>`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// A request that changes something and may come from another site.
    CrossSite = "cross_site", 403;
    Timeout = "timeout", 408;
    TooManyRequests = "too_many_requests", 429;
    /// Something failed on the server. No details are sent.
    Internal = "internal", 500;
    /// The database or another part does not respond. Trying again later can help.
    Unavailable = "unavailable", 503;
    /// It is unknown whether the change was saved: the response was lost, or the change is still in progress.
    Uncertain = "uncertain", 503;

    // Identity
    Unauthenticated = "unauthenticated", 401;
    /// The operator has locked the account. The text has the reason.
    AccountLocked = "account_locked", 403;
    /// Bearer token and cookie belong to different people.
    AccountMismatch = "account_mismatch", 401;
    /// The person is signed in at the provider, but not registered here. Also: another person was not found.
    UserNotFound = "user_not_found", 404;
    AlreadyRegistered = "already_registered", 409;
    /// Another account has this e-mail address.
    EmailTaken = "email_taken", 422;
    CredentialsMissing = "credentials_missing", 422;
    /// No account has the address. A provider may hide that.
    EmailNotFound = "email_not_found", 422;
    /// The password is wrong. A provider may hide that.
    InvalidPassword = "invalid_password", 422;
    InvalidLoginCredentials = "invalid_login_credentials", 422;
    TooManyAttempts = "too_many_attempts", 429;
    /// The identity provider does not know the person any more.
    NoUser = "no_user", 422;
    PasswordLoginDisabled = "password_login_disabled", 403;
    /// Only the operator makes accounts at the identity provider.
    AdminOnly = "admin_only", 403;
    /// The identity provider has password rules beyond the length.
    PasswordRequirements = "password_requirements", 422;
    /// The identity provider refused for an unknown reason.
    AuthenticationFailed = "authentication_failed", 502;
    RegistrationFailed = "registration_failed", 502;
    /// The identity is there, but perhaps not the account. The same form can be sent again.
    DatabaseRegistrationFailed = "database_registration_failed", 503;
    InvitationMissing = "invitation_missing", 400;
    InvitationUnknown = "invitation_unknown", 404;
    InvitationUsed = "invitation_used", 410;
    /// The invitation has expired or was withdrawn.
    InvitationExpired = "invitation_expired", 410;
    InvalidEmail = "invalid_email", 422;
    WeakPassword = "weak_password", 422;
    /// The password is one of those that attackers try first.
    CommonPassword = "common_password", 422;
    PasswordTooLong = "password_too_long", 422;
    /// The current password, typed to confirm a change, is wrong.
    WrongPassword = "wrong_password", 422;
    /// The account has no password, only a sign-in with another provider.
    NoPassword = "no_password", 409;
    SameEmail = "same_email", 409;
    AlreadyConfirmed = "already_confirmed", 409;
    /// The code from a mail was used already, or a newer code was sent.
    CodeUsed = "code_used", 410;
    CodeExpired = "code_expired", 410;
    UserDisabled = "user_disabled", 403;
    NameMissing = "name_missing", 422;
    NameTooLong = "name_too_long", 422;
    // Profile
    /// The profile form needs the first name only.
    FirstNameMissing = "first_name_missing", 422;
    UsernameInvalid = "username_invalid", 422;
    UsernameTaken = "username_taken", 409;
    /// The picture's address belongs to another host. Such pictures are never shown.
    ForeignPicture = "foreign_picture", 422;
    InvalidDayEnd = "invalid_day_end", 422;
    SessionNotFound = "session_not_found", 404;
    InvalidLanguage = "invalid_language", 422;
    InvalidZone = "invalid_zone", 422;
    // Signing in with Google
    GoogleNotConfigured = "google_not_configured", 503;
    /// The person declined at Google, or closed the window.
    GoogleCancelled = "google_cancelled", 400;
    /// Google's response is not valid.
    GoogleFailed = "google_failed", 400;
    /// Google or the identity provider refused, for a reason that nobody here can act on.
    GoogleRefused = "google_refused", 502;
    GoogleUnavailable = "google_unavailable", 503;
    /// Google does not accept this server's registration.
    GoogleDenied = "google_denied", 403;
    /// The identity provider does not admit this person.
    GoogleForbidden = "google_forbidden", 403;
    GoogleDomain = "google_domain", 403;
    /// The identity provider does not accept Google accounts.
    GoogleDisabled = "google_disabled", 403;
    /// The response belongs to no sign-in in progress: it is forged or too late.
    GoogleState = "google_state", 400;
    /// The response was used already.
    GoogleUsed = "google_used", 409;
    /// The response arrived in another browser than the one that started the sign-in.
    GoogleCookie = "google_cookie", 400;
    /// An account has the address, but it may belong to another person.
    GoogleConfirm = "google_confirm", 409;
    /// The same as `GoogleConfirm`, and the account has no password yet.
    GoogleConfirmPassword = "google_confirm_password", 409;
    /// Google has not confirmed the address.
    GoogleEmail = "google_email", 422;
    /// The Google account is connected with another account here.
    GoogleLinked = "google_linked", 409;
    /// Connecting needs a sign-in within the last minutes.
    GoogleRecent = "google_recent", 403;
    /// The signed-in person is not the one for whom the page started this sign-in.
    GoogleOther = "google_other", 409;
    /// The account has no password, so Google is the only way to sign in.
    GoogleOnly = "google_only", 409;
    /// Nobody is registered with this Google account, and the sign-in had no invitation.
    NeedsRegistration = "needs_registration", 404;

    // Entries
    AccessDenied = "access_denied", 403;
    EntryNotFound = "entry_not_found", 404;
    /// Its words do not open. Only the operator can help.
    EntryUnreadable = "entry_unreadable", 422;
    EmptyEntry = "empty_entry", 422;
    TextTooLong = "text_too_long", 422;
    SummaryTooLong = "summary_too_long", 422;
    TopMomentTooLong = "top_moment_too_long", 422;
    TranscriptTooLong = "transcript_too_long", 422;
    TooManyEmojis = "too_many_emojis", 422;
    InvalidMood = "invalid_mood", 422;
    InvalidVisibility = "invalid_visibility", 422;
    /// The date is not today for the writer, and no ticket is valid for it.
    NotToday = "not_today", 409;
    /// A missed day that lies further back than the plan allows.
    DayTooFarBack = "day_too_far_back", 403;
    /// Free accounts can edit an entry only on its own day.
    EditClosed = "edit_closed", 403;
    /// There is an entry for this day already. The detail contains it.
    EntryExists = "entry_exists", 409;
    /// The entry has changed since it was loaded. The detail contains the current entry.
    Stale = "stale", 409;
    /// More people would read the entry, or an answer in it, than the person saw. For a save the detail contains the current entry.
    VisibilityChanged = "visibility_changed", 409;
    VersionNotFound = "version_not_found", 404;
    /// The search text is too long, in the search of one's own entries.
    SearchTooLong = "search_too_long", 422;

    // Friends
    /// The search text is empty.
    SearchEmpty = "search_empty", 422;
    OwnRequest = "own_request", 422;
    AlreadyFriends = "already_friends", 409;
    /// The request was withdrawn or answered, or never existed.
    RequestNotFound = "request_not_found", 404;
    /// The person is not a friend, or no longer one.
    FriendNotFound = "friend_not_found", 404;
    TooManyFriends = "too_many_friends", 409;
    /// The other person has the largest allowed number of friends.
    TheirFriendsFull = "their_friends_full", 409;
    TooManyPending = "too_many_pending", 409;

    // Media
    MediaNotFound = "media_not_found", 404;
    NotAnImage = "not_an_image", 415;
    /// The picture's format is not supported: HEIC, AVIF, SVG.
    ImageFormat = "image_format", 415;
    ImageTooLarge = "image_too_large", 413;
    PortraitTooLarge = "portrait_too_large", 413;
    ImageTooManyPixels = "image_too_many_pixels", 422;
    ImageDamaged = "image_damaged", 422;
    TooManyImages = "too_many_images", 422;
    /// The account has used all its storage for pictures and recordings.
    StorageFull = "storage_full", 413;
    /// The account's texts and their earlier versions fill the part of its storage that texts may have.
    TextsFull = "texts_full", 413;
    /// The bin has as many entries as it may have.
    BinFull = "bin_full", 409;
    /// The description of a picture is too long.
    AltTooLong = "alt_too_long", 422;
    /// The form names a stored picture that does not belong to this entry.
    UnknownImage = "unknown_image", 422;
    /// The recording is neither Opus in WebM nor AAC in MP4.
    NotAudio = "not_audio", 415;
    /// The recording is truncated, contains no sound, or violates its format.
    AudioDamaged = "audio_damaged", 422;
    AudioTooLarge = "audio_too_large", 413;
    RecordingTooLong = "recording_too_long", 422;

    // Assistant
    /// There is no transcription service, or it does not respond.
    TranscriptionUnavailable = "transcription_unavailable", 503;
    TranscriptionFailed = "transcription_failed", 502;
    TranscriptionTimeout = "transcription_timeout", 504;
    /// Another recording of the person is being transcribed.
    TranscriptionRunning = "transcription_running", 429;
    /// The service recognised no words.
    NoSpeech = "no_speech", 422;
    NothingToSummarise = "nothing_to_summarise", 422;
    /// The person has not allowed sending this to an outside service.
    ConsentNeeded = "consent_needed", 403;
    /// The plan's daily quota is used up. The detail says when the next one begins.
    QuotaUsed = "quota_used", 429;

    // Blocks and reports
    /// A person tried to block or report themselves.
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
    /// There is no such receipt, or it is too old to be opened.
    ReceiptNotFound = "receipt_not_found", 404;

    // Invitations by mail
    NoInvitationLeft = "no_invitation_left", 409;
    /// There is an account with this address already.
    EmailRegistered = "email_registered", 409;
    /// The address is the sender's own.
    OwnInvitation = "own_invitation", 422;
    /// The same person has an open invitation to this address.
    AlreadyInvited = "already_invited", 409;
    /// The person has sent as many invitations as one day allows.
    InvitationsOfDay = "invitations_of_day", 429;
    /// The address gets no invitation at the moment. The refusal does not say why, nor because of whom.
    InvitationNotNow = "invitation_not_now", 429;
    MessageTooLong = "message_too_long", 422;
    FriendInvitationNotFound = "friend_invitation_not_found", 404;
    /// The invitation was used, withdrawn or has expired.
    FriendInvitationOver = "friend_invitation_over", 409;
    ResendTooOften = "resend_too_often", 409;
    ResendTooSoon = "resend_too_soon", 429;
    /// The link that unsubscribes an address from invitations was not made by this server.
    StopLinkInvalid = "stop_link_invalid", 404;

    // Sharing
    LinkNotFound = "link_not_found", 404;
    /// The entry has no link whose options could be changed.
    NotShared = "not_shared", 404;
    /// The operator has hidden the entry from others: only its owner may read it.
    EntryHidden = "entry_hidden", 403;
    /// The link was changed in the meantime. The detail is the entry with the current link.
    LinkChanged = "link_changed", 409;
    InvalidShareOptions = "invalid_share_options", 422;
    /// A new link would show no part of the entry.
    NothingShared = "nothing_shared", 422;
    /// The link would end in the past, or later than any link may.
    InvalidExpiry = "invalid_expiry", 422;
    InvalidPin = "invalid_pin", 422;
    /// The link needs its PIN.
    PinNeeded = "pin_needed", 401;
    PinWrong = "pin_wrong", 401;
    /// There were so many wrong PINs that the link is closed until its owner sets a new PIN.
    PinSpent = "pin_spent", 403;

    // Subscription
    /// The subscription already renews itself.
    AlreadySubscribed = "already_subscribed", 409;
    /// The subscription was cancelled here and still runs. It can be reactivated, which costs nothing before its end.
    ReactivateInstead = "reactivate_instead", 409;
    /// There is no running subscription to cancel or reactivate.
    NoSubscription = "no_subscription", 409;
    SubscriptionNotFound = "subscription_not_found", 404;
    /// The order was not approved at the payment provider, or the approval has not arrived yet.
    NotApproved = "not_approved", 409;
    /// The order can no longer begin: it is too old, the plan changed, or its payment was declined. Nothing was charged.
    OrderOver = "order_over", 409;
    /// The subscription was ended at the payment provider itself. Only a new one helps.
    EndedAtProvider = "ended_at_provider", 409;
    /// The return address for the payment provider is not one of ours.
    ForeignReturn = "foreign_return", 422;
    /// The payment provider does not respond, or refuses. Nothing was charged.
    PaymentUnavailable = "payment_unavailable", 503;
    /// The person did not ask that Pro begins before the fourteen days are over.
    StartNotConfirmed = "start_not_confirmed", 422;
    /// The payment provider did not send this message.
    WebhookForged = "webhook_forged", 400;

    // LinkedIn
    /// The profile lacks what a post needs.
    LinkedInIncomplete = "linkedin_incomplete", 422;
    LinkedInTooLong = "linkedin_too_long", 422;
    /// The entry has no words to make a post of.
    NothingToPost = "nothing_to_post", 422;
    /// The service failed, or gave nothing that can be used. No post was counted.
    LinkedInFailed = "linkedin_failed", 502;

    // Reminders
    InvalidReminderTime = "invalid_reminder_time", 422;
    /// No mail but the one that confirms it goes to an address that was not confirmed.
    EmailUnconfirmed = "email_unconfirmed", 409;
    /// The link that ends a kind of mails was not made by this server.
    MailLinkInvalid = "mail_link_invalid", 404;

    // Reflection
    UnknownQuestion = "unknown_question", 422;
    EmptyAnswer = "empty_answer", 422;
    AnswerTooLong = "answer_too_long", 422;
    TooManyAnswers = "too_many_answers", 422;
    AnswerNotFound = "answer_not_found", 404;
    /// The saved answer is not the one that this change started from. The detail contains it.
    AnswerChanged = "answer_changed", 409;

    // Imports
    /// Another import of the person is not done, or waits for their word.
    ImportRunning = "import_running", 409;
    ImportNotFound = "import_not_found", 404;
    /// The import is not at this step: it is still being read, or was taken over already.
    ImportNotReady = "import_not_ready", 409;
    /// An import is undone once, and within thirty days.
    ImportUndoOver = "import_undo_over", 409;
    /// The person left while their file was taken over, and came back.
    ImportLeft = "import_left", 409;
    /// Too many files come in, or wait to be taken over.
    ImportsFull = "imports_full", 503;
    /// The file is of no program that is known, or has nothing in it.
    ImportUnknown = "import_unknown", 422;
    /// The file has no bytes.
    ImportEmpty = "import_empty", 400;
    ImportNotZip = "import_not_zip", 422;
    /// A name in the file leads out of it, is a link, is encrypted or stands there twice.
    ImportUnsafe = "import_unsafe", 422;
    ImportTooLarge = "import_too_large", 413;
    /// The encrypted kind of an export, which only its own program reads.
    ImportEncrypted = "import_encrypted", 422;
    /// The archive was written by a later version.
    ImportNewer = "import_newer", 422;
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
