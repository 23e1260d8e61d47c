// A search that was followed line by line: what stands where after each of its steps.

/** @typedef {import("./messages.d.ts").Trace} Trace */
/** @typedef {import("./messages.d.ts").TraceNote} Note */
/** @typedef {Record<string, string>} Variables */

/**
 * @typedef {object} Run
 * @property {Trace} trace
 * @property {Variables[]} variables Those of the call that is executed, at each step.
 * @property {number[]} levels How many calls are open below the first one, at each step.
 */

/**
 * @param {Trace} trace
 * @returns {Run}
 */
export function prepared(trace) {
  /** @type {Variables[]} */
  const known = trace.calls.map(() => ({}));
  /** @type {number[]} */
  const depths = [];
  for (const { caller } of trace.calls) depths.push(caller === null ? 0 : depths[caller] + 1);
  const variables = trace.steps.map(({ call, changed }) => {
    if (Object.keys(changed).length) known[call] = { ...known[call], ...changed };
    return known[call];
  });
  return { trace, variables, levels: trace.steps.map(({ call }) => depths[call]) };
}

/** @param {Run} run */
export function last(run) {
  return run.trace.steps.length - 1;
}

/**
 * The next step that is not inside a call which begins here.
 * @param {Run} run
 * @param {number} now
 */
export function over(run, now) {
  return stepWhere(run, now, (level) => level <= run.levels[now]);
}

/**
 * The next step after the call that is executed.
 * @param {Run} run
 * @param {number} now
 */
export function out(run, now) {
  return stepWhere(run, now, (level) => level < run.levels[now]);
}

/**
 * @param {Run} run
 * @param {number} now
 * @param {(level: number) => boolean} isWanted
 */
function stepWhere({ levels }, now, isWanted) {
  const found = levels.findIndex((level, step) => step > now && isWanted(level));
  return found < 0 ? levels.length - 1 : found;
}

/**
 * The step at which the next node is reached.
 * @param {Run} run
 * @param {number} now
 */
export function nextNode(run, now) {
  const found = run.trace.nodes.find((node) => node.step > now);
  return found ? Math.min(found.step, last(run)) : last(run);
}

/**
 * The step at which the node before was reached.
 * @param {Run} run
 * @param {number} now
 */
export function previousNode(run, now) {
  return run.trace.nodes.findLast((node) => node.step < now)?.step ?? 0;
}

/**
 * What is known of a node at a step.
 * @param {Note[]} notes
 * @param {number} now
 */
export function noted(notes, now) {
  return notes.findLast(({ step }) => step <= now)?.text ?? "";
}

/**
 * The nodes from the root to a node.
 * @param {Trace} trace
 * @param {number} node
 */
export function lineTo(trace, node) {
  const line = [node];
  for (let up = trace.nodes[node].parent; up !== null; up = trace.nodes[up].parent) line.unshift(up);
  return line;
}

/**
 * How much of the tree is there at a step.
 * @param {Trace} trace
 * @param {number} now
 */
export function counted(trace, now) {
  const cuts = trace.nodes.flatMap(({ cut }) => (cut && cut.step <= now ? [cut] : []));
  return {
    nodes: trace.nodes.filter(({ step }) => step <= now).length,
    cuts: cuts.length,
    moves: cuts.reduce((sum, cut) => sum + cut.moves.length, 0),
    spared: cuts.reduce((sum, cut) => sum + (cut.spared ?? 0), 0),
    isCounted: cuts.every((cut) => cut.spared !== null),
  };
}
