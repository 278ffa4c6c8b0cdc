//! Reflection: the editor's block of questions.

use crate::components::ReactIsland;
use domain::{
    EntryId, Key, Language, limits,
    reflection::{Question, ReflectionAnswer},
};
use leptos::prelude::*;
use serde_json::json;

/// The block's first state; `answers` are those of `entry`, none for a new one.
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
        <p class="field-hint">
            {language.fill(Key::EditorReflectionHint, &[("n", &limits::REFLECTION_ANSWERS.to_string())])}
        </p>
        <ReactIsland name="reflection" props=props>
            <div class="reflection" inert=true>
                {saved}
                {is_new.then(|| view! { <div class="reflection-card"></div> })}
            </div>
        </ReactIsland>
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
