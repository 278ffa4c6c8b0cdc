//! The answers of reflection, to read.

use super::prose::Prose;
use domain::{Key, Language, reflection::SharedAnswer};
use leptos::prelude::*;

/// Questions with their answers. Empty if there are none.
#[component]
pub fn Answers(answers: Vec<SharedAnswer>, language: Language) -> impl IntoView {
    (!answers.is_empty()).then(|| {
        let answers = answers.into_iter().map(|SharedAnswer { question, answer }| {
            view! {
                <div class="reflection-answer">
                    <dt>{question}</dt>
                    <dd>
                        <Prose text=answer />
                    </dd>
                </div>
            }
        });
        view! {
            <section class="reflection-answers">
                <h2 class="entry-label">{language.text(Key::EntryReflection)}</h2>
                <dl>{answers.collect_view()}</dl>
            </section>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Answers;
    use domain::{Language, reflection::SharedAnswer};
    use leptos::prelude::*;

    #[test]
    fn an_answer_stands_below_its_question_and_cannot_become_markup() {
        let answer = SharedAnswer { question: "Wie?".into(), answer: "<b>so</b>\nund so".into() };
        let html = view! { <Answers answers=vec![answer] language=Language::De /> }.to_html();
        assert!(html.contains("Wie?") && html.contains("&lt;b&gt;so&lt;/b&gt;"), "{html}");
        assert!(html.find("Wie?") < html.find("und so"), "{html}");
        let none = view! { <Answers answers=vec![] language=Language::De /> }.to_html();
        assert!(!none.contains("Reflexion"), "{none}");
    }
}
