//! Answers to questions: owner, number, closing time and readers.

use crate::world::{
    World,
    diary::{code, pro, writing},
};
use backend::{
    Result, Viewer,
    entries::{create, open, set_visibility, ticket},
    reflection::{answer, answers, question_of_day, questions, remove},
};
use chrono::TimeDelta;
use domain::{
    AnswerId, Entry, EntryForm, EntryId, Language, Visibility,
    reflection::{AnswerForm, ReflectionAnswer},
};
use futures::future::join_all;
use std::collections::HashSet;
use uuid::Uuid;

fn form(question_id: &str, answer: &str) -> AnswerForm {
    AnswerForm { question_id: question_id.into(), answer: answer.into(), previous: None }
}

async fn say(w: &World, who: &Viewer, entry: EntryId, question: &str, words: &str) -> Result<ReflectionAnswer> {
    answer(&w.backend, who, entry, form(question, words), None, Language::De).await
}

async fn take(w: &World, who: &Viewer, id: AnswerId, ticket: Option<&str>) -> Result<()> {
    remove(&w.backend, who, id, None, ticket, Language::De).await
}

/// The answers of the entry: question ids and words.
async fn read(w: &World, who: &Viewer, entry: EntryId) -> Vec<(String, String)> {
    let answers = answers(&w.backend, who, entry, Language::De).await.unwrap();
    answers.into_iter().map(|answer| (answer.question_id, answer.answer)).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(question, answer)| ((*question).into(), (*answer).into())).collect()
}

async fn entry(w: &World, owner: &Viewer) -> Entry {
    create(&w.backend, owner, writing("x"), vec![]).await.unwrap()
}

/// Ids of the first `count` questions.
fn ids(anna: &Viewer, count: usize) -> Vec<String> {
    questions(anna, Language::De).unwrap().into_iter().take(count).map(|question| question.id).collect()
}

story!(an_answer_is_kept_and_a_second_one_to_the_same_question_takes_its_place, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let first = say(&w, &anna, made.id, "song", "  Moon River\r\n").await.unwrap();
    assert_eq!((first.answer.as_str(), first.entry_id), ("Moon River", made.id));
    assert_eq!(first.question, "Welches Lied passt zu diesem Tag?");
    say(&w, &anna, made.id, "colour", "Grau").await.unwrap();
    w.later(TimeDelta::minutes(1));
    let again = say(&w, &anna, made.id, "song", "Summertime").await.unwrap();
    assert_eq!(again.id, first.id);
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("song", "Summertime"), ("colour", "Grau")]));
    let english = answers(&w.backend, &anna, made.id, Language::En).await.unwrap();
    assert_eq!(english[0].question, "Which song goes with this day?");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap().version, Some(1), "the version stays");

    take(&w, &anna, first.id, None).await.unwrap();
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("colour", "Grau")]));
    assert_eq!(code(take(&w, &anna, first.id, None).await), "answer_not_found");
    say(&w, &anna, made.id, "song", "Misty").await.unwrap();
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("colour", "Grau"), ("song", "Misty")]));
});

story!(an_answer_that_changed_elsewhere_is_neither_overwritten_nor_removed_unseen, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let replace = async |previous: &str, words: &str| {
        let form = AnswerForm { previous: Some(previous.into()), ..form("song", words) };
        answer(&w.backend, &anna, made.id, form, None, Language::De).await
    };
    let hers = replace("", "Misty").await.unwrap();
    replace("Misty", "Misty, und Summertime").await.unwrap();
    let unseen = replace("Misty", "Misty!").await.unwrap_err().refusal();
    assert_eq!(unseen.code(), "answer_changed");
    let now: ReflectionAnswer = serde_json::from_str(&unseen.detail.unwrap()).unwrap();
    assert_eq!((now.id, now.answer.as_str()), (hers.id, "Misty, und Summertime"));
    assert_eq!(code(replace("", "Noch eine").await), "answer_changed", "not even who knows of none");
    assert_eq!(code(replace("Misty", " Misty, und Summertime\r\n").await), "ok", "the same words twice are no change");
    let without = async |previous: &str| remove(&w.backend, &anna, hers.id, Some(previous), None, Language::De).await;
    assert_eq!(code(without("Misty").await), "answer_changed");
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("song", "Misty, und Summertime")]));
    assert_eq!(code(without(" Misty, und Summertime\r\n").await), "ok");
    assert_eq!(code(without("Misty, und Summertime").await), "answer_not_found");
    assert_eq!(code(replace("Misty", "Misty!").await), "ok", "what is gone is not overwritten");
});

story!(one_of_two_pages_that_answer_at_once_sees_the_other, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let tries = (0..20).map(|n| {
        let (w, anna) = (w.clone(), anna.clone());
        let form = AnswerForm { previous: Some(String::new()), ..form("song", &format!("Nr. {n}")) };
        tokio::spawn(async move { code(answer(&w.backend, &anna, made.id, form, None, Language::De).await) })
    });
    let codes: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(codes.iter().filter(|code| **code == "ok").count(), 1);
    assert_eq!(codes.iter().filter(|code| **code == "answer_changed").count(), 19);
});

story!(an_invalid_answer_is_refused_and_changes_nothing, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    say(&w, &anna, made.id, "song", "Misty").await.unwrap();
    let longest = "ä".repeat(2000);
    for (question, words, expected) in [
        ("song", "", "empty_answer"),
        ("song", " \r\n\t", "empty_answer"),
        ("song", "a\0b", "invalid_character"),
        ("so\0ng", "a", "invalid_character"),
        ("song", &format!("{longest}a"), "answer_too_long"),
        ("", "a", "unknown_question"),
        ("Song", "a", "unknown_question"),
        ("reflection.questions.song", "a", "unknown_question"),
    ] {
        assert_eq!(code(say(&w, &anna, made.id, question, words).await), expected, "{question:?}");
    }
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("song", "Misty")]));
    assert_eq!(code(say(&w, &anna, made.id, "song", &longest).await), "ok");
});

story!(an_entry_has_five_answers_at_most_also_when_they_come_at_once, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let tries = ids(&anna, 30).into_iter().map(|question| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { say(&w, &anna, made.id, &question, "x").await })
    });
    let (kept, refused): (Vec<_>, Vec<_>) =
        join_all(tries).await.into_iter().map(Result::unwrap).partition(Result::is_ok);
    assert_eq!(kept.len(), 5);
    assert!(refused.into_iter().all(|error| code(error) == "too_many_answers"));
    let there = read(&w, &anna, made.id).await;
    assert_eq!(there.len(), 5);
    assert_eq!(code(say(&w, &anna, made.id, &there[4].0, "andere Worte").await), "ok", "changing one is no sixth");
});

story!(the_same_question_answered_at_once_is_one_answer, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let tries = (0..20).map(|n| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { say(&w, &anna, made.id, "song", &format!("Nr. {n}")).await.unwrap().id })
    });
    let kept: HashSet<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!((kept.len(), read(&w, &anna, made.id).await.len()), (1, 1));
});

story!(readers_of_an_entry_read_its_answers_and_only_the_owner_writes, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let made = entry(&w, &anna).await;
    let hers = say(&w, &anna, made.id, "song", "Misty").await.unwrap();
    for (visibility, expected) in
        [(Visibility::Private, "access_denied"), (Visibility::Friends, "access_denied"), (Visibility::Public, "ok")]
    {
        set_visibility(&w.backend, &anna, made.id, visibility).await.unwrap();
        assert_eq!(code(answers(&w.backend, &ben, made.id, Language::De).await), expected);
        assert_eq!(code(say(&w, &ben, made.id, "song", "fremd").await), "access_denied");
        assert_eq!(code(say(&w, &pro(&ben), made.id, "colour", "fremd").await), "access_denied");
        assert_eq!(code(take(&w, &ben, hers.id, None).await), "access_denied");
    }
    let guest = Viewer::Guest;
    assert_eq!(code(answers(&w.backend, &guest, made.id, Language::De).await), "unauthenticated");
    assert_eq!(code(say(&w, &guest, made.id, "song", "x").await), "unauthenticated");
    assert_eq!(code(take(&w, &guest, hers.id, None).await), "unauthenticated");
    assert_eq!(code(take(&w, &guest, AnswerId(Uuid::nil()), None).await), "unauthenticated");
    let nowhere = EntryId(Uuid::nil());
    assert_eq!(code(answers(&w.backend, &anna, nowhere, Language::De).await), "entry_not_found");
    assert_eq!(code(say(&w, &anna, nowhere, "song", "x").await), "entry_not_found");
    assert_eq!(code(take(&w, &anna, AnswerId(Uuid::nil()), None).await), "answer_not_found");
    assert_eq!(read(&w, &ben, made.id).await, pairs(&[("song", "Misty")]));
});

story!(answers_follow_the_entrys_day_its_ticket_and_the_plan, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let paper = ticket(&w.backend, &anna, made.date).unwrap();
    let hers = say(&w, &anna, made.id, "song", "Misty").await.unwrap();
    w.later(TimeDelta::days(1));
    assert_eq!(code(say(&w, &anna, made.id, "song", "zu spät").await), "edit_closed");
    assert_eq!(code(take(&w, &anna, hers.id, None).await), "edit_closed");
    let with = |paper: Option<String>| {
        let (w, anna) = (w.clone(), anna.clone());
        let form = form("song", "noch von gestern");
        async move { answer(&w.backend, &anna, made.id, form, paper.as_deref(), Language::De).await }
    };
    assert_eq!(code(with(Some("gefälscht".into())).await), "edit_closed");
    assert_eq!(with(Some(paper.clone())).await.unwrap().answer, "noch von gestern");
    let foreign = ticket(&w.backend, &w.person("ben").await, made.date + TimeDelta::days(1)).unwrap();
    assert_eq!(code(with(Some(foreign)).await), "edit_closed");
    w.later(TimeDelta::days(1));
    assert_eq!(code(with(Some(paper.clone())).await), "edit_closed", "36 hours are over");
    assert_eq!(code(take(&w, &anna, hers.id, Some(&paper)).await), "edit_closed");
    assert_eq!(code(say(&w, &pro(&anna), made.id, "song", "mit Pro").await), "ok");
    assert_eq!(code(take(&w, &pro(&anna), hers.id, None).await), "ok");
});

story!(a_deleted_entry_shows_and_takes_no_answers, |w| async move {
    let anna = w.person("anna").await;
    let made = entry(&w, &anna).await;
    let hers = say(&w, &anna, made.id, "song", "Misty").await.unwrap();
    let sql = "UPDATE entries SET deleted_at = $2 WHERE id = $1";
    w.backend.db.write(sql).bind(made.id.0).bind(w.clock.now()).execute().await.unwrap();
    assert_eq!(code(answers(&w.backend, &anna, made.id, Language::De).await), "entry_not_found");
    assert_eq!(code(say(&w, &anna, made.id, "song", "x").await), "entry_not_found");
    assert_eq!(code(take(&w, &anna, hers.id, None).await), "answer_not_found");
    w.backend.db.write("DELETE FROM entries").execute().await.unwrap();
    let left: (i64,) = w.backend.db.read("SELECT count(*) FROM reflection_answers").fetch_one().await.unwrap();
    assert_eq!(left.0, 0, "its answers go with it");
});

story!(a_new_entry_brings_its_answers_or_is_not_made, |w| async move {
    let anna = w.person("anna").await;
    let with = |answers: Vec<AnswerForm>| EntryForm { reflection_answers: answers, ..writing("x") };
    let six = ids(&anna, 6).iter().map(|id| form(id, "x")).collect();
    for (answers, expected) in [
        (six, "too_many_answers"),
        (vec![form("song", "a"), form("nie", "b")], "unknown_question"),
        (vec![form("song", "a"), form("song", "b")], "invalid_form"),
        (vec![form("song", &"a".repeat(2001))], "answer_too_long"),
        (vec![form("song", "a\0")], "invalid_character"),
    ] {
        assert_eq!(code(create(&w.backend, &anna, with(answers), vec![]).await), expected);
    }
    let nothing = EntryForm { reflection_answers: vec![form("song", "allein")], ..writing(" ") };
    assert_eq!(code(create(&w.backend, &anna, nothing, vec![]).await), "empty_entry", "answers alone are no entry");
    let answers = vec![form("song", " Misty "), form("nie", "  "), form("colour", "Grau")];
    let made = create(&w.backend, &anna, with(answers), vec![]).await.unwrap();
    assert_eq!(read(&w, &anna, made.id).await, pairs(&[("song", "Misty"), ("colour", "Grau")]));

    let again = create(&w.backend, &anna, with(vec![form("light", "hell")]), vec![]).await;
    assert_eq!(code(again), "entry_exists");
    assert_eq!(read(&w, &anna, made.id).await.len(), 2);
});

story!(each_day_asks_a_question_which_changes_at_the_persons_day_end, |w| async move {
    let mut anna = w.person("anna").await;
    if let Viewer::User(account) = &mut anna {
        account.day_end = 240;
    }
    let ask = |language| question_of_day(&w.backend, &anna, language).unwrap();
    let today = ask(Language::De);
    // The time goes from 11:00 to 03:59 in Berlin.
    w.later(TimeDelta::minutes(16 * 60 + 59));
    assert_eq!(ask(Language::De), today);
    assert_eq!(ask(Language::Es).id, today.id);
    assert_ne!(ask(Language::Es).question, today.question);
    w.later(TimeDelta::minutes(1));
    assert_ne!(ask(Language::De).id, today.id);
    assert_eq!(code(question_of_day(&w.backend, &Viewer::Guest, Language::De)), "unauthenticated");
    assert_eq!(code(questions(&Viewer::Guest, Language::De)), "unauthenticated");
});
