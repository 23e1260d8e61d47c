// The line to the server: one socket, opened again whenever it is lost.

/** @typedef {import("./messages.d.ts").FromServer} FromServer */

const VERSION = 1;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Connection {
  /**
   * @param {(message: FromServer) => void} hear
   * @param {(isOpen: boolean) => void} changed
   */
  constructor(hear, changed) {
    this.hear = hear;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    socket.onopen = () => {
      this.socket = socket;
      this.wait = FIRST_WAIT;
      this.changed(true);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
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
