//! Bounds of spec 9 and, where the specification gives none, of `docs/product.md`.

/// Unicode scalar values of an entry's text.
pub const TEXT: usize = 3000;
pub const SUMMARY: usize = 1000;
pub const TOP_MOMENT: usize = 200;
/// Unicode scalar values of a recording's transcript.
pub const TRANSCRIPT: usize = 10_000;
pub const NAME: usize = 80;
/// Bytes of what a browser calls one try of a save.
pub const ATTEMPT: usize = 64;
/// Characters of a username.
pub const USERNAME_MIN: usize = 3;
pub const USERNAME: usize = 30;
/// Minutes after midnight at which a diary day may end at the latest, and the steps before.
pub const DAY_END: u16 = 300;
pub const DAY_END_STEP: u16 = 30;

/// Emojis as a person counts them.
pub const DAY_EMOJIS: usize = 7;
/// Scalar values of what is stored for the day's emojis, however long their sequences are.
pub const DAY_EMOJI_SCALARS: usize = 80;
pub const MOOD_MIN: u8 = 1;
pub const MOOD_MAX: u8 = 10;
pub const MOOD_DEFAULT: u8 = 5;
/// Bytes of one picture; it must be smaller than this.
pub const IMAGE_BYTES: usize = 20 * 1024 * 1024;
/// Bytes of one recording; three minutes have about three million.
pub const AUDIO_BYTES: usize = 16 * 1024 * 1024;
/// Milliseconds that a recording may be longer than its plan says: stopping takes a moment.
pub const RECORDING_GRACE: u32 = 2_000;
/// Pixels of one picture, read from its header before decoding.
pub const IMAGE_PIXELS: u64 = 50_000_000;
/// Scalar values of a picture's description.
pub const ALT: usize = 200;
/// Longest edge of the rendition shown on a page.
pub const OPTIMIZED_EDGE: u32 = 1600;
/// Longest edge of the rendition shown in lists.
pub const THUMBNAIL_EDGE: u32 = 480;
/// Bytes of a profile's picture at most.
pub const PORTRAIT_BYTES: usize = 5 * 1024 * 1024;
/// Edges of its square renditions.
pub const PORTRAIT_EDGES: [u32; 3] = [512, 256, 96];

/// Answers to questions of reflection per entry.
pub const REFLECTION_ANSWERS: usize = 5;
/// Unicode scalar values of one.
pub const REFLECTION_ANSWER: usize = 2000;

pub const PASSWORD: usize = 6;
/// Bytes of a password that are still hashed; a longer one is refused before any work.
pub const PASSWORD_BYTES: usize = 1024;
/// Characters of an e-mail address.
pub const EMAIL: usize = 255;
/// Characters of a picture's address.
pub const URL: usize = 2048;
/// Hours for which a day ticket counts as written on its date.
pub const TICKET_HOURS: i64 = 36;
/// Days for which an overwritten text can be restored.
pub const VERSION_DAYS: i64 = 30;
/// The newest of them that are kept all the same; of older ones the oldest of each hour.
pub const VERSIONS: i64 = 50;
/// Hours for which a day's quota counts at least, wherever its person travels.
pub const QUOTA_HOURS: i64 = 20;
/// Unicode scalar values of a text in lists of versions and of the bin.
pub const BEGINNING: usize = 240;
/// Bytes of pictures and recordings that an account keeps, unless the operator says otherwise.
pub const ACCOUNT_BYTES: u64 = 5_000_000_000;
/// Calls to services outside that their log shows, and the days for which it keeps them.
pub const ASSISTANT_CALLS: usize = 100;
pub const ASSISTANT_CALL_DAYS: i64 = 90;
/// Days for which a deleted entry can be restored.
pub const BIN_DAYS: i64 = 30;
/// Friends of one person.
pub const FRIENDS: u16 = 1000;
/// Requests of one person that nobody has accepted and that still stand.
pub const PENDING_REQUESTS: u16 = 100;
/// Days after a decline before a new request of the same person is shown.
pub const DECLINED_DAYS: i64 = 30;
/// Days for which a withdrawn request is remembered, as long as the longest that a decline has to be.
pub const WITHDRAWN_DAYS: i64 = 30;
/// Requests that the mark beside a tab counts; it says 'more' beyond.
pub const COUNTED_REQUESTS: u16 = 99;
/// Invitation codes that everybody has from the start.
pub const OWN_CODES: usize = 3;
/// Days for which an invitation by mail is open, and for which its address is kept once it has ended.
pub const INVITATION_DAYS: i64 = 30;
pub const INVITATION_KEPT_DAYS: i64 = 90;
/// How often one is sent, and how often one person invites an address within [`INVITATION_KEPT_DAYS`].
pub const INVITATION_SENDS: i64 = 3;
pub const INVITATIONS_PER_DAY: i64 = 10;
/// How often an address is invited by everybody together, and within how many days.
pub const ADDRESS_SENDS: i64 = 3;
pub const ADDRESS_DAYS: i64 = 30;
/// Unicode scalar values of what is said in one.
pub const INVITATION_MESSAGE: usize = 500;
/// Own codes, and own invitations, of which lists show the most important ones.
pub const INVITATION_LIST: usize = 100;
/// Unicode scalar values of what is said with a report, and the days for which a closed one is kept.
pub const REPORT_WORDS: usize = 1000;
pub const REPORT_DAYS: i64 = 90;
/// Unicode scalar values of what a cancellation or a withdrawal says; days for which its receipt opens, and for which a closed one is
/// kept.
pub const DECLARATION_NAME: usize = 160;
pub const DECLARATION_CONTRACT: usize = 200;
pub const DECLARATION_REASON: usize = 2000;
pub const RECEIPT_DAYS: i64 = 30;
pub const DECLARATION_DAYS: i64 = 3 * 366;
/// People whom one person blocks at most.
pub const BLOCKS: usize = 1000;
/// Entries of one list page unless the caller asks for fewer or more.
pub const PAGE: usize = 50;
pub const PAGE_MAX: usize = 100;
/// Entries of the dashboard's feed at a time, a few screens on a phone, and as many as one page of it holds.
pub const FEED_PAGE: usize = 20;
pub const FEED_SHOWN: usize = 200;
/// Digits of a secret link's PIN.
pub const PIN_MIN: usize = 4;
pub const PIN: usize = 8;
/// Wrong PINs that close a link until it has a new one.
pub const PIN_FAILURES: i64 = 100;
/// Days after which a link that ends by itself ends at the latest.
pub const LINK_DAYS: i64 = 3650;
