// How far the compilation of a game has come, as a bar that moves by the time it took before.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";

const NEARLY = 0.97; // compiling may take longer than it did before
const STEP = 200;

/**
 * @param {{ progress: { kernels: number, seconds: number, expected: number | null } }} props
 *   What a `Compiling` or `WorkState` says.
 */
export function CompileBar({ progress }) {
  const { seconds, expected } = progress;
  const [heard, setHeard] = useState(performance.now());
  const [now, setNow] = useState(heard);
  useEffect(() => {
    setHeard(performance.now());
    const timer = setInterval(() => setNow(performance.now()), STEP);
    return () => clearInterval(timer);
  }, [progress]);
  const spent = seconds + Math.max(0, now - heard) / 1000;
  const share = expected ? Math.min(NEARLY, spent / Math.max(expected, 0.1)) : undefined;
  const left = expected ? Math.ceil(expected - spent) : 0;
  const rest = left > 0 ? `about ${left} s more` : `${Math.floor(spent)} s`;
  return html`<span class="compiling">compiling this game (once): ${rest}
    <progress max="1" value=${share} aria-label="Compiling"></progress>
  </span>`;
}
