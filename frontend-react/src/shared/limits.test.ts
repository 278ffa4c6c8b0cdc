import { expect, test } from "vitest";
import rust from "../../../domain/src/limits.rs?raw";
import * as limits from "./limits";

test.each(Object.entries(limits))("%s is the server's bound", (name, value) => {
  const product = new RegExp(`pub const ${name}: \\w+ = ([\\d_* ]+);`).exec(rust)?.[1];
  const theirs = product?.split("*").reduce((all, factor) => all * Number(factor.replaceAll("_", "")), 1);
  expect(value).toBe(theirs);
});
