//! The fewer readers count where two states of an entry meet (product 1.9, 1.10).

use crate::world::diary::{code, conflict, writing};
use backend::{
    entries::{
        DayConflict, Restoring, VisibilityChange, create, delete, empty_bin, open, put_back, restore, set_visibility,
        update,
    },
    reflection::{self, Answering},
};
use domain::{
    EntryForm, Language,
    Visibility::{self, Friends, Private, Public},
    reflection::AnswerForm,
};

fn form(visibility: Visibility, seen_visibility: Option<Visibility>) -> EntryForm {
    EntryForm { visibility: Some(visibility), seen_visibility, ..writing("x") }
}

story!(more_readers_are_accepted_only_from_a_page_that_showed_the_current_ones, |w| async move {
    let anna = w.person("anna").await;
    let id = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap().id;
    let seen = [None, Some(Private), Some(Friends), Some(Public)];
    for (now, seen, wanted) in Visibility::ALL
        .into_iter()
        .flat_map(|now| seen.map(|seen| (now, seen)))
        .flat_map(|(now, seen)| Visibility::ALL.map(|wanted| (now, seen, wanted)))
    {
        let is_allowed = seen.is_none_or(|seen| seen == now) || wanted.is_at_most(now);
        for is_save in [true, false] {
            let before = set_visibility(&w.backend, &anna, id, now).await.unwrap();
            let done = if is_save {
                update(&w.backend, &anna, id, form(wanted, seen), vec![]).await
            } else {
                set_visibility(&w.backend, &anna, id, VisibilityChange { visibility: wanted, seen }).await
            };
            let case = format!("{now:?} was seen as {seen:?}, {wanted:?} is wanted");
            if is_allowed {
                assert_eq!(done.unwrap().visibility, wanted, "{case}");
            } else {
                assert_eq!(conflict(done), ("visibility_changed", before.clone()), "{case}");
                assert_eq!(open(&w.backend, &anna, id).await.unwrap(), before, "{case}");
            }
        }
    }
});

story!(an_old_form_does_not_widen_an_entry_that_was_narrowed_meanwhile, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let made = create(&w.backend, &anna, form(Public, None), vec![]).await.unwrap();
    set_visibility(&w.backend, &anna, made.id, Private).await.unwrap();
    let old = EntryForm { version: made.version, ..form(Public, Some(Public)) };
    assert_eq!(code(update(&w.backend, &anna, made.id, old.clone(), vec![]).await), "stale");
    // Merged over the current version, by a form that does not show it.
    let merged = EntryForm { version: Some(2), ..old };
    assert_eq!(code(update(&w.backend, &anna, made.id, merged, vec![]).await), "visibility_changed");
    assert_eq!(code(open(&w.backend, &ben, made.id).await), "access_denied");
    let knowing = EntryForm { version: Some(2), ..form(Public, Some(Private)) };
    assert_eq!(update(&w.backend, &anna, made.id, knowing, vec![]).await.unwrap().visibility, Public);
});

story!(a_form_that_names_no_visibility_adds_no_words_to_an_entry_that_was_widened, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, form(Private, None), vec![]).await.unwrap();
    set_visibility(&w.backend, &anna, made.id, Friends).await.unwrap();
    let words = |seen| EntryForm { visibility: None, ..form(Private, Some(seen)) };
    assert_eq!(code(update(&w.backend, &anna, made.id, words(Private), vec![]).await), "visibility_changed");
    assert_eq!(code(update(&w.backend, &anna, made.id, words(Public), vec![]).await), "ok", "fewer than it saw");
});

story!(an_earlier_text_is_not_put_back_for_readers_whom_the_page_did_not_name, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, form(Private, None), vec![]).await.unwrap();
    let changed = update(&w.backend, &anna, made.id, writing("anders"), vec![]).await.unwrap();
    set_visibility(&w.backend, &anna, made.id, Friends).await.unwrap();
    let old_page = put_back(&w.backend, &anna, made.id, 1, changed.version.unwrap()).await;
    assert_eq!(code(old_page), "stale");
});

story!(an_answer_is_not_saved_where_more_people_would_read_it_than_its_form_says, |w| async move {
    let anna = w.person("anna").await;
    let id = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap().id;
    for (now, seen) in Visibility::ALL.into_iter().flat_map(|now| Visibility::ALL.map(|seen| (now, seen))) {
        set_visibility(&w.backend, &anna, id, now).await.unwrap();
        let form = AnswerForm { question_id: "song".into(), answer: "Summertime".into(), previous: None };
        let answering = Answering { form, seen_visibility: Some(seen) };
        let done = reflection::answer(&w.backend, &anna, id, answering, None, Language::De).await;
        let expected = if now.is_at_most(seen) { "ok" } else { "visibility_changed" };
        assert_eq!(code(done), expected, "{now:?}, seen as {seen:?}");
    }
});

story!(a_text_from_the_bin_is_appended_for_the_fewer_readers_and_swapped_for_its_own, |w| async move {
    let anna = w.person("anna").await;
    for (deleted, current) in Visibility::ALL.into_iter().flat_map(|one| Visibility::ALL.map(|other| (one, other))) {
        let old = create(&w.backend, &anna, form(deleted, None), vec![]).await.unwrap();
        delete(&w.backend, &anna, old.id).await.unwrap();
        let new = create(&w.backend, &anna, form(current, None), vec![]).await.unwrap();
        let onto = |onto| Restoring { onto: Some(onto), ..Restoring::default() };
        let appended = restore(&w.backend, &anna, old.id, onto(DayConflict::Append)).await.unwrap();
        assert_eq!((appended.id, appended.visibility), (new.id, deleted.narrower(current)), "{deleted:?} {current:?}");
        let swapped = restore(&w.backend, &anna, old.id, onto(DayConflict::Swap)).await.unwrap();
        assert_eq!((swapped.id, swapped.visibility), (old.id, deleted));
        delete(&w.backend, &anna, old.id).await.unwrap();
        empty_bin(&w.backend, &anna).await.unwrap();
    }
});
