// The table: scoreboard, field, the last play as it was read, log, cards and book; the call pad at the thumb.
import { Connection, socketPath } from "./connection.js";
import { reading } from "./dice.js";
import { chances, colourOf, field } from "./field.js";
import { dialog, fill, get, h, main, tableOf, toast, tried } from "./kit.js";
import { keyOf, pad } from "./pad.js";

const game = location.pathname.split("/").pop();
const api = `/api/games/${game}`;
const wide = matchMedia("(min-width: 900px)");
const state = { view: null, lines: [], cards: null, tab: "log", team: "", ring: null, isCovered: false, seat: "", isText: localStorage.getItem("text mode") === "on" };
const parts = {};
for (const name of ["board", "ground", "last", "pad", "side", "text"]) parts[name] = h("section", { class: name });
parts.live = h("div", { class: "unseen", role: "log", "aria-live": "polite" });

const line = new Connection(socketPath(`/ws/table/${game}`), {
  told: (message, lines) => show(message, lines),
  state: (how) => document.body.classList.toggle("broken", how === "broken"),
});

// ---- saying something

async function say(what) {
  document.body.classList.add("busy");
  const answered = await tried(() => line.say(what));
  document.body.classList.remove("busy");
  if (answered?.stale) toast(answered.stale);
  return answered;
}

async function answer(words) {
  const answered = await say({ do: "answer", say: words });
  for (const text of answered?.said ?? []) toast(text, "bad");
}

async function undo(number) {
  const answered = await say(number ? { do: "undo", line: number } : { do: "undo" });
  for (const text of answered?.said ?? []) toast(text);
}

// ---- what is seen

function board({ sides, period, clock, situation, has_ball, is_over, final, title }) {
  const side = (each, place) => h("div", { class: `side ${place}`, style: { "--team": colourOf(sides, each.code) } },
    h("span", { class: "name" }, h("abbr", { title: each.name }, each.code), h("span", { class: "full" }, each.name)),
    h("span", { class: "points" }, String(each.points)),
    h("span", { class: "about" },
      h("span", { class: "timeouts", role: "img", "aria-label": `${each.timeouts} timeouts` }, "●".repeat(each.timeouts), h("span", { class: "gone" }, "○".repeat(Math.max(0, 3 - each.timeouts)))),
      h("span", { class: "coach" }, each.coach === "human" ? "you" : each.coach)),
    each.code === has_ball && h("span", { class: "has-ball", role: "img", "aria-label": "has the ball" }, "◆"));
  fill(parts.board, h("h1", { class: "unseen" }, title), side(sides[0], "away"),
    h("div", { class: "middle" }, h("span", { class: "clock" }, is_over ? "FINAL" : `${period} ${clock}`), h("span", { class: "situation" }, is_over ? final : situation)),
    side(sides[1], "home"));
}

function ground(view) {
  const drive = state.lines.filter((each) => view.drive_plays.includes(each.number));
  const label = view.is_over ? view.final : `${view.situation}. ${view.drive}`;
  fill(parts.ground, field({ sides: view.sides, ball: view.ball, toGain: view.to_gain, hasBall: view.has_ball, drive, label }),
    h("p", { class: "drive" }, h("span", { class: "key gain-key", "aria-hidden": "true" }), " line to gain ", h("span", { class: "key flag-key", "aria-hidden": "true" }), " flag ", h("span", {}, view.drive)));
}

function last() {
  const play = state.lines.at(-1);
  if (!play) {
    fill(parts.last, h("p", { class: "muted" }, "The game begins."));
    return;
  }
  fill(parts.last,
    h("p", { class: "muted small" }, play.situation), h("h2", {}, play.called || "Last play"),
    h("p", { class: "story" }, play.scored && h("span", { class: "star", role: "img", "aria-label": "score" }, "★ "), play.became || play.text),
    play.flags.map((flag) => h("p", { class: "flagged" }, h("span", { "aria-hidden": "true" }, "⚑ "), flag)),
    reading(play, ring),
    h("button", { type: "button", class: "quiet", onclick: () => about(play) }, "What were the odds?"));
}

function logLine(each) {
  const marks = [each.scored && "★", each.flags.length > 0 && "⚑", each.own_dice && "⚄"].filter(Boolean).join("");
  const words = [each.scored && "score", each.flags.length > 0 && "flag", each.own_dice && "own dice"].filter(Boolean).join(", ");
  return h("li", { class: each.scored && "scored" }, h("button", { type: "button", onclick: () => about(each) },
    h("span", { class: "when" }, `${each.period} ${each.clock}`), h("span", { class: "who", style: { "--team": colourOf(state.view.sides, each.team) } }, each.team),
    h("span", { class: "what" }, marks && h("span", { role: "img", "aria-label": words }, `${marks} `), each.text)));
}

// A play of the log: how it was read, why, what the odds were, and the way back to it.
function about(each) {
  const odds = h("div", { class: "stack" }, h("p", { class: "muted" }, "The odds are being counted ..."));
  const box = dialog(`Play ${each.number}: ${each.called || each.situation}`,
    h("div", { class: "stack" }, h("p", {}, each.text), reading(each),
      each.own_dice && h("p", { class: "muted" }, "⚄ Rolled with your own dice."),
      each.reasons.length > 0 && h("div", {}, h("h3", {}, "Why the coaches decided so"), h("ul", {}, each.reasons.map((why) => h("li", {}, why)))),
      h("h3", {}, "What were the odds?"), odds,
      state.view.people?.length > 0 && h("button", { type: "button", onclick: () => { box.close(); undo(each.number); } }, "Take back to before this play")));
  tried(async () => fill(odds, (await get(`${api}/odds?line=${each.number}`)).map(tableOf)))
    .then(() => { if (!odds.querySelector("table")) fill(odds, h("p", { class: "muted" }, "No roll decided this play.")); });
}

async function ring(roll) {
  state.ring = roll;
  state.team = roll.team;
  await openTab("cards");
  document.querySelector(".ringed")?.scrollIntoView({ block: "center", inline: "center" });
}

async function cards() {
  state.cards ??= await get(`${api}/cards`);
  const codes = Object.keys(state.cards);
  if (!codes.includes(state.team)) state.team = codes[0];
  const rolls = state.lines.at(-1)?.rolls ?? [];
  const isHit = (title, heading, row) => rolls.some(({ team, card }) => team === state.team && card && card[0] === title && card[1] === heading && card[2] === row);
  return h("div", { class: "stack" },
    h("div", { class: "row", role: "group", "aria-label": "Whose card" }, codes.map((code) => h("button", { type: "button", "aria-pressed": String(code === state.team), onclick: () => { state.team = code; redrawSide(); } }, code))),
    state.cards[state.team].map(({ title, headings, rows }) => h("details", { class: "part", open: rolls.some((each) => each.team === state.team && each.card?.[0] === title) || title === state.cards[state.team][0].title },
      h("summary", {}, title),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${state.team} ${title}` }, h("table", { class: "chart" },
        h("thead", {}, h("tr", {}, headings.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, at) => at === 0 ? h("th", { scope: "row" }, cell)
          : h("td", { class: isHit(title, headings[at], row[0]) && "ringed" }, cell))))))))));
}

async function book() {
  const tables = await get(`${api}/book`);
  return h("div", { class: "stack" }, chances(state.lines, state.view.sides), tables.map(tableOf),
    h("p", {}, h("a", { href: `/replay/${game}` }, "Replay and scorecard")));
}

const TABS = {
  log: ["Log", () => h("ol", { class: "log", reversed: true }, state.lines.toReversed().map(logLine))],
  cards: ["Cards", cards],
  book: ["Statistics", book],
  odds: ["Odds", async () => h("div", { class: "stack" }, (await get(`${api}/odds`)).map(tableOf))],
};

const TAB_KEYS = { L: "log", K: "cards", S: "book", O: "odds" };

async function redrawSide() {
  const [, made] = TABS[state.tab];
  const content = await tried(made);
  if (!content) return;
  const sheet = document.querySelector("dialog.sheet .inside");
  if (sheet) fill(sheet, content);
  else if (wide.matches) {
    fill(parts.side, h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the field" }, Object.entries(TABS).map(([name, [title]]) =>
      h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === state.tab), "aria-controls": "tab-panel", onclick: () => openTab(name) }, title))),
      h("div", { class: "panel", role: "tabpanel", id: "tab-panel", "aria-labelledby": `tab-${state.tab}`, tabindex: "0" }, content));
  } else {
    fill(parts.side, h("div", { class: "row sheets" }, Object.entries(TABS).map(([name, [title]]) => h("button", { type: "button", onclick: () => openTab(name) }, title))));
  }
}

// On a screen the tab beside the field; on a phone a sheet over it.
async function openTab(name) {
  state.tab = name;
  if (!wide.matches && !document.querySelector("dialog.sheet")) dialog(TABS[name][0]).classList.add("sheet");
  await redrawSide();
}

// ---- the call pad, or the cover between two people

function callPad() {
  const { prompt, waiting_for, is_over, final, people } = state.view;
  if (is_over) {
    fill(parts.pad, h("h2", {}, final), h("div", { class: "row" }, h("a", { class: "button primary", href: `/replay/${game}` }, "Replay and scorecard"), h("a", { class: "button", href: "/" }, "All games")));
  } else if (!prompt) {
    fill(parts.pad, h("p", {}, `Waiting for ${waiting_for}.`));
  } else if (state.isCovered) {
    const uncover = h("button", { type: "button", class: "primary", onclick: () => { state.isCovered = false; callPad(); } }, `${prompt.seat} is here`, h("kbd", {}, "Space"));
    fill(parts.pad, h("div", { class: "cover" }, h("h2", {}, `${prompt.seat} calls`), h("p", {}, "Nobody else looks at the screen."), uncover));
    uncover.focus();
  } else {
    fill(parts.pad, pad(prompt, answer), menu(people));
  }
}

const menu = (people) => h("div", { class: "row menu" },
  h("button", { type: "button", class: "quiet", onclick: () => undo() }, "Undo ", h("kbd", {}, "U")),
  people.length > 0 && h("button", { type: "button", class: "quiet", onclick: skip }, "Skip ahead"),
  h("button", { type: "button", class: "quiet", "aria-pressed": String(state.view.own_dice), title: "You roll and type the totals, or the computer rolls", onclick: () => say({ do: "dice", own: !state.view.own_dice }) }, "My dice"),
  h("button", { type: "button", class: "quiet", onclick: text }, "Text"),
  h("button", { type: "button", class: "quiet", onclick: help }, "Keys ", h("kbd", {}, "?")));

function skip() {
  const to = (until, label) => h("button", { type: "button", onclick: () => { box.close(); say({ do: "skip", until }); } }, label);
  const box = dialog("Skip ahead", h("p", {}, "A computer coach calls for you until then. Undo takes it back."),
    h("div", { class: "row" }, to("score", "To the next score"), to("two minutes", "To the two-minute warning"), to("end", "To the end")));
}

function help() {
  const keys = [["1–9", "call a play, or choose by number"], ["A–F", "call a formation"], ["P", "punt"], ["G", "field goal"], ["Space", "the usual answer; uncover"], ["U", "take back"],
    ["L K S O", "log, cards, statistics, odds"], ["T", "text mode: one input, a spoken log"], ["?", "this list"]];
  dialog("Keys", h("table", {}, h("tbody", {}, keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))));
}

// ---- text mode: one input, the log beside it

function text() {
  state.isText = !state.isText;
  localStorage.setItem("text mode", state.isText ? "on" : "off");
  draw();
  if (state.isText) parts.text.querySelector("input").focus();
}

function textMode() {
  const { prompt, situation, period, clock, sides, is_over, final } = state.view;
  if (!parts.text.firstChild) {
    const input = h("input", { id: "line", autocomplete: "off", spellcheck: "false", maxlength: "200" });
    const output = h("div", { class: "told", role: "log", "aria-live": "polite", "aria-label": "What happens", tabindex: "0" });
    parts.text.append(h("h2", {}, "Text mode"), output,
      h("form", { onsubmit: async (event) => {
        event.preventDefault();
        const said = input.value;
        input.value = "";
        const answered = await say({ do: "say", say: said });
        for (const words of answered?.said ?? []) tell(words);
      } }, h("label", { for: "line", class: "asked" }), h("div", { class: "row" }, input, h("button", { class: "primary" }, "Say"), h("button", { type: "button", onclick: text }, "Back to the table"))));
  }
  const score = sides.map((side) => `${side.code} ${side.points}`).join(", ");
  parts.text.querySelector(".asked").textContent = is_over ? final : `${period} ${clock}. ${score}. ${situation}. ${prompt?.hint ?? ""} ${prompt?.text ?? ""} (? lists the choices)`;
}

function tell(words) {
  const output = parts.text.querySelector(".told");
  output?.append(h("p", {}, words));
  output?.lastChild.scrollIntoView({ block: "nearest" });
}

// ---- all of it

function show(message, lines) {
  const known = state.lines.length ? state.lines.at(-1).number : 0;
  const { prompt } = message.view;
  const isFirst = state.view === null;
  state.view = message.view;
  state.lines = lines;
  const people = message.view.people.length;
  state.isCovered = people > 1 && Boolean(prompt?.hidden) && (isFirst || prompt.seat !== state.seat || state.isCovered);
  state.seat = prompt?.hidden ? prompt.seat : "";
  document.title = `${message.view.sides.map((side) => `${side.code} ${side.points}`).join(" – ")} · chartkit`;
  main().dataset.question = `${message.life} ${message.question}`;
  draw();
  const news = lines.filter((each) => each.number > known);
  for (const each of isFirst ? news.slice(-1) : news) {
    if (state.isText) tell(each.text);
    else fill(parts.live, h("p", {}, each.text));
  }
}

function draw() {
  document.body.classList.toggle("text-mode", state.isText);
  if (!main().firstChild) main().append(parts.live, parts.board, parts.ground, h("div", { class: "middle-row" }, parts.last, parts.pad), parts.side, parts.text);
  board(state.view);
  if (state.isText) textMode();
  ground(state.view);
  last();
  callPad();
  redrawSide();
}

wide.addEventListener("change", () => state.view && redrawSide());
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey || !state.view || state.isText) return;
  const key = event.key.toUpperCase();
  const prompt = state.view.prompt;
  if (key === " ") {
    if (event.target.closest("button, summary, a")) return;
    if (state.isCovered) { state.isCovered = false; callPad(); }
    else if (prompt?.default) answer(prompt.default);
  } else if (key === "?") help();
  else if (key === "U") undo();
  else if (key === "T") text();
  else {
    const button = state.isCovered ? null : parts.pad.querySelector(`[data-key="${keyOf(key)}"]`);
    if (button) button.click();
    else if (TAB_KEYS[key]) openTab(TAB_KEYS[key]);
    else return;
  }
  event.preventDefault();
});
