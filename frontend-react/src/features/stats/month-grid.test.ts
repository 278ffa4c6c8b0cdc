import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import "./month-grid";

beforeEach(() => {
  document.body.innerHTML = `<button>davor</button><month-grid><table>
    <thead><tr><th>Mo</th><th>Di</th><th>Mi</th></tr></thead>
    <tbody>
      <tr><td></td><td><a href="#1">1</a></td><td><a href="#2">2</a></td></tr>
      <tr><td><a href="#3">3</a></td><td><a href="#4" aria-current="date">4</a></td><td>5</td></tr>
    </tbody></table></month-grid><button>danach</button>`;
});

const focused = () => document.activeElement?.textContent;

test("the month is one stop of the Tab key, at today", async () => {
  await userEvent.tab();
  await userEvent.tab();
  expect(focused()).toBe("4");
  await userEvent.tab();
  expect(focused()).toBe("danach");
});

test("arrows lead from day to day, across cells without one, and stay at the edges", async () => {
  document.querySelector<HTMLElement>("[aria-current]")?.focus();
  const path = [
    "{ArrowUp}",
    "{ArrowLeft}",
    "{ArrowRight}",
    "{ArrowDown}",
    "{ArrowRight}",
    "{Home}",
    "{ArrowUp}",
    "{End}",
    "{ArrowRight}",
  ];
  const seen: (string | null | undefined)[] = [];
  for (const key of path) {
    await userEvent.keyboard(key);
    seen.push(focused());
  }
  expect(seen).toEqual(["1", "1", "2", "2", "3", "3", "3", "4", "4"]);
  await userEvent.keyboard("{ArrowLeft}");
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  expect(focused(), "where somebody left it").toBe("3");
});
