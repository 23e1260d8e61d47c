// Files that a person chooses or drops onto the page: games that were saved, and boards as text.
import { useEffect } from "preact/hooks";

const LARGEST = 60000;

/**
 * Whether a text is a saved game; anything else is a board.
 * @param {string} text
 */
export function isRecord(text) {
  return /^\s*\[/.test(text);
}

/**
 * The text of a file; null, and a word about it, if it is too large for a message.
 * @param {File} file
 * @param {(text: string) => void} say
 */
export async function textOf(file, say) {
  if (file.size <= LARGEST) return file.text();
  say(`${file.name} is too large for this page: expected at most ${LARGEST / 1000} kB.`);
  return null;
}

/**
 * What `onChange` of an input of files does: its file is read.
 * @param {(text: string) => void} read
 * @param {(text: string) => void} say
 */
export function chosenFile(read, say) {
  return async (/** @type {any} */ { target }) => {
    const file = target.files?.[0];
    const text = file && (await textOf(file, say));
    if (typeof text === "string") read(text);
    target.value = "";
  };
}

/**
 * Read files that are dropped anywhere on the page, as long as the component is shown.
 * @param {(text: string) => void} read
 * @param {(text: string) => void} say
 */
export function useDrop(read, say) {
  useEffect(() => {
    const over = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.toggle("dropping", event.type === "dragover");
    };
    const drop = async (/** @type {DragEvent} */ event) => {
      over(event);
      const file = event.dataTransfer?.files[0];
      const text = file && (await textOf(file, say));
      if (typeof text === "string") read(text);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", over);
      removeEventListener("drop", drop);
    };
  });
}
