//! Line drawings for empty states in two colours: soft ink, and an accent for the main thing.

use leptos::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// An open notebook under a lamp: nothing written yet.
    Notebook,
    /// The sun above a blank book: the first day.
    Sunrise,
    /// A closed notebook with a band: not for these eyes.
    Closed,
    /// A loose page: nothing at this address.
    LoosePage,
    /// A thread that is cut: a link that ended.
    CutThread,
    /// A letter on its way.
    Letter,
    /// A shelf of notebooks with a free place: a year without entries.
    Shelf,
    /// Two cups on a table, for nobody yet.
    TwoCups,
    /// A lens over lines, for a search.
    Lens,
    /// A flower pressed between pages: no favourite yet.
    Pressed,
    /// A thread between two places: no link yet.
    Thread,
    /// An empty basket: nothing thrown away.
    Basket,
}

impl Drawing {
    pub fn view(self) -> impl IntoView {
        view! {
            <svg
                class="drawing"
                xmlns="http://www.w3.org/2000/svg"
                viewBox="0 0 160 112"
                width="144"
                height="101"
                fill="none"
                stroke="currentColor"
                aria-hidden="true"
                inner_html=self.lines()
            ></svg>
        }
    }

    fn lines(self) -> &'static str {
        match self {
            Self::Notebook => NOTEBOOK,
            Self::Sunrise => SUNRISE,
            Self::Closed => CLOSED,
            Self::LoosePage => LOOSE_PAGE,
            Self::CutThread => CUT_THREAD,
            Self::Letter => LETTER,
            Self::Shelf => SHELF,
            Self::TwoCups => TWO_CUPS,
            Self::Lens => LENS,
            Self::Pressed => PRESSED,
            Self::Thread => THREAD,
            Self::Basket => BASKET,
        }
    }
}

const NOTEBOOK: &str = r#"<path d="M8 102h144"/><path d="M70 96c-12-7-30-8-46-4V56c16-4 34-3 46 4 12-7 30-8 46-4v36c-16-4-34-3-46 4z"/><path d="M70 60v36"/><path d="M34 66c9-1.5 18-1 26 2M34 76c9-1.5 18-1 26 2"/><path class="tint" d="M80 78c6-3 10 2 16-1M80 68c8-3 16 1 26-1"/><path d="M136 102V40l-22-24"/><path class="tint" d="m120 8-20 18 6 6 20-18z"/><path class="tint" d="m96 34-6 6M106 40l-3 8M91 27l-8 2"/><path d="M126 102h20"/>"#;

const SUNRISE: &str = r#"<path d="M8 102h144"/><path d="M80 98c-14-8-36-9-54-4V62c18-5 40-4 54 4 14-8 36-9 54-4v32c-18-5-40-4-54 4z"/><path d="M80 66v32"/><path d="M36 74c11-2 22-1 32 3"/><path class="tint" d="M56 54a24 24 0 0 1 48 0"/><path class="tint" d="M80 20V10M56 30l-7-7M104 30l7-7M44 52H34M116 52h10"/><path class="tint" d="M92 76c6-3 10 2 16-1"/>"#;

const CLOSED: &str = r#"<path d="M8 102h144"/><path d="M44 14h64a6 6 0 0 1 6 6v70a6 6 0 0 1-6 6H44z"/><path d="M44 14a6 6 0 0 0-6 6v76a6 6 0 0 1 6-6"/><path d="M38 96a6 6 0 0 0 6 6h64"/><path d="M54 28h20"/><path class="tint" d="M100 14v82"/><path class="tint" d="M92 52h16a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H92a3 3 0 0 1-3-3V55a3 3 0 0 1 3-3zM94 52v-4a6 6 0 0 1 12 0v4"/>"#;

const LOOSE_PAGE: &str = r#"<path d="M8 104h144"/><path d="m50 20 38-6.1 13.9 10L111 81l-50 8z"/><path d="m88 13.9 1.9 11.9 12-1.9"/><path d="m62 35 20-3.2M64 47l34-5.4M66 59l34-5.4M68 71l18-2.9"/><path class="tint" d="M20 58c10-6 16 6 24 0M24 74c9-6 16 6 26 0M120 38c6-4 10 4 16 0M124 56c6-4 9 3 15 0"/>"#;

const CUT_THREAD: &str = r#"<path d="M8 102h144"/><path d="M20 66c14-26 30-28 38-12 6 12-8 22-14 12-5-9 8-20 24-14"/><path d="M140 66c-14-26-30-28-38-12-6 12 8 22 14 12 5-9-8-20-24-14"/><path class="tint" d="M80 30v-8M70 34l-5-6M90 34l5-6M80 74v8M71 70l-5 6M89 70l5 6"/>"#;

const LETTER: &str = r#"<path d="M8 102h144"/><path d="M52 30h80a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H52a4 4 0 0 1-4-4V34a4 4 0 0 1 4-4z"/><path d="m50 33 42 31 42-31"/><path d="m50 83 28-29M134 83l-28-29"/><path class="tint" d="M14 44h22M22 58h14M10 72h26"/>"#;

const SHELF: &str = r#"<path d="M8 88h144M20 88v14M140 88v14"/><path d="M30 30h14v58H30zM44 40h12v48H44zM56 24h16v64H56z"/><path d="M60 36h8M34 42h6M48 52h4"/><path d="m124 34-13 4 15 49 13-4z"/><path class="tint" stroke-dasharray="4 5" d="M80 34h18v54H80z"/><path class="tint" d="M89 22v-8M78 25l-5-6M100 25l5-6"/>"#;

const TWO_CUPS: &str = r#"<path d="M8 102h144"/><path d="M36 64h36v22a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16z"/><path d="M36 70h-6a8 8 0 0 0 0 16h6.500"/><path d="M88 64h36v22a16 16 0 0 1-16 16h-4a16 16 0 0 1-16-16z"/><path d="M124 70h6a8 8 0 0 1 0 16h-6.500"/><path class="tint" d="M48 54c-5-6 5-10 0-16M60 54c-5-6 5-10 0-16M100 54c5-6-5-10 0-16M112 54c5-6-5-10 0-16"/>"#;

const LENS: &str = r#"<path d="M8 102h144"/><path d="M40 16h62a6 6 0 0 1 6 6v14M40 16a6 6 0 0 0-6 6v80M108 78v24"/><path d="M46 34h34M46 46h24M46 58h18M46 70h22M46 82h34"/><path class="tint" d="M96 38a20 20 0 1 0 0 40 20 20 0 1 0 0-40M110.500 72.500 130 92"/><path class="tint" d="M86 56c4-4 7 3 11-1s6 2 9 0"/>"#;

const PRESSED: &str = r#"<path d="M8 102h144"/><path d="M80 94c-14-8-36-9-54-4V38c18-5 40-4 54 4 14-8 36-9 54-4v52c-18-5-40-4-54 4z"/><path d="M80 42v52"/><path d="M36 52c11-2 22-1 32 3M36 64c11-2 22-1 32 3M36 76c11-2 22-1 32 3"/><path class="tint" d="M106 84c-1-10 0-18 3-24M107 74c5-1 8-4 9-8-5 0-8 3-9 8zM105 78c-5-1-8-4-9-8 5 0 8 3 9 8z"/><path class="tint" d="M109 60c-6-3-8-9-4-12 3-2 6 0 6 3 1-3 5-4 7-1 3 4-1 9-9 10z"/>"#;

const THREAD: &str = r#"<path d="M8 102h144"/><path d="M22 46h34a4 4 0 0 1 4 4v48H18V50a4 4 0 0 1 4-4z"/><path d="M28 58h22M28 68h22M28 78h14"/><path d="M104 46h34a4 4 0 0 1 4 4v48h-42V50a4 4 0 0 1 4-4z"/><path d="M110 58h22M110 68h22M110 78h14"/><path class="tint" d="M39 40c4-22 26-26 32-12 5 12-11 16-10 4 2-14 24-18 36-6 9 8 16 8 24 12"/><path class="tint" d="m117 32 4 6-7 2"/>"#;

const BASKET: &str = r#"<path d="M8 102h144"/><path d="M54 46h52l-6 56H60z"/><path d="M50 46h60"/><path d="M68 56l3 36M80 56v36M92 56l-3 36M57 66h46M58 80h44"/><path class="tint" d="M70 22c5-6 10 4 16-2M92 30c4-5 8 3 13-2M60 32c3-4 6 2 10-2"/>"#;
