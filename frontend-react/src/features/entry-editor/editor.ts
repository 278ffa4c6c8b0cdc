import { EntryForm } from "./entry-form";

customElements.define("entry-form", EntryForm);
