//! Limits of spec 9 and, where the specification gives none, of `docs/product.md`.

/// Unicode scalar values of an entry's text.
pub const TEXT: usize = 3000;
/// The same for a text that was imported. Whoever changes it can only make it shorter, until it fits [`TEXT`].
pub const IMPORTED_TEXT: usize = 30_000;
pub const SUMMARY: usize = 1000;
pub const TOP_MOMENT: usize = 200;
/// Unicode scalar values of a recording's transcript.
pub const TRANSCRIPT: usize = 10_000;
pub const NAME: usize = 80;
/// Bytes of the idempotency key of a save.
pub const IDEMPOTENCY_KEY: usize = 64;
/// Characters of a username.
pub const USERNAME_MIN: usize = 3;
pub const USERNAME: usize = 30;
/// The latest end of a diary day, in minutes after midnight, and the step between possible values.
pub const DAY_END: u16 = 300;
pub const DAY_END_STEP: u16 = 30;

/// Emojis as a person counts them: graphemes.
pub const DAY_EMOJIS: usize = 7;
/// Scalar values of the stored day emojis. It bounds long emoji sequences.
pub const DAY_EMOJI_SCALARS: usize = 80;
pub const MOOD_MIN: u8 = 1;
pub const MOOD_MAX: u8 = 10;
pub const MOOD_DEFAULT: u8 = 5;
/// Bytes of one picture. It must be smaller than this.
pub const IMAGE_BYTES: usize = 20 * 1024 * 1024;
/// Bytes of one recording. Three minutes need about three million.
pub const AUDIO_BYTES: usize = 16 * 1024 * 1024;
/// Milliseconds that a recording may exceed its plan's length, because stopping takes a moment.
pub const RECORDING_GRACE: u32 = 2_000;
/// Pixels of one picture, read from its header before decoding.
pub const IMAGE_PIXELS: u64 = 50_000_000;
/// Scalar values of a picture's description.
pub const ALT: usize = 200;
/// Longest edge of the rendition shown on a page.
pub const OPTIMIZED_EDGE: u32 = 1600;
/// Longest edge of the rendition shown in lists.
pub const THUMBNAIL_EDGE: u32 = 480;
/// Bytes of a profile picture.
pub const PORTRAIT_BYTES: usize = 5 * 1024 * 1024;
/// Edges of the square renditions of a profile picture, in pixels.
pub const PORTRAIT_EDGES: [u32; 3] = [512, 256, 96];

/// Answers to reflection questions per entry.
pub const REFLECTION_ANSWERS: usize = 5;
/// Unicode scalar values of one answer.
pub const REFLECTION_ANSWER: usize = 2000;

pub const PASSWORD: usize = 6;
/// Bytes of a password. A longer one is refused before it is hashed.
pub const PASSWORD_BYTES: usize = 1024;
/// Characters of an e-mail address.
pub const EMAIL: usize = 255;
/// Characters of a picture's URL.
pub const URL: usize = 2048;
/// Hours for which writing with a day ticket counts as written on its date.
pub const TICKET_HOURS: i64 = 36;
/// Entries that a person has before a page may hint at Pro (product 21).
pub const ENTRIES_BEFORE_PRO: i64 = 5;
/// Days back from the person's diary day for which a missed day can be written on Free (product 4).
pub const MISSED_DAYS: i64 = 7;
/// The first year whose days can be written.
pub const FIRST_YEAR: i32 = 1900;
/// Days for which an overwritten text can be restored.
pub const VERSION_DAYS: i64 = 30;
/// The newest versions are all kept, up to this number. Of older ones, the oldest of each hour is kept.
pub const VERSIONS: i64 = 50;
/// Hours for which a day's quota counts at least, even if the person changes the zone.
pub const QUOTA_HOURS: i64 = 20;
/// Unicode scalar values of an excerpt in the lists of versions and of deleted entries.
pub const BEGINNING: usize = 240;
/// Bytes of pictures and recordings of one account, unless the operator sets another limit.
pub const ACCOUNT_BYTES: u64 = 5_000_000_000;
/// Entries in the bin.
pub const BIN: i64 = 400;
/// Calls that the log of outside services shows, and the days for which it keeps them.
pub const ASSISTANT_CALLS: usize = 100;
pub const ASSISTANT_CALL_DAYS: i64 = 90;
/// Days for which the audit log keeps an event, and events of one kind that it takes from one person within a day.
pub const AUDIT_DAYS: i64 = 90;
pub const AUDIT_PER_DAY: i64 = 50;
/// Events that the settings show, and events on a page of the audit log.
pub const AUDIT_SHOWN: usize = 20;
pub const AUDIT_PAGE: usize = 50;
/// Days for which a deleted entry can be restored.
pub const BIN_DAYS: i64 = 30;
/// Friends of one person.
pub const FRIENDS: u16 = 1000;
/// Friend requests of one person that were not accepted and not withdrawn.
pub const PENDING_REQUESTS: u16 = 100;
/// Days after a decline before a new request of the same person is shown.
pub const DECLINED_DAYS: i64 = 30;
/// Days for which a withdrawn request is remembered. At least `DECLINED_DAYS`, so that withdrawing a request does not erase its decline.
pub const WITHDRAWN_DAYS: i64 = 30;
/// Requests that the badge on a tab counts. Beyond this number it shows 'more'.
pub const COUNTED_REQUESTS: u16 = 99;
/// Invitation codes that every person gets at the start.
pub const OWN_CODES: usize = 3;
/// Days for which an invitation by mail is open, and days for which its address is kept after it has ended.
pub const INVITATION_DAYS: i64 = 30;
pub const INVITATION_KEPT_DAYS: i64 = 90;
/// How often one invitation is sent, and how often one person can invite the same address within [`INVITATION_KEPT_DAYS`].
pub const INVITATION_SENDS: i64 = 3;
pub const INVITATIONS_PER_DAY: i64 = 10;
/// How often all people together can invite an address, and the number of days for which this counts.
pub const ADDRESS_SENDS: i64 = 3;
pub const ADDRESS_DAYS: i64 = 30;
/// Unicode scalar values of the message in an invitation.
pub const INVITATION_MESSAGE: usize = 500;
/// Entries in the list of own codes and in the list of own invitations. The most important ones are shown.
pub const INVITATION_LIST: usize = 100;
/// Unicode scalar values of the text of a report, and the days for which a closed report is kept.
pub const REPORT_WORDS: usize = 1000;
pub const REPORT_DAYS: i64 = 90;
/// Unicode scalar values of the fields of a cancellation or withdrawal, the days for which its receipt can be opened, and the days for
/// which a closed declaration is kept.
pub const DECLARATION_NAME: usize = 160;
pub const DECLARATION_CONTRACT: usize = 200;
pub const DECLARATION_REASON: usize = 2000;
pub const RECEIPT_DAYS: i64 = 30;
pub const DECLARATION_DAYS: i64 = 3 * 366;
/// Bytes of a file to import, hours in which it is kept for its person to take it over, and days in which that can be undone.
pub const IMPORT_BYTES: u64 = 2_000_000_000;
pub const IMPORT_HOURS: i64 = 24;
pub const IMPORT_UNDO_DAYS: i64 = 30;
/// Files to import that come in at the same time, and bytes of all that wait, above which no further one comes in.
pub const IMPORTS_AT_ONCE: usize = 8;
pub const IMPORTS_BYTES: u64 = 50_000_000_000;
/// Days within which somebody who leaves comes back by signing in.
pub const LEAVING_DAYS: i64 = 14;
/// Unicode scalar values of each text in a LinkedIn profile, and of a post, which is what LinkedIn takes.
pub const LINKEDIN_FIELD: usize = 2000;
pub const LINKEDIN_POST: usize = 3000;
/// People whom one person can block.
pub const BLOCKS: usize = 1000;
/// Entries of one page of a list, and the most that a caller can ask for.
pub const PAGE: usize = 50;
pub const PAGE_MAX: usize = 100;
/// Entries of the feed that are loaded at a time (a few screens on a phone), and entries that one page of it can hold.
pub const FEED_PAGE: usize = 20;
pub const FEED_SHOWN: usize = 200;
/// Unicode scalar values of what is looked for in one's own entries, and the words of it and the letters of a word that count.
pub const SEARCH: usize = 100;
pub const SEARCH_WORDS: usize = 8;
pub const SEARCH_WORD: usize = 40;
/// Emojis of a search that count.
pub const SEARCH_EMOJIS: usize = 3;
/// Entries of one page of results, and scalar values of what a result shows of its entry.
pub const SEARCH_PAGE: usize = 20;
pub const SEARCH_SNIPPET: usize = 160;
/// Digits of a secret link's PIN.
pub const PIN_MIN: usize = 4;
pub const PIN: usize = 8;
/// Wrong PINs that close a link until it gets a new PIN.
pub const PIN_FAILURES: i64 = 100;
/// The latest expiry of a link, in days from now.
pub const LINK_DAYS: i64 = 3650;
/// Days in a row after which a streak is rewarded (spec 1).
pub const STREAK_BONUS_DAYS: u32 = 5;
/// Invitation codes for such a streak.
pub const STREAK_BONUS_CODES: usize = 2;
/// Days for which the dashboard tells of them.
pub const STREAK_BONUS_SHOWN_DAYS: i64 = 3;
/// Years that the year in review offers (spec 9).
pub const YEARS_OFFERED: i32 = 5;
/// Years back in which 'Heute vor …' looks for this day.
pub const MEMORY_YEARS: usize = 20;
/// Memories of earlier years that are shown at once.
pub const MEMORIES: usize = 3;
/// A mood up to this level is low: such a day is folded when it is shown as a memory.
pub const LOW_MOOD: u8 = 3;
