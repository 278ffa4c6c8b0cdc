import { afterEach, expect, test } from "vitest";
import { label } from "../../shared/i18n";
import { dayAndTime, dayName } from "./times";

afterEach(() => {
  document.documentElement.lang = "";
});

test("German names of months stand on a German page alone", () => {
  const at = new Date(2026, 10, 9, 22, 14).getTime();
  const said = (lang: string) => {
    document.documentElement.lang = lang;
    return [dayName("2026-11-09"), dayAndTime(at)];
  };
  expect(said("de")).toEqual(["9. November 2026", "9. November, 22:14"]);
  for (const lang of ["en", "fr", "es"]) expect(said(lang)).toEqual(["09.11.2026", "09.11., 22:14"]);
});

test("a label has its colon, in French with a space", () => {
  const texts = { "editor.voice_label": "Note vocale" } as const;
  expect(label(texts, "editor.voice_label")).toBe("Note vocale:");
  document.documentElement.lang = "fr";
  expect(label(texts, "editor.voice_label")).toBe("Note vocale\u00a0:");
});
