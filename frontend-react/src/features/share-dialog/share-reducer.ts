// The state of the share dialog.
import type { LinkView, ShareOptions } from "../../shared/domain";
import { type Choices, choicesAfter, hasOtherLimits, type Missing, savedChoices } from "./link";

/** The running request. */
export type Busy = "no" | "creating" | "saving" | "ending";

export type State = {
  link: LinkView;
  choices: Choices;
  busy: Busy;
  /** The field that was not filled in when the link should be made or saved. */
  missing: Missing | undefined;
  /** The fields for the end and the PIN are unfolded. */
  isUnfolded: boolean;
};

export type Action =
  | { type: "chosen"; choices: Partial<Choices> }
  | { type: "unfolded"; isUnfolded: boolean }
  | { type: "missing"; field: Missing }
  | { type: "sent"; busy: Busy }
  /** `link`: the server's link; undefined: it gave none. `sent`: the choices of the request. */
  | { type: "answered"; link: LinkView | undefined; sent: Choices; isFolded: boolean }
  | { type: "discarded" };

export function begin(link: LinkView, present: ShareOptions): State {
  const isUnfolded = link.hasPin || link.expires !== "";
  return { link, choices: savedChoices(link, present), busy: "no", missing: undefined, isUnfolded };
}

/** The reducer of an entry that has these parts. */
export const reduce =
  (present: ShareOptions) =>
  (state: State, action: Action): State => {
    switch (action.type) {
      case "chosen":
        return unfold({ ...state, choices: { ...state.choices, ...action.choices } });
      case "unfolded":
        return { ...state, isUnfolded: action.isUnfolded };
      case "missing":
        return { ...state, missing: action.field };
      case "sent":
        return { ...state, busy: action.busy, missing: undefined };
      case "answered": {
        const { link = state.link, sent, isFolded } = action;
        const choices = action.link ? choicesAfter(link, present, state.choices, sent) : state.choices;
        return unfold({ ...state, link, choices, busy: "no", isUnfolded: state.isUnfolded && !isFolded });
      }
      case "discarded":
        return { ...state, choices: savedChoices(state.link, present), missing: undefined };
    }
  };

/** Unfolds the part that differs from the link. */
function unfold(state: State): State {
  return { ...state, isUnfolded: state.isUnfolded || hasOtherLimits(state.link, state.choices) };
}
