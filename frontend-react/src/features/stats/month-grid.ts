// A month of days as one stop of the Tab key: arrows, Home and End lead from day to day. Without a script each day is a stop.

const ALONG: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ACROSS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** `<month-grid>` around a table whose cells have one link or none. */
export class MonthGrid extends HTMLElement {
  connectedCallback(): void {
    this.querySelector("table")?.setAttribute("role", "grid");
    const days = this.#days();
    this.#stopAt(days.find((day) => day.hasAttribute("aria-current")) ?? days.at(-1));
    this.addEventListener("keydown", this.#move);
    this.addEventListener("focusin", this.#follow);
  }

  disconnectedCallback(): void {
    this.removeEventListener("keydown", this.#move);
    this.removeEventListener("focusin", this.#follow);
  }

  #days(): HTMLAnchorElement[] {
    return [...this.querySelectorAll("a")];
  }

  #stopAt(day: Element | undefined): void {
    for (const one of this.#days()) one.tabIndex = one === day ? 0 : -1;
  }

  #follow = ({ target }: FocusEvent) => {
    if (target instanceof HTMLAnchorElement) this.#stopAt(target);
  };

  #move = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!(target instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (!(key in ALONG) && !(key in ACROSS) && key !== "Home" && key !== "End") return;
    event.preventDefault();
    this.#next(key, target)?.focus();
  };

  #next(key: string, from: HTMLAnchorElement): HTMLAnchorElement | null | undefined {
    const cell = from.closest("td");
    const week = cell?.closest("tr");
    const along = ALONG[key];
    const across = ACROSS[key];
    if (along !== undefined) {
      const days = this.#days();
      return days[days.indexOf(from) + along];
    }
    if (across !== undefined) {
      const rows = this.querySelector("table")?.rows;
      return rows?.[(week?.rowIndex ?? 0) + across]?.cells[cell?.cellIndex ?? 0]?.querySelector("a");
    }
    const ofWeek = [...(week?.querySelectorAll("a") ?? [])];
    return key === "Home" ? ofWeek[0] : ofWeek.at(-1);
  }
}

customElements.define("month-grid", MonthGrid);
