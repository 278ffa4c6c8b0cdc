//! `/yearly/{year}/book`: a year as a book, to read and to print. `style/book.css` lays it out.

use crate::{
    PageRequest,
    components::{Frame, Icon, Section, icon, refused::refused},
    request::{streamed, t},
};
use backend::archive::book::{self, Book};
use chrono::Datelike;
use domain::{Key, Language, date, media::Rendition};
use leptos::{nonce::use_nonce, prelude::*};
use std::{fmt::Write, sync::Arc};

pub async fn book_page(request: Arc<PageRequest>) -> AnyView {
    // A year that is no number counts as year 0, which no diary has.
    let year = request.parameter.parse().unwrap_or(0);
    match book::open(&request.backend, &request.viewer, request.language, year).await {
        Ok(book) => page(book, request.language),
        Err(error) => refused(&request, &error, "/yearly".into(), Key::NavYear),
    }
}

fn page(book: Book, language: Language) -> AnyView {
    let (title, counts, year) = (book.title(), book.counts(), book.year);
    let author = book.author.clone();
    let pages = pages(&book, language);
    let cover = book.cover.clone().map(|(image, day)| {
        view! {
            <img
                src=image.url(Rendition::Optimized)
                alt=image.alt_text(language, 1, day)
                width=image.width.max(1).to_string()
                height=image.height.max(1).to_string()
                fetchpriority="high"
            />
        }
    });
    let months = book.months.iter().map(|month| {
        let number = month.first.month();
        let days = language.fill(Key::StatsDays, &[("n", &month.days.to_string())]);
        view! {
            <li>
                <a href=format!("#month-{number}")>{date::month_name(language, number)}</a>
                <span>{days}</span>
            </li>
        }
    });
    let contents = (book.months.len() > 1).then(|| {
        view! {
            <nav class="book-contents" aria-labelledby="contents-title">
                <h2 id="contents-title">{t(Key::ArchiveMonths)}</h2>
                <ol>{months.collect_view()}</ol>
            </nav>
        }
    });
    view! {
        <Frame title=title.clone() section=Section::Year class="book">
            <style nonce=use_nonce() inner_html=pages></style>
            <div class="book-tools">
                <a class="back-link" href=format!("/yearly?year={year}")>
                    <Icon of=icon::ARROW_LEFT />
                    {t(Key::BookBack)}
                </a>
                <div class="row">
                    // A script prints (`frontend-react/src/features/book/print-button.ts`). Without one the sentence below says how.
                    <print-button>
                        <button type="button" class="button button-main" data-busy=t(Key::BookLoading)>
                            {t(Key::BookPdf)}
                        </button>
                    </print-button>
                    <a class="button" href=format!("/api/archive/{year}/book")>
                        <Icon of=icon::DOWNLOAD />
                        {t(Key::BookEpub)}
                    </a>
                </div>
                <p class="book-hint">{t(Key::BookHint)}</p>
            </div>
            <section class="book-cover">
                {cover}
                <h1>{title}</h1>
                <p class="book-author">{author}</p>
                <p class="book-counts">{counts}</p>
            </section>
            {contents}
            {streamed::place(book.pages())}
        </Frame>
    }
    .into_any()
}

/// Paper, page numbers, and for each month a kind of page with its name at the top, because a style sheet has no way to take it from the
/// text. Browsers without margin boxes print the same without them.
fn pages(book: &Book, language: Language) -> String {
    let mut rules = "@page { size: A5; margin: 19mm 17mm 20mm; \
        @top-center { font: 8.5pt Literata, Georgia, serif; color: #6b5f55 } \
        @bottom-center { content: counter(page); font: 8.5pt Literata, Georgia, serif; color: #6b5f55 } } \
        @page book-plain { @bottom-center { content: none } }"
        .to_owned();
    for month in &book.months {
        let number = month.first.month();
        let name = date::month_name(language, number);
        // `write!` to a `String` cannot fail.
        let _ = write!(
            rules,
            " @page book-{number} {{ @top-center {{ content: \"{name} {}\" }} }} \
             .book-month[data-month=\"{number}\"] {{ page: book-{number} }}",
            book.year
        );
    }
    rules
}
