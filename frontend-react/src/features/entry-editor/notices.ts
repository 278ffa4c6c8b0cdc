import type { Draft } from "./drafts";

export type NoticeAction = { label: string; run: () => void };

/** A notice above the form, with buttons, and with a draft to read where it is about one. */
export type Notice = { name: string; text: string; actions: NoticeAction[]; draft?: Draft };
