import { ApiForm } from "./api-form";

if (!customElements.get("api-form")) customElements.define("api-form", ApiForm);
