//! Small words that say something about a sentence, in the four languages.

use domain::Language;

pub const HESITATION: [&str; 10] = ["äh", "ähm", "öh", "öhm", "ehm", "hm", "hmm", "euh", "uhm", "mhm"];

/// What stands before a full stop that ends nothing. Those that often do end a sentence (usw., etc.) are left out.
pub const ABBREVIATIONS: [&str; 40] = [
    "bzw", "ca", "dr", "prof", "nr", "str", "st", "hr", "hrn", "fr", "frl", "evtl", "ggf", "inkl", "exkl", "vgl",
    "tel", "min", "std", "mio", "mr", "mrs", "ms", "jr", "vs", "mme", "mlle", "mm", "sr", "sra", "srta", "dra", "ud",
    "uds", "pág", "av", "dipl", "ing", "geb", "abs",
];

/// What a surname follows.
pub const TITLES: [&str; 14] = [
    "frau", "herr", "herrn", "dr", "familie", "prof", "mr", "mrs", "ms", "madame", "monsieur", "señor", "señora",
    "doña",
];

pub const BEFORE_ORDINAL: [&str; 24] = [
    "am", "der", "den", "dem", "die", "das", "zum", "vom", "beim", "im", "ab", "bis", "seit", "unser", "unseren",
    "unserem", "mein", "meinen", "meinem", "ihr", "ihren", "ihrem", "sein", "seinen",
];
pub const AFTER_ORDINAL: [&str; 22] = [
    "januar",
    "jänner",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
    "advent",
    "geburtstag",
    "stock",
    "klasse",
    "kilometer",
    "platz",
    "mal",
    "etage",
    "jahrestag",
];

/// Where a sentence that never ends can be taken apart: before these words.
pub const JOINTS: [&str; 16] = [
    "und", "aber", "dann", "danach", "weil", "and", "but", "then", "because", "et", "mais", "puis", "y", "pero",
    "luego", "después",
];

/// Words at the beginning that point at the sentence before.
pub fn points_back(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => &[
            "er",
            "sie",
            "es",
            "das",
            "dies",
            "diese",
            "dieser",
            "dieses",
            "diesen",
            "dort",
            "da",
            "dabei",
            "dafür",
            "darauf",
            "davon",
            "davor",
            "darüber",
            "deshalb",
            "deswegen",
            "trotzdem",
            "stattdessen",
            "außerdem",
            "sonst",
            "jedenfalls",
            "beide",
            "beides",
            "ihm",
            "ihn",
            "ihr",
            "ihnen",
            "seine",
            "ihre",
            "sein",
            "denn",
            "oder",
            "dadurch",
            "dazu",
            "damit",
            "so",
            "solche",
            "derselbe",
            "dasselbe",
            "genau",
            "auch",
            "nur",
            "dazwischen",
        ],
        Language::En => &[
            "he",
            "she",
            "it",
            "they",
            "this",
            "that",
            "these",
            "those",
            "there",
            "his",
            "her",
            "their",
            "its",
            "so",
            "therefore",
            "instead",
            "otherwise",
            "such",
            "both",
            "which",
            "or",
        ],
        Language::Fr => &[
            "il", "elle", "ils", "elles", "ça", "cela", "c'est", "c'était", "ce", "cette", "ces", "cet", "là", "donc",
            "sinon", "celui", "celle", "son", "sa", "ses", "leur", "leurs", "ou",
        ],
        Language::Es => &[
            "él", "ella", "ellos", "ellas", "eso", "esto", "este", "esta", "estos", "estas", "ese", "esa", "ahí",
            "allí", "así", "entonces", "su", "sus", "o", "le", "les", "lo", "la",
        ],
    }
}

/// Persons who were named before.
pub fn persons(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => &["er", "sie", "ihn", "ihm", "ihr", "ihnen", "davon", "darüber", "dabei", "dafür", "daran"],
        Language::En => &["he", "she", "him", "her", "they", "them", "it"],
        Language::Fr => &["il", "elle", "lui", "eux", "ils", "elles", "leur"],
        Language::Es => &["él", "ella", "ellos", "ellas", "le", "les"],
    }
}

/// Words at the beginning that a sentence can do without once it stands alone; those with `,` only before a comma.
pub fn connectives(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => {
            &["und", "aber", "denn", "also,", "ja,", "naja,", "tja,", "nun,", "gut,", "jedenfalls,", "ach,"]
        }
        Language::En => &["and", "but", "well,", "so,", "anyway,", "um,", "yes,", "ok,", "okay,"],
        Language::Fr => &["et", "mais", "bon,", "alors,", "bref,", "enfin,", "oui,"],
        Language::Es => &["y", "pero", "bueno,", "pues,", "entonces,", "eh,", "sí,"],
    }
}

/// Beginnings of words that a person uses where something mattered.
pub fn weight(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => &[
            "endlich",
            "stolz",
            "glücklich",
            "traurig",
            "dankbar",
            "wütend",
            "gefreut",
            "freue",
            "geschafft",
            "erschöpft",
            "angst",
            "überrasch",
            "verliebt",
            "wichtig",
            "beschlossen",
            "entschieden",
            "gemerkt",
            "gelernt",
            "geweint",
            "gelacht",
            "vermiss",
            "höhepunkt",
            "schönst",
            "beste",
            "schlimmst",
            "gestritten",
            "streit",
            "versöhn",
            "geburtstag",
            "gefeiert",
            "bestanden",
            "zusage",
            "absage",
            "erleichtert",
            "aufgeregt",
            "besucht",
            "hochzeit",
        ],
        Language::En => &[
            "finally",
            "proud",
            "happy",
            "sad",
            "grateful",
            "angry",
            "glad",
            "managed",
            "exhausted",
            "afraid",
            "surpris",
            "love",
            "important",
            "decided",
            "realis",
            "realiz",
            "learn",
            "cried",
            "laugh",
            "miss",
            "highlight",
            "best",
            "worst",
            "argu",
            "birthday",
            "celebrat",
            "passed",
            "relieved",
            "excited",
            "visited",
            "wedding",
        ],
        Language::Fr => &[
            "enfin",
            "fier",
            "fière",
            "heureu",
            "triste",
            "reconnaissant",
            "colère",
            "content",
            "réussi",
            "épuisé",
            "peur",
            "surpris",
            "amoureu",
            "important",
            "décidé",
            "compris",
            "appris",
            "pleuré",
            "manqu",
            "meilleur",
            "pire",
            "dispute",
            "anniversaire",
            "fêté",
            "soulagé",
            "mariage",
        ],
        Language::Es => &[
            "por fin",
            "orgullos",
            "feliz",
            "triste",
            "agradecid",
            "enfadad",
            "content",
            "logr",
            "agotad",
            "miedo",
            "sorpr",
            "enamorad",
            "important",
            "decidi",
            "aprend",
            "llor",
            "reí",
            "echo de menos",
            "mejor",
            "peor",
            "discuti",
            "cumpleaños",
            "celebr",
            "aliviad",
            "boda",
        ],
    }
}

/// Before these, "also" is only a breath.
pub const AFTER_ALSO: [&str; 10] = ["heute", "gestern", "ich", "wir", "er", "sie", "am", "der", "die", "das"];

/// "For the first time" and the like.
pub fn firsts(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => &["zum ersten mal", "nie wieder", "am meisten", "merk dir", "vergesse ich nie", "noch nie"],
        Language::En => &["for the first time", "never again", "most of all", "never forget"],
        Language::Fr => &["pour la première fois", "plus jamais", "n'oublierai"],
        Language::Es => &["por primera vez", "nunca más", "no olvidar"],
    }
}

/// What takes the next words back.
pub fn negations(language: Language) -> &'static [&'static str] {
    match language {
        Language::De => &["nicht", "kein", "keine", "keinen", "keinem", "keiner", "ohne", "nie", "niemals"],
        Language::En => &["not", "no", "without", "never", "didn't", "don't", "wasn't", "isn't", "couldn't"],
        Language::Fr => &["pas", "sans", "jamais", "aucun", "aucune"],
        Language::Es => &["no", "sin", "nunca", "ningún", "ninguna", "tampoco"],
    }
}
