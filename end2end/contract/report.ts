/** Writes the result into the documentation. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { emulatorOnly, intended } from "./differences.ts";

const FILE = process.env.CONTRACT_REPORT;

export default class Report implements Reporter {
  private rows: string[] = [];
  private failed = 0;

  onTestEnd(test: TestCase, result: TestResult) {
    const note = (type: string) => result.annotations.find((one) => one.type === type)?.description ?? "";
    const verdict = result.status === "passed" ? "passed" : "**failed**";
    if (result.status !== "passed") this.failed += 1;
    this.rows.push(`| ${test.title} | ${note("steps")} | ${note("differences")} | ${verdict} |`);
  }

  onEnd() {
    if (!FILE || this.rows.length === 0) return;
    writeFileSync(FILE, this.text());
  }

  private text(): string {
    const cell = (text: string) => text.replaceAll("|", "\\|") || "–";
    const differences = intended.map(
      (one) => `| ${one.case}: ${one.step} | ${one.what} | ${cell(one.ours)} | ${cell(one.emulator)} | ${cell(one.reason)} |`,
    );
    return [
      "# The identity contract, checked",
      "",
      "`cargo xtask contract` writes this file. It runs one list of calls (`end2end/contract/cases.ts`) against the embedded identity provider and",
      "against Firebase's auth emulator (npm firebase-tools 15.34.2), comparing status, error code, and names and types of the fields; then our server",
      "with the emulator as its provider, and the unmodified Firebase JS SDK against ours.",
      "",
      `Last run: ${new Date().toISOString().slice(0, 10)}, ${this.failed === 0 ? "everything passed" : `${this.failed} failed`}.`,
      "",
      "| case | answers compared | intended differences | result |",
      "| --- | --- | --- | --- |",
      ...this.rows,
      "",
      "## Intended differences",
      "",
      "Fields that only the emulator has:",
      "",
      ...Object.entries(emulatorOnly).map(([field, reason]) => `- \`${field}\`: ${reason}`),
      "",
      "Single answers; of fields, those that only the one side has:",
      "",
      "| step | what | ours | emulator | reason |",
      "| --- | --- | --- | --- | --- |",
      ...differences,
      "",
    ].join("\n");
  }
}
