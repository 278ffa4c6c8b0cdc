// `<r-island name data-props>`: a place where the server leaves a skeleton and React takes over; with `data-when="open"` once the
// dialog around it is first opened.
import { parse, textsAround } from "./i18n";
import { button, element } from "./ui/elements";

export type Props = Record<string, unknown>;

/** Gives a mounted island new props. `undefined` unmounts it. */
export type Update = (props: Props | undefined) => void;

/** `fail` is called when the widget broke for good. */
export type Mount = (root: HTMLElement, props: Props, fail: (error: unknown) => void) => Update;

export type Islands = Record<string, () => Promise<{ mount: Mount }>>;

let islands: Islands = {};

export class RIsland extends HTMLElement {
  static observedAttributes = ["data-props"];

  #update: Update | undefined;
  #isStarted = false;
  #root: HTMLElement | undefined;

  get #props(): Props {
    return parse<Props>(this.dataset.props, {});
  }

  connectedCallback(): void {
    // The editor fills its own places.
    if (this.#isStarted || this.closest("entry-form")) return;
    this.#isStarted = true;
    void this.#start();
  }

  async #start(): Promise<void> {
    const name = this.getAttribute("name") ?? "";
    try {
      if (this.dataset.when === "open") await whenOpen(this.closest("dialog"));
      const island = await islands[name]?.();
      if (!island) throw new Error(`there is no island ${name}`);
      if (!this.isConnected || this.#root) return;
      this.#root = document.createElement("div");
      this.#root.dataset.root = "";
      this.append(this.#root);
      this.#update = island.mount(this.#root, this.#props, (error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  attributeChangedCallback(): void {
    this.#update?.(this.#props);
  }

  /** A move disconnects and connects at once, so the end waits for the microtask after it. */
  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#isStarted = false;
      this.#end();
    });
  }

  #fail(error: unknown): void {
    console.error(error);
    // React is still rendering when it reports the error.
    queueMicrotask(() => {
      this.#end();
      this.#offerAgain();
    });
  }

  #offerAgain(): void {
    const texts = textsAround(this);
    const [failed, again] = [texts["editor.widget.failed"], texts["editor.widget.again"]];
    if (!failed || !again || !this.isConnected || "failed" in this.dataset) return;
    const load = () => {
      notice.remove();
      delete this.dataset.failed;
      this.tabIndex = -1;
      this.focus();
      void this.#start();
    };
    const notice = element(
      "div",
      { className: "notice editor-notice" },
      element("p", { text: failed }),
      button(again, "button", load),
    );
    notice.role = "alert";
    this.dataset.failed = "";
    this.append(notice);
  }

  #end(): void {
    this.#update?.(undefined);
    this.#update = undefined;
    this.#root?.remove();
    this.#root = undefined;
    delete this.dataset.ready;
  }
}

/** Waits until the dialog is open. Not every browser has an event for it. */
function whenOpen(dialog: HTMLDialogElement | null): Promise<void> | undefined {
  if (!dialog || dialog.open) return undefined;
  return new Promise((opened) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      opened();
    });
    observer.observe(dialog, { attributeFilter: ["open"] });
  });
}

export function defineIslands(all: Islands): void {
  islands = all;
  if (!customElements.get("r-island")) customElements.define("r-island", RIsland);
}
