// The field from above, the home team's goal at the left: end zones, the drive play by play, line to gain, ball.
import { svg } from "./kit.js";

const YARD = 10, WIDE = 120 * YARD, EDGE = 8;
// A phone shows the field less flat.
const HIGH = matchMedia("(min-width: 900px)").matches ? 205 : 440;
const LARGE = HIGH > 300;
const TOP = LARGE ? 90 : 44;
const x = (place) => (10 + place) * YARD;

// Black or white, whichever can be read on a colour.
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#10181a" : "#ffffff";
}

const OWN = ["#27466b", "#7a1f2b"]; // where nobody knows the colours: visitors, home team
export const colourOf = (sides, code) => {
  const place = sides[0].code === code ? 0 : 1;
  return /^#[0-9a-f]{6}$/i.test(sides[place].colour) ? sides[place].colour : OWN[place];
};

function turf() {
  const parts = [svg("rect", { width: WIDE, height: HIGH, class: "turf" })];
  for (let yard = 0; yard < 100; yard += 10) parts.push(svg("rect", { x: x(yard), width: 5 * YARD, height: HIGH, class: "stripe" }));
  for (let yard = 0; yard <= 100; yard += 5) parts.push(svg("line", { x1: x(yard), x2: x(yard), y1: EDGE, y2: HIGH - EDGE, class: yard % 10 ? "yard thin" : "yard" }));
  for (let yard = 1; yard < 100; yard++) {
    for (const y of [EDGE, HIGH * 0.38, HIGH * 0.6, HIGH - EDGE - 6]) parts.push(svg("line", { x1: x(yard), x2: x(yard), y1: y, y2: y + 6, class: "hash" }));
  }
  for (let yard = 10; yard < 100; yard += 10) {
    const number = String(yard <= 50 ? yard : 100 - yard);
    parts.push(svg("text", { x: x(yard), y: HIGH - EDGE - (LARGE ? 20 : 8), class: "number" }, number));
    parts.push(svg("text", { x: x(yard), y: EDGE + (LARGE ? 56 : 26), class: "number" }, number));
  }
  parts.push(svg("rect", { x: x(0) - 10 * YARD + 2, y: EDGE, width: WIDE - 4, height: HIGH - 2 * EDGE, class: "border" }));
  return parts;
}

function endZone(side, colour, at, turn) {
  const middle = at + 5 * YARD;
  return svg("g", {},
    svg("rect", { x: at + 2, y: EDGE, width: 10 * YARD - 4, height: HIGH - 2 * EDGE, fill: colour, opacity: "0.92" }),
    svg("text", { transform: `translate(${middle} ${HIGH / 2}) rotate(${turn})`, class: "club", fill: inkOn(colour), textLength: HIGH - 40, lengthAdjust: "spacingAndGlyphs" }, side.name.toUpperCase() || side.code));
}

// One play of the drive: where it began, where it ended, what it was.
function play(line, y, colour) {
  const [from, to] = [x(line.start), x(line.end)];
  const way = Math.sign(to - from);
  const parts = [svg("title", {}, line.text)];
  if (way === 0) parts.push(svg("circle", { cx: from, cy: y, r: 5, class: "stay" }));
  else {
    parts.push(svg("line", { x1: from, x2: to - way * 8, y1: y, y2: y, stroke: colour, class: "gain" }));
    parts.push(svg("path", { d: `M${to} ${y}l${-way * 13} -7v14z`, fill: colour, class: "tip" }));
    parts.push(svg("line", { x1: from, x2: from, y1: y - 6, y2: y + 6, stroke: colour, class: "gain" }));
  }
  if (line.flags.length) parts.push(svg("path", { d: `M${(from + to) / 2 - 6} ${y - 22}l14 4l-14 6z`, class: "flag" }));
  if (line.scored) parts.push(svg("text", { x: to, y: y - 10, class: "scored" }, "★"));
  return svg("g", {}, parts);
}

// How far down the play of a lane is drawn.
const laneOf = (lane, lanes) => TOP + (lane * (HIGH - 2 * TOP)) / Math.max(1, lanes - 1);

export function field({ sides, ball, toGain, hasBall, drive, label }) {
  const [away, home] = sides;
  const colours = [colourOf(sides, away.code), colourOf(sides, home.code)];
  const lanes = Math.max(4, drive.length + 1);
  const direction = hasBall === home.code ? 1 : -1;
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: LARGE ? "field large" : "field", role: "img", "aria-label": label },
    turf(),
    endZone(home, colours[1], 0, -90),
    endZone(away, colours[0], WIDE - 10 * YARD, 90),
    hasBall && svg("line", { x1: x(ball), x2: x(ball), y1: EDGE, y2: HIGH - EDGE, class: "scrimmage" }),
    hasBall && toGain !== null && svg("line", { x1: x(toGain), x2: x(toGain), y1: EDGE, y2: HIGH - EDGE, class: "gain-line" }),
    drive.map((line, lane) => play(line, laneOf(lane, lanes), "#ffffff")),
    svg("g", { class: "ball", transform: `translate(${x(ball)} ${drive.length ? laneOf(drive.length, lanes) : HIGH / 2}) scale(${LARGE ? 1.8 : 1})` },
      svg("ellipse", { rx: 15, ry: 9.5, class: "leather" }),
      svg("path", { d: "M-7 0h14M-4 -2.500v5M0 -2.500v5M4 -2.500v5", class: "laces" }),
      hasBall && svg("path", { d: `M${direction * 24} 0l${-direction * 6} -6v12z`, class: "way" })));
}

// The home team's chance to win after every play.
export function chances(lines, sides) {
  const known = lines.filter((line) => line.home_wins !== null);
  if (!known.length) return null;
  const high = 120, wide = 400;
  const at = (line, place) => `${((place * wide) / Math.max(1, known.length - 1)).toFixed(1)} ${(high * (1 - line.home_wins)).toFixed(1)}`;
  const last = known.at(-1).home_wins;
  const label = `Chance to win: ${sides[1].code} ${Math.round(100 * last)} %, ${sides[0].code} ${Math.round(100 * (1 - last))} %`;
  return svg("svg", { viewBox: `-34 -8 ${wide + 44} ${high + 16}`, class: "chances", role: "img", "aria-label": label },
    svg("rect", { width: wide, height: high, class: "ground" }),
    svg("line", { x1: 0, x2: wide, y1: high / 2, y2: high / 2, class: "even" }),
    svg("text", { x: -6, y: 10, class: "axis" }, sides[1].code), svg("text", { x: -6, y: high, class: "axis" }, sides[0].code),
    svg("polyline", { points: known.map(at).join(","), class: "course" }),
    known.map((line, place) => line.scored && svg("circle", { cx: (place * wide) / Math.max(1, known.length - 1), cy: high * (1 - line.home_wins), r: 4, class: "point" },
      svg("title", {}, line.text))));
}
