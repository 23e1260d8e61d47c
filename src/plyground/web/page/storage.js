// What a browser keeps for the page; nothing, where it may not.

/**
 * @template T
 * @param {Storage} storage
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function load(storage, name, otherwise) {
  try {
    const text = storage.getItem(name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {Storage} storage
 * @param {string} name
 * @param {unknown} content
 */
export function store(storage, name, content) {
  try {
    storage.setItem(name, JSON.stringify(content));
  } catch {
    // it is full, or forbidden: the page works without it
  }
}
