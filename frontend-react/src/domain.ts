// Generated from the Rust types by `cargo xtask check --write`. Do not edit.

export type UserId = string;

export type EntryId = string;

export type ImageId = string;

export type AnswerId = string;

export type Visibility = "private" | "friends" | "public";

export type Language = "de" | "en" | "fr" | "es";

export type Feeling = "happy" | "love" | "cool" | "grateful" | "tired" | "stressed" | "sad" | "angry" | "thoughtful" | "relaxed" | "excited" | "overwhelmed";

export type Mood = { 
/**
 * 1 (worst) to 10 (best).
 */
level: number, feeling: Feeling | null, customEmoji: string | null, 
/**
 * False: nobody chose one, and the level is that of the middle.
 */
isSet: boolean, };

export type Image = { id: ImageId, 
/**
 * Pixels of the original, upright.
 */
width: number, height: number, 
/**
 * A tiny picture as a `data:` URL, shown until the real one is there.
 */
placeholder: string, 
/**
 * What is to be seen on it, for those who do not see it; empty where nobody has said.
 */
alt: string, };

export type DayTicket = { userId: UserId, date: string, 
/**
 * Says that writing began on `date` (product 4).
 */
ticket: string, 
/**
 * When `date` is over.
 */
ends: string, 
/**
 * With `day_end`, which day it is after the next one.
 */
zone: string, 
/**
 * Minutes after midnight at which the diary day ends.
 */
dayEnd: number, 
/**
 * Who reads a new entry unless its writer chooses.
 */
visibility: Visibility, 
/**
 * What `date` had when the ticket was given.
 */
entryId: EntryId | null, };

export type Recording = { 
/**
 * Another one for each recording, so that no player goes on with the one before.
 */
url: string, contentType: string, seconds: number, };

export type Author = { firstName: string, lastName: string, profileImageUrl: string | null, };

export type LinkState = { 
/**
 * From then on it shows nothing.
 */
expiresAt: string | null, hasPin: boolean, 
/**
 * Wrong ones since it was set.
 */
pinFailures: number, 
/**
 * How often somebody else opened its page.
 */
opened: number, lastOpenedAt: string | null, };

export type Entry = { id: EntryId, userId: UserId, date: string, 
/**
 * Text or transcript were changed after the summary was made of them.
 */
summaryIsOutdated: boolean, visibility: Visibility, images: Array<Image>, imageUrls: Array<string>, optimizedImageUrls: Array<string>, thumbnailUrls: Array<string>, mainImageIndex: number, audio?: Recording | null, isFavorite: boolean, createdAt: string, 
/**
 * Present when the reader is not the owner.
 */
user?: Author | null, 
/**
 * Owner only: counts saved changes; an update names the one it started from.
 */
version?: number | null, 
/**
 * Owner only: the try that made this version, as its sender named it.
 */
attempt?: string | null, updatedAt?: string | null, shareToken?: string | null, 
/**
 * JSON of [`crate::ShareOptions`], a string as in spec 3.
 */
shareOptions?: string | null, 
/**
 * Owner only: how the link is, beside what it shows.
 */
shareLink?: LinkState | null, emojis: string, mood: Mood, text: string, summary: string, 
/**
 * Who made the summary: empty the person, 'local' this program, else the service's name.
 */
summarySource: string, topMoment: string, 
/**
 * What was said, in words; possibly without a recording.
 */
audioTranscript: string, };

export type Question = { 
/**
 * The same in every language and for good.
 */
id: string, question: string, };

export type ReflectionAnswer = { id: AnswerId, entryId: EntryId, questionId: string, question: string, answer: string, };

export type ShareOptions = { 
/**
 * The main image.
 */
images: boolean, 
/**
 * The other images.
 */
allImages: boolean, summary: boolean, 
/**
 * Top moment and reflection answers.
 */
details: boolean, 
/**
 * Mood and day emojis.
 */
mood: boolean, originalText: boolean, 
/**
 * Recording and transcript.
 */
audio: boolean, };

export type SummaryMark = "ai" | "automatic";

export type SharedAnswer = { question: string, answer: string, };

export type SharedEntry = { date: string, firstName: string, text?: string | null, summary?: string | null, 
/**
 * With the summary: nobody wrote it, a program did.
 */
summaryMark?: SummaryMark | null, 
/**
 * With the summary: it is of words that were changed since.
 */
summaryIsOutdated?: boolean | null, topMoment?: string | null, reflectionAnswers?: Array<SharedAnswer> | null, emojis?: string | null, mood?: Mood | null, images: Array<Image>, imageUrls: Array<string>, optimizedImageUrls: Array<string>, thumbnailUrls: Array<string>, mainImageIndex: number, 
/**
 * Otherwise the picture at `main_image_index` is the first of the others.
 */
hasMainImage: boolean, audioTranscript?: string | null, audio?: Recording | null, };

export type User = { id: UserId, 
/**
 * The identity provider's name for this person.
 */
uid: string, email: string, displayName: string, firstName: string, lastName: string, username: string, profileImageUrl: string | null, proAccount: boolean, defaultVisibility: Visibility, };
