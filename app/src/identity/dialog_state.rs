//! What the sign-in dialog knows and does: opening, reading the form, signing in, leaving.

use super::{
    client::{self, Failure, Provider},
    form::{Form, Tab, Typed, UNKNOWN, proof_of},
};
use crate::{browser, values::Values};
use domain::identity::{PROOF_START, invitation_of};
use leptos::{html, prelude::*, task::spawn_local};

/// The ids of the dialog, of its form, and of what is shown until the next page comes.
pub const DIALOG: &str = "sign-in";
pub const FORM: &str = "sign-in-form";
pub const WAITING: &str = "sign-in-waiting";
/// Opens the dialog: with `tab`, or for somebody whose session is over.
const OPEN: &str = "app:sign-in";
/// Where the page's script keeps what the link of a mailed invitation holds (`frontend-react/src/features/identity/email-token.ts`).
const EMAIL_TOKEN: &str = "email-token";
const FORGOT: &str = "/forgot-password";

#[derive(Clone, Copy)]
pub struct DialogState {
    /// What went wrong, or nothing.
    pub message: RwSignal<String>,
    pub is_busy: RwSignal<bool>,
    /// The address of the page for a new password, with the e-mail address that was typed.
    pub forgot: RwSignal<String>,
    form: NodeRef<html::Form>,
    registers: RwSignal<bool>,
    config: StoredValue<Values>,
}

impl DialogState {
    pub fn new(config: &Values, form: NodeRef<html::Form>) -> Self {
        Self {
            message: RwSignal::new(String::new()),
            is_busy: RwSignal::new(false),
            forgot: RwSignal::new(FORGOT.to_owned()),
            form,
            registers: RwSignal::new(false),
            config: StoredValue::new(config.clone()),
        }
    }

    /// In the browser, once.
    pub fn begin(self) {
        browser::on(OPEN, move |detail| self.open(Tab::parse(&detail.text("tab"))));
        // From signing in with Google: the `userId` of the person, or else a `message`.
        browser::on("app:google", move |detail| {
            let tab = Tab::parse(&detail.text("tab"));
            let user_id = detail.text("userId");
            if user_id.is_empty() {
                self.open(tab);
                self.message.set(detail.text("message"));
            } else {
                self.finish(tab, &user_id);
            }
        });
        if self.is("open") {
            self.open(Tab::parse(&self.text("open")));
            self.message.set(self.text("message"));
        }
    }

    /// With empty fields; an invitation's code stays.
    fn open(self, tab: Tab) {
        let (Some(dialog), Some(form)) = (browser::dialog(DIALOG), self.form.get_untracked()) else { return };
        if dialog.open() {
            return;
        }
        form.reset();
        browser::choose(&form, Form::TAB, tab.as_str());
        self.update_from_form();
        self.message.set(String::new());
        drop(dialog.show_modal());
        browser::focus(&Form::id(match tab {
            Tab::Register => Form::FIRST_NAME,
            Tab::Login if self.is("email") => Form::PASSWORD,
            Tab::Login => Form::EMAIL,
        }));
    }

    /// What depends on the chosen tab and on the fields.
    pub fn update_from_form(self) {
        let Some(form) = self.form.get_untracked() else { return };
        let typed = self.typed();
        self.forgot.set(forgot(&typed.email));
        let registers = typed.tab == Tab::Register;
        if self.registers.get_untracked() != registers {
            self.registers.set(registers);
            self.message.set(String::new());
        }
        browser::set_autocomplete(&form, Form::PASSWORD, typed.tab.password_autocomplete());
    }

    pub fn submit(self) {
        if self.is_busy.get_untracked() {
            return;
        }
        let typed = self.typed();
        let tab = typed.tab;
        if let Some(missing) = typed.missing() {
            self.message.set(self.text(missing.text));
            browser::focus(&Form::id(missing.field));
            return;
        }
        self.message.set(String::new());
        self.is_busy.set(true);
        spawn_local(async move {
            let provider = Provider { base: self.text("provider"), key: self.text("provider_key") };
            let result = match tab {
                Tab::Login => client::sign_in(&provider, &typed).await,
                Tab::Register => client::register(&provider, &typed).await,
            };
            self.is_busy.set(false);
            match result {
                Ok(user_id) => self.finish(tab, &user_id),
                Err(Failure::Text(UNKNOWN)) => self.message.set(self.text(tab.failed())),
                Err(Failure::Text(name)) => self.message.set(self.text(name)),
                Err(Failure::Message(message)) => {
                    self.message.set(message);
                    // What the server refuses of a registration is nearly always the code.
                    if tab == Tab::Register {
                        browser::focus(&Form::id(Form::INVITATION_CODE));
                    }
                }
            }
        });
    }

    fn text(self, name: &str) -> String {
        self.config.with_value(|config| config.get(name))
    }

    fn is(self, name: &str) -> bool {
        self.config.with_value(|config| config.is(name))
    }

    fn typed(self) -> Typed {
        let Some(form) = self.form.get_untracked() else { return Typed::default() };
        let field = |name| browser::values(&form, name).pop().unwrap_or_default();
        let invitation = field(Form::INVITATION_CODE);
        let (code, proof) = invitation_of(&invitation);
        Typed {
            tab: Tab::parse(&field(Form::TAB)),
            first_name: field(Form::FIRST_NAME),
            last_name: field(Form::LAST_NAME),
            email: field(Form::EMAIL),
            password: field(Form::PASSWORD),
            email_token: if proof.is_empty() { email_token(code) } else { proof.to_owned() },
            invitation_code: code.to_owned(),
        }
    }

    /// The dialog closes; the page stays where it is asked to, else the next one comes.
    fn finish(self, tab: Tab, user_id: &str) {
        if let Some(dialog) = browser::dialog(DIALOG) {
            dialog.close();
        }
        browser::remove_from_tab(EMAIL_TOKEN);
        if self.is("again") {
            return browser::send("app:signed-in", &[("userId", user_id)]);
        }
        browser::show(WAITING);
        browser::carry_toast(&self.text(if tab == Tab::Login { "signed_in" } else { "account_created" }));
        browser::go(&self.text("next"));
    }
}

fn forgot(email: &str) -> String {
    let email = email.trim();
    if email.is_empty() { FORGOT.to_owned() } else { [FORGOT, "?email=", &browser::encoded(email)].concat() }
}

/// What stood behind the hash of the link of a mailed invitation, where no server reads it on the way; it stands there still if the browser
/// lets nothing be kept.
fn email_token(code: &str) -> String {
    if let Some(proof) = browser::hash().strip_prefix(PROOF_START) {
        return proof.to_owned();
    }
    let kept = browser::stored_in_tab(EMAIL_TOKEN);
    kept.and_then(|kept| proof_of(&kept, code).map(str::to_owned)).unwrap_or_default()
}
