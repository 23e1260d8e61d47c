// What all plots share: uPlot in a box that keeps its size, in the colours of the theme.
import uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";

/** @typedef {(name: string) => string} ColourOf The colour of a variable of the style, such as --ink. */

/**
 * A plot in a box of the page, made anew where `about` changes and filled anew with `data`.
 * @param {(element: HTMLElement, colourOf: ColourOf) => uPlot.Options} optionsOf
 * @param {uPlot.AlignedData} data
 * @param {string} about What the options depend on.
 */
export function usePlot(optionsOf, data, about) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const plot = useRef(/** @type {uPlot | null} */ (null));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const colours = /** @type {Map<string, string>} */ (new Map());
    /** @param {string} name */
    const colourOf = (name) => {
      const found = colours.get(name) ?? resolved(element, name);
      colours.set(name, found);
      return found;
    };
    const made = new uPlot(optionsOf(element, colourOf), data, element);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize(sizeOf(element)));
    sizes.observe(element);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => {
      colours.clear();
      made.redraw(true, true);
    };
    theme.addEventListener("change", changed);
    return () => {
      theme.removeEventListener("change", changed);
      sizes.disconnect();
      made.destroy();
    };
  }, [about]);
  useEffect(() => plot.current?.setData(data), [data]);
  return { box, plot };
}

/** @param {HTMLElement} element How large its plot is. */
export function sizeOf(element) {
  return { width: Math.max(80, element.clientWidth), height: Math.max(60, element.clientHeight) };
}

/**
 * An axis in the page's colours.
 * @param {ColourOf} colourOf
 * @returns {uPlot.Axis}
 */
export function axisOf(colourOf) {
  return {
    stroke: () => colourOf("--faint"),
    font: "12px system-ui, sans-serif",
    ticks: { show: false },
    grid: { stroke: () => colourOf("--edge"), width: 1 },
  };
}

/**
 * A colour as the theme has it now: a canvas knows no variables.
 * @param {HTMLElement} element
 * @param {string} name
 */
function resolved(element, name) {
  const probe = element.appendChild(document.createElement("span"));
  probe.style.color = `var(${name})`;
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
