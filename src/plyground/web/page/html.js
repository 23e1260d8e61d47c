// Markup in template strings, without a build step.
import htm from "htm";
import { h } from "preact";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(/** @type {any} */ (h));

/**
 * What an image shows that the server drew.
 * @param {string} svg
 */
export const pictureOf = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
