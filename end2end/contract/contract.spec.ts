/** One list of cases against the embedded provider and against Firebase's emulator. */
import { expect, test } from "@playwright/test";
import { type Site, startSite } from "../support/server.ts";
import { cases, type Step } from "./cases.ts";
import { compare, type Difference, type Shape, shape } from "./compare.ts";
import { emulatorOnly, intended } from "./differences.ts";
import { type Emulator, startEmulator } from "./emulator.ts";
import { type Issuer, startIssuer } from "./issuer.ts";
import { emulator, ours, type Provider } from "./providers.ts";

let site: Site;
let running: Emulator;
let issuer: Issuer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  issuer = await startIssuer();
  [site, running] = await Promise.all([startSite(undefined, issuer.environment), startEmulator()]);
});

test.afterAll(async () => {
  await Promise.all([site?.stop(), running?.stop(), issuer?.stop()]);
});

async function record(run: (provider: Provider, step: Step) => Promise<void>, provider: Provider) {
  const steps = new Map<string, Shape>();
  await run(provider, (name, answer) => {
    expect(steps.has(name), `two steps are called '${name}'`).toBe(false);
    const { fields, ...rest } = shape(answer);
    const isOwn = (field: string) => provider.name === "emulator" && fieldName(field) in emulatorOnly;
    steps.set(name, { ...rest, fields: fields.filter((field) => !isOwn(field)) });
    return answer;
  });
  return steps;
}

/** `salt` of `users[].salt: string`. */
const fieldName = (field: string) => field.split(":")[0]?.split(".").at(-1) ?? "";

const line = ({ step, what, ours, emulator }: Difference) => `${step}, ${what}: ours '${ours}', emulator '${emulator}'`;

for (const { name, run } of cases) {
  test(name, async () => {
    const [here, there] = await Promise.all([record(run, ours(site, issuer)), record(run, emulator(running))]);
    const found = [...here].flatMap(([step, shape]) => compare(step, shape, there.get(step) ?? { status: 0, code: "", fields: [] }));
    const listed = intended.filter((difference) => difference.case === name);
    const isListed = (difference: Difference) => listed.some((one) => line(one) === line(difference));
    test.info().annotations.push({ type: "steps", description: String(here.size) });
    test.info().annotations.push({ type: "differences", description: String(found.filter(isListed).length) });
    const surprises = found.filter((difference) => !isListed(difference)).map(line);
    const gone = listed.filter((one) => !found.some((difference) => line(one) === line(difference))).map(line);
    expect({ surprises, gone }, "differences that are not listed, and listed ones that are gone").toEqual({
      surprises: [],
      gone: [],
    });
  });
}
