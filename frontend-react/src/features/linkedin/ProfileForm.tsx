import { ChevronDown, Sparkles } from "lucide-react";
import type { LinkedInProfile } from "../../shared/domain";
import { type Texts, t } from "../../shared/i18n";
import type { Consent } from "../assistant/consent";
import { Choice, TextField } from "./Field";
import type { Busy, Loading } from "./LinkedInPost";
import { ADDRESSES, CALLS, fits, GOALS, isBlank, isComplete, LANGUAGES, type TextName, TONES } from "./profile";

type Props = {
  profile: LinkedInProfile;
  change: (changed: Partial<LinkedInProfile>) => void;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  loading: Loading;
  reload: () => void;
  busy: Busy;
  /** Whether there is a post, whose buttons then matter more than making another one. */
  hasPost: boolean;
  service: { name: string | null; consent: Consent };
  save: () => void;
  generate: () => void;
  texts: Texts;
};

export function ProfileForm(props: Props) {
  const { profile, change, isOpen, setIsOpen, loading, reload, busy, hasPost, service, save, generate, texts } = props;
  const text = (name: TextName) => ({
    value: profile[name],
    texts,
    change: (text: string) => change({ [name]: text }),
  });
  const isMissing = !isComplete(profile);
  const isFree = busy === "no";
  const canSend = loading !== "loading" && fits(profile);
  return (
    <section className="linkedin-card" aria-labelledby="linkedin-profile">
      <h2 id="linkedin-profile">{t(texts, "linkedin.profile_title")}</h2>
      <p className="linkedin-soft">{t(texts, "linkedin.profile_text")}</p>
      {loading === "failed" && (
        <div className="notice" role="alert">
          <p>{t(texts, "linkedin.not_loaded")}</p>
          <button type="button" className="button" onClick={reload}>
            {t(texts, "editor.widget.again")}
          </button>
        </div>
      )}
      <form
        className="linkedin-form"
        aria-busy={loading === "loading" || undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isFree && canSend && !isMissing) generate();
        }}
      >
        <details
          className="linkedin-profile"
          open={isOpen}
          onToggle={({ currentTarget }) => {
            setIsOpen(currentTarget.open);
            // The button that saved is folded away.
            const isLost = !currentTarget.open && document.activeElement === document.body;
            if (isLost) currentTarget.querySelector("summary")?.focus();
          }}
        >
          <summary className="fold">
            <ChevronDown className="icon" aria-hidden size={18} strokeWidth={1.75} />
            <span>
              {t(texts, "linkedin.profile_fields")} <span className="linkedin-soft">{summaryLine(profile, texts)}</span>
            </span>
          </summary>
          {/* Until the saved profile is there, what is typed would be overwritten. */}
          <fieldset className="linkedin-fields" disabled={loading === "loading"}>
            <TextField label="linkedin.info" hint="linkedin.info_hint" rows={3} {...text("linkedinInfo")} />
            <TextField
              label="linkedin.description"
              hint="linkedin.description_hint"
              rows={3}
              {...text("generalDescription")}
            />
            <p className="linkedin-soft linkedin-either">{t(texts, "linkedin.either")}</p>
            <TextField label="linkedin.audience" hint="linkedin.audience_hint" isRequired {...text("targetAudience")} />
            <div className="linkedin-choices">
              <Choice
                label="linkedin.goal_label"
                of={GOALS}
                empty="linkedin.choose"
                isRequired
                value={profile.postGoal}
                change={(postGoal) => change({ postGoal })}
                texts={texts}
              />
              <Choice
                label="linkedin.tone_label"
                of={TONES}
                empty="linkedin.choose"
                isRequired
                value={profile.tonality}
                change={(tonality) => change({ tonality })}
                texts={texts}
              />
              <Choice
                label="linkedin.address_label"
                of={ADDRESSES}
                isRequired
                value={profile.addressForm}
                change={(addressForm) => change({ addressForm })}
                texts={texts}
              />
              <Choice
                label="linkedin.language_label"
                of={LANGUAGES}
                isRequired
                value={profile.language}
                change={(language) => change({ language })}
                texts={texts}
              />
            </div>
            <Choice
              label="linkedin.cta_label"
              of={CALLS}
              empty="linkedin.none"
              value={profile.ctaType}
              change={(ctaType) => change({ ctaType })}
              texts={texts}
            />
            <TextField label="linkedin.cta_text" hint="linkedin.cta_text_hint" rows={1} {...text("ctaText")} />
            <TextField
              label="linkedin.instructions"
              hint="linkedin.instructions_hint"
              {...text("specialInstructions")}
            />
          </fieldset>
          <button
            type="button"
            className="button"
            // An empty form must not take the place of a profile that did not come.
            disabled={!canSend || loading !== "loaded"}
            aria-disabled={!isFree || undefined}
            onClick={() => isFree && save()}
          >
            {t(texts, busy === "saving" ? "linkedin.saving" : "linkedin.save")}
          </button>
        </details>
        <Whereto service={service} texts={texts} />
        {isMissing && !isBlank(profile) && loading !== "loading" && (
          <p className="linkedin-missing" id="linkedin-missing">
            <strong>{t(texts, "linkedin.incomplete_title")}</strong> {t(texts, "errors.linkedin_incomplete")}
          </p>
        )}
        <div className="linkedin-buttons">
          <button
            type="submit"
            className={hasPost ? "button" : "button button-main"}
            disabled={isMissing || !canSend}
            // `disabled` would lose the keyboard's place.
            aria-disabled={!isFree || undefined}
            aria-describedby={isMissing && !isBlank(profile) ? "linkedin-missing linkedin-whereto" : "linkedin-whereto"}
          >
            <Sparkles aria-hidden size={18} strokeWidth={1.75} />
            {t(texts, busy === "generating" ? "linkedin.generating" : "linkedin.generate")}
          </button>
        </div>
      </form>
    </section>
  );
}

/** The line of the folded form: audience and goal. */
function summaryLine({ targetAudience, postGoal }: LinkedInProfile, texts: Texts): string {
  return [targetAudience.trim(), postGoal && t(texts, GOALS[postGoal])].filter(Boolean).join(" · ");
}

/** Names the receiver of the words before anybody presses. */
function Whereto({ service: { name, consent }, texts }: Pick<Props, "service" | "texts">) {
  const asks = consent === null ? "linkedin.asks" : "linkedin.goes_to";
  const goes = name !== null && consent !== false;
  return (
    <p className="linkedin-soft" id="linkedin-whereto">
      {t(texts, goes ? asks : "linkedin.stays", { provider: name ?? "" })}{" "}
      {name !== null && consent !== null && <a href="/settings#assistant">{t(texts, "linkedin.settings")}</a>}
    </p>
  );
}
