import { ChevronDown } from "lucide-react";
import type { Dispatch, RefObject } from "react";
import { flushSync } from "react-dom";
import type { LinkView } from "../../shared/domain";
import { type Texts, t } from "../../shared/i18n";
import { PIN } from "../../shared/limits";
import type { Choices, ExpiryChoice, Missing, PinChoice } from "./link";
import type { Action } from "./share-reducer";

type Props = {
  link: LinkView;
  choices: Choices;
  missing: Missing | undefined;
  isUnfolded: boolean;
  today: string;
  dispatch: Dispatch<Action>;
  /** The action of Enter in the PIN field. */
  pressMain: () => void;
  date: RefObject<HTMLInputElement | null>;
  pin: RefObject<HTMLInputElement | null>;
  texts: Texts;
};

/** The link's end and its PIN. A choice that needs more unfolds the field for it and moves the focus there. */
export function LinkLimits({
  link,
  choices,
  missing,
  isUnfolded,
  today,
  dispatch,
  pressMain,
  date,
  pin,
  texts,
}: Props) {
  const choose = (changed: Partial<Choices>) => dispatch({ type: "chosen", choices: changed });
  const chooseExpiry = (choice: ExpiryChoice) => {
    flushSync(() => choose({ expiry: { ...choices.expiry, choice } }));
    if (choice === "date") date.current?.focus();
  };
  const choosePin = (choice: PinChoice) => {
    flushSync(() => choose({ pin: { ...choices.pin, choice } }));
    if (choice === "set") pin.current?.focus();
  };
  return (
    <details
      className="share-settings"
      id="share-settings"
      open={isUnfolded}
      onToggle={({ currentTarget }) => dispatch({ type: "unfolded", isUnfolded: currentTarget.open })}
    >
      <summary className="fold">
        <ChevronDown className="icon" aria-hidden />
        {t(texts, "share.limits")}
      </summary>
      <div className="field">
        <label className="field-label" htmlFor="share-expiry">
          {t(texts, "share.expiry")}
        </label>
        <select
          className="input"
          id="share-expiry"
          value={choices.expiry.choice}
          onChange={({ target }) => chooseExpiry(target.value as ExpiryChoice)}
        >
          {link.expires && <option value="keep">{link.expires}</option>}
          <option value="never">{t(texts, "share.never")}</option>
          <option value="1">{t(texts, "share.day")}</option>
          <option value="7">{t(texts, "share.week")}</option>
          <option value="30">{t(texts, "share.month")}</option>
          <option value="date">{t(texts, "share.date")}</option>
        </select>
      </div>
      <div className="field" hidden={choices.expiry.choice !== "date"}>
        <label className="field-label" htmlFor="share-date">
          {t(texts, "share.last_day")}
        </label>
        <input
          className="input"
          id="share-date"
          type="date"
          min={today}
          autoComplete="off"
          ref={date}
          value={choices.expiry.date}
          aria-invalid={missing === "date" || undefined}
          onChange={({ target }) => choose({ expiry: { ...choices.expiry, date: target.value } })}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor="share-pin">
          {t(texts, "share.pin")}
        </label>
        <select
          className="input"
          id="share-pin"
          value={choices.pin.choice}
          onChange={({ target }) => choosePin(target.value as PinChoice)}
        >
          {link.hasPin && <option value="keep">{t(texts, "share.pin_keep")}</option>}
          <option value="none">{t(texts, "share.pin_none")}</option>
          <option value="set">{t(texts, "share.pin_set")}</option>
        </select>
      </div>
      <div className="field" hidden={choices.pin.choice !== "set"}>
        <label className="field-label" htmlFor="share-pin-new">
          {t(texts, "share.pin_new")}
        </label>
        <input
          className="input"
          id="share-pin-new"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={PIN}
          aria-describedby="share-pin-hint"
          ref={pin}
          value={choices.pin.digits}
          aria-invalid={missing === "pin" || undefined}
          onChange={({ target }) => choose({ pin: { ...choices.pin, digits: target.value } })}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            pressMain();
          }}
        />
        <p className="field-hint" id="share-pin-hint">
          {t(texts, "share.pin_hint")}
        </p>
      </div>
    </details>
  );
}
