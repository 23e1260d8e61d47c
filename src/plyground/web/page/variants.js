// Moves that the same squares make, told apart by what is chosen before: a drop, or a flip with it.
import { useRef, useState } from "preact/hooks";
import { html } from "./html.js";

/** @typedef {import("./messages.d.ts").MoveMap} MoveMap */

/**
 * The map of the chosen variant, and what to choose it with. The choice lasts for one move.
 * @param {MoveMap | null} map
 * @param {string} position Tells one position from another.
 * @returns {{ map: MoveMap | null, choice: any }}
 */
export function useVariants(map, position) {
  const [choice, setChoice] = useState({ position, number: 0 });
  const chosen = choice.position === position ? choice.number : 0;
  const names = useRef(/** @type {string[]} */ ([]));
  const variants = map?.variants ?? [];
  if (map) names.current = variants.map(({ name }) => name);
  if (!names.current.length) return { map, choice: null };

  const added = variants.slice(1).flatMap(({ squares }) => squares.map(({ move }) => move));
  const buttons = (map?.buttons ?? []).filter((move) => !added.includes(move));
  const squares = variants[chosen]?.squares ?? [];
  // The buttons keep their places while the other side thinks.
  const kinds = html`<div class="variants" role="group" aria-label="Kind of move">
    ${names.current.map((name, n) => html`<button key=${name} type="button" aria-pressed=${n === chosen ? "true" : "false"}
      disabled=${!variants[n]?.squares.length} onClick=${() => setChoice({ position, number: n })}>${name}</button>`)}
  </div>`;
  return { map: map && { ...map, squares, buttons }, choice: kinds };
}
