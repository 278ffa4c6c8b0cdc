import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { LinkedInProfile } from "../../shared/domain";
import { type Texts, t } from "../../shared/i18n";
import { Choice, TextField } from "./Field";
import { ADDRESSES, CALLS, fits, GOALS, LANGUAGES, type TextName, TONES } from "./profile";

type Props = {
  profile: LinkedInProfile;
  change: (changed: Partial<LinkedInProfile>) => void;
  /** Typed text would be overwritten before the saved profile is there. */
  isDisabled: boolean;
  texts: Texts;
};

/** First what a post needs, the rest in a fold. */
export function ProfileFields({ profile, change, isDisabled, texts }: Props) {
  const text = (name: TextName) => ({
    id: name,
    value: profile[name],
    texts,
    change: (text: string) => change({ [name]: text }),
  });
  const { ctaText, specialInstructions } = profile;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <fieldset className="linkedin-fields" disabled={isDisabled}>
      <TextField label="linkedin.info" hint="linkedin.info_hint" {...text("linkedinInfo")} />
      <TextField label="linkedin.description" hint="linkedin.description_hint" {...text("generalDescription")} />
      <p className="linkedin-soft linkedin-either">{t(texts, "linkedin.either")}</p>
      <TextField label="linkedin.audience" hint="linkedin.audience_hint" isRequired {...text("targetAudience")} />
      <Choice
        id="postGoal"
        label="linkedin.goal_label"
        of={GOALS}
        empty="linkedin.choose"
        isRequired
        value={profile.postGoal}
        change={(postGoal) => change({ postGoal })}
        texts={texts}
      />
      <details
        className="linkedin-more"
        open={isOpen || !fits({ ctaText, specialInstructions })}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="fold">
          <ChevronDown className="icon" aria-hidden size={18} strokeWidth={1.75} />
          {t(texts, "linkedin.more_fields")}
        </summary>
        <div className="linkedin-fields">
          <div className="linkedin-choices">
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
            <Choice
              label="linkedin.cta_label"
              of={CALLS}
              empty="linkedin.none"
              value={profile.ctaType}
              change={(ctaType) => change({ ctaType })}
              texts={texts}
            />
          </div>
          <TextField label="linkedin.cta_text" hint="linkedin.cta_text_hint" rows={1} {...text("ctaText")} />
          <TextField label="linkedin.instructions" hint="linkedin.instructions_hint" {...text("specialInstructions")} />
        </div>
      </details>
    </fieldset>
  );
}
