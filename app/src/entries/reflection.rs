//! Reflection: the editor's folded block, and the answers to read.

use super::prose::Prose;
use crate::{
    components::{Icon, ReactIsland, icon},
    request::t,
};
use domain::{
    EntryId, Key, Language, limits,
    reflection::{Question, ReflectionAnswer, SharedAnswer},
};
use leptos::prelude::*;
use serde_json::json;

/// What the block begins with; `answers` are those of `entry`, none for a new one.
#[derive(Debug)]
pub struct Asked {
    pub entry: Option<EntryId>,
    pub questions: Vec<Question>,
    pub answers: Vec<ReflectionAnswer>,
}

#[component]
pub fn ReflectionBlock(asked: Asked, language: Language) -> impl IntoView {
    let Asked { entry, questions, answers } = asked;
    let saved = answers.iter().map(|answer| view! { <Saved answer=answer /> }).collect_view();
    let is_new = answers.is_empty();
    let props = json!({ "entryId": entry, "questions": questions, "answers": answers });
    view! {
        <details class="editor-reflection" id="reflection" open=!is_new>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {t(Key::EditorReflectionTitle)}
            </summary>
            <p class="field-hint">
                {language.fill(Key::EditorReflectionHint, &[("n", &limits::REFLECTION_ANSWERS.to_string())])}
            </p>
            <ReactIsland name="reflection" props=props>
                <div class="reflection" inert=true>
                    {saved}
                    {is_new.then(|| view! { <div class="reflection-card"></div> })}
                </div>
            </ReactIsland>
        </details>
    }
}

/// A saved answer before the widget starts, and without script.
#[component]
fn Saved<'a>(answer: &'a ReflectionAnswer) -> impl IntoView + use<> {
    view! {
        <div class="reflection-card">
            <p class="reflection-question">{answer.question.clone()}</p>
            <p class="reflection-field" dir="auto">
                {answer.answer.clone()}
            </p>
            <div class="reflection-foot"></div>
        </div>
    }
}

/// Questions with what was answered; nothing where nothing was.
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
