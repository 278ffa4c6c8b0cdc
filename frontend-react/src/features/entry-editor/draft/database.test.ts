import { deleteDB, openDB } from "idb";
import { expect, test } from "vitest";
import { open } from "./database";

test("a database that has all stores under an earlier version is opened", async () => {
  await deleteDB("tagesecho");
  const early = await openDB("tagesecho", 1, {
    upgrade(db) {
      for (const name of ["drafts", "pictures", "chunks", "tickets"]) db.createObjectStore(name);
    },
  });
  early.close();
  expect([...(await open()).objectStoreNames]).toEqual(["chunks", "drafts", "pictures", "saves", "tickets"]);
});
