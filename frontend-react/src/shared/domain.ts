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
 * False: nobody chose a level, and it is the default. There may be a feeling or an emoji all the same.
 */
isSet: boolean, };

export type Image = { id: ImageId, 
/**
 * Pixels of the original, upright.
 */
width: number, height: number, 
/**
 * A tiny preview as a `data:` URL, shown until the picture is loaded.
 */
placeholder: string, 
/**
 * The alternative text. Empty: nobody has written one.
 */
alt: string, };

export type DayTicket = { userId: UserId, date: string, 
/**
 * A signed ticket: it creates the entry of `date`, and opens none that is closed (product 4).
 */
ticket: string, 
/**
 * The end of `date`.
 */
ends: string, 
/**
 * The zone in which `day_end` tells the diary day after `ends`.
 */
zone: string, 
/**
 * Minutes after midnight at which the diary day ends.
 */
dayEnd: number, 
/**
 * The default visibility of a new entry.
 */
visibility: Visibility, 
/**
 * The entry of `date`, if there was one when the ticket was issued.
 */
entryId: EntryId | null, };

export type Recording = { 
/**
 * Every recording has a URL of its own, so that no player continues with an earlier recording.
 */
url: string, contentType: string, seconds: number, };

export type Author = { firstName: string, lastName: string, profileImageUrl: string | null, };

export type LinkState = { 
/**
 * The time at which the link ends.
 */
expiresAt: string | null, hasPin: boolean, 
/**
 * Wrong PINs since this PIN was set.
 */
pinFailures: number, 
/**
 * How often somebody other than the owner opened the page.
 */
opened: number, lastOpenedAt: string | null, };

export type Entry = { id: EntryId, userId: UserId, date: string, 
/**
 * Text or transcript were changed after the summary was made from them.
 */
summaryIsOutdated: boolean, visibility: Visibility, images: Array<Image>, imageUrls: Array<string>, optimizedImageUrls: Array<string>, thumbnailUrls: Array<string>, mainImageIndex: number, audio?: Recording | null, isFavorite: boolean, 
/**
 * Begun on a later day than its own. Only its owner learns that; false for everybody else.
 */
isBackfilled: boolean, createdAt: string, 
/**
 * Present when the reader is not the owner.
 */
user?: Author | null, 
/**
 * Owner only: counts saved changes. An update names the version that it started from.
 */
version?: number | null, updatedAt?: string | null, shareToken?: string | null, 
/**
 * Owner only: JSON of [`crate::ShareOptions`], a string as in spec 3.
 */
shareOptions?: string | null, 
/**
 * Owner only: the state of the link, apart from what it shows.
 */
shareLink?: LinkState | null, emojis: string, mood: Mood, text: string, summary: string, 
/**
 * The author of the summary: empty for the person, 'local' for this program, else the name of the service.
 */
summarySource: string, topMoment: string, 
/**
 * The recording as text. It can exist without a recording.
 */
audioTranscript: string, };

export type Question = { 
/**
 * The id is the same in every language and never changes.
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
 * The top moment.
 */
details: boolean, 
/**
 * The reflection's answers.
 */
reflection: boolean, 
/**
 * Mood and day emojis.
 */
mood: boolean, originalText: boolean, 
/**
 * Recording and transcript.
 */
audio: boolean, };

export type LinkView = { 
/**
 * Empty: there is no link.
 */
token: string, 
/**
 * The parts that it shows.
 */
options: ShareOptions, 
/**
 * The text about the link's end; empty: it works until its owner ends it.
 */
expires: string, isOver: boolean, 
/**
 * Whether its visitors are refused: it has expired, or wrong PINs have closed it.
 */
isClosed: boolean, hasPin: boolean, 
/**
 * How many wrong PINs there were, and what became of the link.
 */
pinFailures: string, 
/**
 * How often somebody opened it.
 */
opened: string, };

export type Expiry = "Never" | { "Days": number } | { "Date": string } | { "At": string };

export type PinChange = "Remove" | { "Set": string };

export type ExpectedLink = "NoLink" | { "Link": { token: string, options: ShareOptions, } };

export type LinkForm = { options?: ShareOptions, expiry?: Expiry, pin?: PinChange, 
/**
 * The link that the owner saw. If the entry has another link by now, nothing changes (`link_changed`).
 */
expected?: ExpectedLink, };

export type SummaryMark = "ai" | "automatic";

export type SharedAnswer = { question: string, answer: string, };

export type SharedEntry = { date: string, firstName: string, text?: string | null, summary?: string | null, 
/**
 * Present with the summary, if no person wrote it.
 */
summaryMark?: SummaryMark | null, 
/**
 * Present with the summary. True: the text was changed after the summary was made.
 */
summaryIsOutdated?: boolean | null, topMoment?: string | null, reflectionAnswers?: Array<SharedAnswer> | null, emojis?: string | null, mood?: Mood | null, images: Array<Image>, imageUrls: Array<string>, optimizedImageUrls: Array<string>, thumbnailUrls: Array<string>, mainImageIndex: number, 
/**
 * Whether there is a main picture. Otherwise the one at `main_image_index` is the first of the other pictures.
 */
hasMainImage: boolean, audioTranscript?: string | null, audio?: Recording | null, };

export type User = { id: UserId, 
/**
 * The identity provider's id of this person.
 */
uid: string, email: string, displayName: string, firstName: string, lastName: string, username: string, profileImageUrl: string | null, proAccount: boolean, defaultVisibility: Visibility, };

export type PostGoal = "diskussion" | "reichweite" | "vernetzung" | "website-besuch" | "angebot";

export type Tonality = "inspirierend" | "pragmatisch" | "humorvoll" | "seriös" | "locker" | "persönlich";

export type AddressForm = "du" | "sie";

export type PostLanguage = "deutsch" | "englisch" | "französisch" | "spanisch";

export type CtaType = "kommentieren" | "vernetzen" | "website" | "angebot";

export type LinkedInProfile = { linkedinInfo: string, generalDescription: string, targetAudience: string, postGoal: PostGoal | "", tonality: Tonality | "", addressForm: AddressForm, language: PostLanguage, ctaType: CtaType | "", ctaText: string, specialInstructions: string, };
