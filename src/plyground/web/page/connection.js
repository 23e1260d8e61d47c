// The line to the server: one socket, opened again whenever it is lost.

/** @typedef {import("./messages.d.ts").FromServer} FromServer */

const VERSION = 1;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Connection {
  /** @param {(isOpen: boolean, reason: string) => void} changed Told whether there is a line, and why not. */
  constructor(changed) {
    this.changed = changed;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isWelcome = false;
    /** @type {Set<(message: FromServer) => void>} */
    this.listeners = new Set();
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => {
      this.socket = socket;
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (this.socket === socket && !this.isWelcome) this.welcome();
      for (const hear of [...this.listeners]) hear(message);
    };
    socket.onclose = (event) => {
      this.socket = null;
      this.isWelcome = false;
      this.changed(false, event.reason);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** A server that refuses a tab opens its line too, but says nothing on it. */
  welcome() {
    this.isWelcome = true;
    this.wait = FIRST_WAIT;
    this.changed(true, "");
  }

  /**
   * Call a function with each message; returns a function that ends this.
   * @param {(message: FromServer) => void} hear
   */
  listen(hear) {
    this.listeners.add(hear);
    return () => {
      this.listeners.delete(hear);
    };
  }

  /**
   * Ask the server for something; returns whether there is a line to it.
   * @param {string} kind
   * @param {Record<string, unknown>} fields
   */
  ask(kind, fields) {
    if (!this.socket) return false;
    this.socket.send(JSON.stringify({ kind, version: VERSION, ...fields }));
    return true;
  }
}
