//! Text out of sound, and summaries.

mod consent;
mod quota;
mod service;
mod summary;
mod transcription;

use crate::world::{
    World,
    ai::{self, Ai},
};
use backend::{
    Result, Settings, Viewer,
    assistant::{self, Summary, SummaryForm},
    media::Upload,
};
use domain::{Plan, Said};
use std::{fs, path::Path};

pub const TEXT: &str = "Heute war ein guter Tag. Am Morgen bin ich früh aufgestanden und habe im Park die ersten Krähen gehört. \
                        Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";

pub fn configured(settings: &mut Settings) {
    settings.ai = Some(ai::start());
}

pub fn form(text: &str) -> SummaryForm {
    SummaryForm { text: text.into(), ..SummaryForm::default() }
}

/// Seventeen seconds of German.
pub fn voice() -> Upload {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/heute.webm");
    Upload { name: "recording.webm".into(), bytes: fs::read(path).unwrap().into() }
}

/// The same person with everything allowed, or nothing, or undecided.
pub fn saying(viewer: &Viewer, said: Option<bool>) -> Viewer {
    changed(viewer, |account| {
        let said = match said {
            None => Said::Nothing,
            Some(false) => Said::No,
            Some(true) => Said::Yes(ai::NAME.into()),
        };
        account.consent.summary = said.clone();
        account.consent.linkedin = said.clone();
        account.consent.transcription = said;
    })
}

pub fn with_plan(viewer: &Viewer, plan: Plan) -> Viewer {
    changed(viewer, |account| account.plan = plan)
}

fn changed(viewer: &Viewer, change: impl FnOnce(&mut backend::Account)) -> Viewer {
    let mut viewer = viewer.clone();
    if let Viewer::User(account) = &mut viewer {
        change(account);
    }
    viewer
}

impl World {
    pub fn ai(&self) -> Ai {
        ai::find(self.settings.ai.as_ref().unwrap())
    }

    pub async fn summarise(&self, viewer: &Viewer) -> Result<Summary> {
        assistant::summarise(&self.backend, viewer, form(TEXT)).await
    }

    pub async fn transcribe(&self, viewer: &Viewer) -> Result<String> {
        assistant::transcribe(&self.backend, viewer, voice()).await
    }

    /// A Pro person who allows everything.
    pub async fn allowing(&self) -> Viewer {
        saying(&with_plan(&self.person("anna").await, Plan::Pro), Some(true))
    }
}
