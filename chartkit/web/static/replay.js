// A game again, play by play with a slider; without a spoiler one play at a time; at the end recap and scorecard.
import { reading } from "./dice.js";
import { chances, colourOf, field } from "./field.js";
import { fill, get, h, main, tableOf, tried } from "./kit.js";

const game = location.pathname.split("/").pop();
const api = `/api/games/${game}`;
const isFree = new URLSearchParams(location.search).has("watch"); // nothing is loaded before it is seen
const PACE = 2500;
const state = { title: "", sides: [], lines: [], at: 0, isLast: false, timer: null };
const parts = { board: h("section", { class: "board" }), ground: h("section", { class: "ground" }), player: h("section", { class: "player", "aria-label": "Replay" }), scene: h("section", { class: "scene" }) };

async function load(most) {
  const found = await get(`${api}/lines?since=${state.lines.length}&most=${most}`);
  state.title = found.title;
  state.sides = found.sides;
  state.lines.push(...found.lines);
  state.isLast = found.is_last;
}

async function go(at) {
  if (at > state.lines.length && !state.isLast) await tried(() => load(1));
  state.at = Math.max(1, Math.min(at, state.lines.length));
  if (state.at === state.lines.length && state.isLast) stop();
  await draw();
}

function stop() {
  clearInterval(state.timer);
  state.timer = null;
}

function toggle() {
  if (state.timer) stop();
  else state.timer = setInterval(() => go(state.at + 1), PACE);
  player();
}

function board(line) {
  const side = (each, place) => h("div", { class: `side ${place}`, style: { "--team": colourOf(state.sides, each.code) } },
    h("span", { class: "name" }, h("abbr", { title: each.name }, each.code), h("span", { class: "full" }, each.name)), h("span", { class: "points" }, String(line.score[each.code])));
  fill(parts.board, h("h1", { class: "unseen" }, state.title), side(state.sides[0], "away"),
    h("div", { class: "middle" }, h("span", { class: "clock" }, `${line.period} ${line.clock}`), h("span", { class: "situation" }, line.situation)), side(state.sides[1], "home"));
}

function player() {
  const isEnd = state.isLast && state.at === state.lines.length;
  const button = (label, words, work, disabled) => h("button", { type: "button", "aria-label": words, disabled, onclick: work }, label);
  const focused = document.activeElement?.getAttribute("aria-label");
  fill(parts.player, button("|◀", "First play", () => go(1), state.at <= 1), button("◀", "Play before", () => go(state.at - 1), state.at <= 1),
    button(state.timer ? "⏸" : "▶", state.timer ? "Stop" : "Run", toggle, isEnd), button("▶|", "Next play", () => go(state.at + 1), isEnd),
    !isFree && h("input", { type: "range", "aria-label": "Play", min: "1", max: String(state.lines.length), value: String(state.at), oninput: (event) => go(Number(event.target.value)) }),
    h("output", {}, isFree && !isEnd ? `play ${state.at}` : `${state.at} of ${state.lines.length}`),
    isFree && !isEnd && button("To the end", "To the end", async () => { stop(); await tried(() => load(10000)); await go(state.lines.length); }));
  if (focused) [...parts.player.children].find((each) => each.getAttribute("aria-label") === focused && !each.disabled)?.focus();
}

// How the game went, in a few sentences.
function recap() {
  const last = state.lines.at(-1);
  const [away, home] = state.sides;
  const points = [last.score[away.code], last.score[home.code]];
  const [winner, loser] = points[0] > points[1] ? [away, home] : [home, away];
  const scored = state.lines.filter((line) => line.scored);
  const lead = points[0] === points[1] ? `${away.name} and ${home.name} tied at ${points[0]}.` : `${winner.name} beat ${loser.name} ${Math.max(...points)}–${Math.min(...points)}.`;
  const swings = state.lines.map((line, place) => [Math.abs((line.home_wins ?? 0.5) - (state.lines[place - 1]?.home_wins ?? line.home_wins ?? 0.5)), line]).sort((one, other) => other[0] - one[0]);
  return h("div", { class: "card wide recap" }, h("h2", {}, "Recap"), h("p", {}, lead, scored.length ? ` There were ${scored.length} scoring plays.` : " Nobody scored."),
    scored.length > 0 && h("ul", {}, scored.map((line) => h("li", {}, `${line.period} ${line.clock} ${line.text}`))),
    swings.length > 0 && swings[0][0] > 0 && [h("h3", {}, "Biggest plays"),
      h("ul", {}, swings.slice(0, 5).map(([swing, line]) => h("li", {}, `${line.period} ${line.clock} ${line.text} (${Math.round(100 * swing)} % of the chance to win)`)))]);
}

async function draw() {
  const line = state.lines[state.at - 1];
  if (!line) return;
  const isEnd = state.isLast && state.at === state.lines.length;
  board(line);
  const drive = state.lines.slice(0, state.at).filter((each, place, all) => all.slice(place).every((later) => later.team === line.team));
  fill(parts.ground, field({ sides: state.sides, ball: line.end, toGain: line.to_gain, hasBall: line.to_gain === null ? "" : line.team, drive, label: `${line.situation}: ${line.text}` }));
  player();
  const course = chances(state.lines.slice(0, state.at), state.sides); // nothing where a game has no table of chances
  fill(parts.scene, h("div", { class: "card last" }, h("h2", {}, line.called || line.situation), h("p", { class: "story" }, line.text), line.flags.map((flag) => h("p", { class: "flagged" }, `⚑ ${flag}`)), reading(line)),
    (course || line.reasons.length > 0) && h("div", { class: "card" }, course && [h("h2", {}, "Chance to win"), course],
      line.reasons.length > 0 && h("details", { open: !course }, h("summary", {}, "Why the coaches decided so"), h("ul", {}, line.reasons.map((why) => h("li", {}, why))))));
  if (isEnd) {
    const tables = await tried(() => get(`${api}/book`));
    parts.scene.append(recap(), h("div", { class: "card wide stack" }, h("div", { class: "row spread" }, h("h2", {}, "Scorecard"), h("button", { type: "button", onclick: () => print() }, "Print")), (tables ?? []).map(tableOf)));
  }
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, button, summary")) return;
  const work = { ArrowRight: () => go(state.at + 1), ArrowLeft: () => go(state.at - 1), " ": toggle, Home: () => go(1) }[event.key];
  if (work) { event.preventDefault(); work(); }
});

async function start() {
  if ((await tried(async () => { await load(isFree ? 1 : 10000); return true; })) === undefined) return;
  document.title = `${state.title} · chartkit`;
  main().append(parts.board, parts.ground, parts.player, parts.scene);
  await go(1);
  // Who wants less motion starts it by hand.
  if (isFree && !matchMedia("(prefers-reduced-motion: reduce)").matches) toggle();
}

start();
