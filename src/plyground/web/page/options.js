// Options of games and players as fields of a form.
import { html } from "./html.js";

/** @typedef {import("./messages.d.ts").OfferedOption} Option */
/** @typedef {Record<string, string | boolean>} Values */

const KEYBOARDS = /** @type {Record<string, string>} */ ({ int: "numeric", float: "decimal" });

/**
 * @param {{ options: Option[], values: Values, change: (values: Values) => void, title: string }} props
 */
export function Options({ options, values, change, title }) {
  if (!options.length) return null;
  /** @param {Option} option */
  const field = (option) => {
    const value = values[option.name] ?? option.default ?? "";
    const set = (/** @type {any} */ { target }) =>
      change({ ...values, [option.name]: option.type === "bool" ? target.checked : target.value });
    const help = option.help && html`<small>${option.help}</small>`;
    if (option.type === "bool")
      return html`<label class="check" key=${option.name}>
        <input type="checkbox" name=${option.name} checked=${Boolean(value)} onChange=${set} />
        <span>${words(option.name)}${help}</span>
      </label>`;
    return html`<label key=${option.name}>${words(option.name)}
      <input name=${option.name} value=${value} onInput=${set} autocomplete="off"
        inputmode=${KEYBOARDS[option.type] ?? "text"}
        placeholder=${option.default === null ? "no limit" : ""} />
      ${help}
    </label>`;
  };
  return html`<details><summary>${title}</summary><div class="options">${options.map(field)}</div></details>`;
}

/** @param {string} name */
function words(name) {
  return name.replaceAll("_", " ");
}

/**
 * A name with the options that were changed, as the command line has them.
 * @param {string} name
 * @param {Option[]} options
 * @param {Values} values
 */
export function withOptions(name, options, values) {
  const given = options
    .filter((option) => values[option.name] !== undefined && values[option.name] !== "")
    .filter((option) => String(values[option.name]) !== String(option.default))
    .map((option) => {
      const value = values[option.name];
      return `${option.name}=${typeof value === "boolean" ? Number(value) : value.trim()}`;
    });
  if (!given.length) return name;
  return `${name}${name.includes(":") ? "," : ":"}${given.join(",")}`;
}
