// Dice as they lie on the table; a blank face has no pip. And what was read off the cards.
import { h, svg } from "./kit.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const COLOURS = { black: "#22282b", white: "#fffdf6", yellow: "#f2c531", red: "#b3261e", green: "#1c7a44", ten: "#23467a" };
const DARK = new Set(["black", "red", "green", "ten"]);

export function die(name, face) {
  const ink = DARK.has(name) ? "#ffffff" : "#1a1a1a";
  const pips = name === "ten" ? null : PIPS[face];
  return svg("svg", { viewBox: "0 0 44 44", class: "die", role: "img", "aria-label": `${name} die: ${face || "blank"}` },
    name === "ten"
      ? svg("path", { d: "M22 2L42 17L36 40H8L2 17Z", fill: COLOURS.ten, stroke: "#0f2547", "stroke-width": "1.5" })
      : svg("rect", { x: 2, y: 2, width: 40, height: 40, rx: 8, fill: COLOURS[name] ?? "#8a8f8c", stroke: DARK.has(name) ? "#000000" : "#8f8a7a", "stroke-width": "1.5" }),
    pips ? pips.map((at) => svg("circle", { cx: 12 + 10 * (at % 3), cy: 12 + 10 * Math.floor(at / 3), r: 3.8, fill: ink }))
      : svg("text", { x: 22, y: 29, "text-anchor": "middle", "font-size": "20", "font-weight": "700", fill: ink }, String(face)));
}

// Every roll of a play: dice, total, where it was looked up, the cell; then how the cells were combined.
export function reading(line, onCell) {
  return h("div", { class: "reading" },
    line.rolls.map((roll) => h("div", { class: "roll" },
      h("span", { class: "dice" }, roll.dice.map(([name, face]) => die(name, face))),
      h("span", { class: "total" }, String(roll.total)),
      h("span", { class: "where" }, `${roll.team} ${roll.place}`),
      roll.card && onCell
        ? h("button", { type: "button", class: "cell", title: "Show it on the card", onclick: () => onCell(roll) }, roll.cell)
        : h("span", { class: "cell" }, roll.cell || "–"))),
    line.combined && h("p", { class: "combined" }, h("span", { "aria-hidden": "true" }, "⇒ "), line.combined));
}
