import { ChevronDown, Sparkles } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { flushSync } from "react-dom";
import type { LinkedInProfile } from "../../shared/domain";
import { type Texts, t } from "../../shared/i18n";
import type { Consent } from "../assistant/consent";
import type { Busy, Loading } from "./LinkedInPost";
import { ProfileFields } from "./ProfileFields";
import { fits, GOALS, isBlank, missing } from "./profile";

type Props = {
  profile: LinkedInProfile;
  change: (changed: Partial<LinkedInProfile>) => void;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Whether the saved profile is complete. Then the button comes first, else below the form. */
  isComplete: boolean;
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

/** The profile, the button that makes a post, and what the post still needs. */
export function ProfileForm(props: Props) {
  const { profile, change, isOpen, setIsOpen, isComplete, loading, reload, busy, hasPost, texts } = props;
  const { service, save, generate } = props;
  const isMissing = missing(profile).length > 0;
  const needs = isMissing && loading !== "loading";
  const isFree = busy === "no";
  const canSend = loading !== "loading" && fits(profile);
  const submit = useRef<HTMLButtonElement>(null);
  const make = (
    <div className="linkedin-make" key="make">
      {needs && <Missing profile={profile} open={() => setIsOpen(true)} texts={texts} />}
      <button
        ref={submit}
        type="submit"
        className={hasPost ? "button" : "button button-main"}
        disabled={isMissing || !canSend}
        // `disabled` would lose the keyboard's place.
        aria-disabled={!isFree || undefined}
        aria-describedby={needs ? "linkedin-missing linkedin-whereto" : "linkedin-whereto"}
      >
        <Sparkles aria-hidden size={18} strokeWidth={1.75} />
        {t(texts, busy === "generating" ? "linkedin.generating" : "linkedin.generate")}
      </button>
      <Whereto service={service} texts={texts} />
    </div>
  );
  const form = (
    <details
      key="form"
      className="linkedin-profile"
      // A text that is too long is in sight.
      open={isOpen || !fits(profile)}
      onToggle={({ currentTarget, target }) => {
        if (target !== currentTarget) return;
        setIsOpen(currentTarget.open);
        // The button that saved is folded away; the next one to press is above.
        const { activeElement } = document;
        const isAtFold = activeElement?.parentElement === currentTarget && activeElement.matches("summary");
        const isLost = activeElement === document.body || (currentTarget.contains(activeElement) && !isAtFold);
        if (!currentTarget.open && isLost) submit.current?.focus();
      }}
    >
      <summary className="fold">
        <ChevronDown className="icon" aria-hidden size={18} strokeWidth={1.75} />
        <h2 id="linkedin-profile">{t(texts, "linkedin.profile_title")}</h2>
        <span className="linkedin-soft">{summaryLine(profile, texts)}</span>
      </summary>
      <p className="linkedin-soft">{t(texts, "linkedin.profile_text")}</p>
      <ProfileFields profile={profile} change={change} isDisabled={loading === "loading"} texts={texts} />
      <button
        type="button"
        className="button linkedin-save"
        // An empty form must not take the place of a profile that did not come.
        disabled={!canSend || loading !== "loaded"}
        aria-disabled={!isFree || undefined}
        onClick={() => isFree && save()}
      >
        {t(texts, busy === "saving" ? "linkedin.saving" : "linkedin.save")}
      </button>
    </details>
  );
  return (
    <section className="linkedin-card" aria-labelledby="linkedin-profile">
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
        {isComplete ? [make, form] : [form, make]}
      </form>
    </section>
  );
}

/** The missing fields of a post, each with a way to it. It is called incomplete once something was typed. */
function Missing({ profile, open, texts }: Pick<Props, "profile" | "texts"> & { open: () => void }) {
  const lead = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    // A field in a closed fold takes no focus.
    flushSync(open);
    document.querySelector<HTMLElement>(event.currentTarget.hash)?.focus();
  };
  return (
    <div className="linkedin-missing" id="linkedin-missing">
      {!isBlank(profile) && (
        <p>
          <strong>{t(texts, "linkedin.incomplete_title")}</strong> {t(texts, "errors.linkedin_incomplete")}
        </p>
      )}
      <p>{t(texts, "linkedin.needs")}</p>
      <ul>
        {missing(profile).map(({ field, label }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={lead}>
              {t(texts, label)}
            </a>
          </li>
        ))}
      </ul>
    </div>
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
