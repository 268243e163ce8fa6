// The workbench: a season's teams, and one chart edited like a spreadsheet. The page holds the changes; the server
// checks them and keeps them as hand edits.
import { dialog, get, h, main, post, tableOf, toast, tried } from "./kit.js";
import { Grid } from "./grid.js";
import { work } from "./jobs.js";

const CHECKED_AFTER = 150;
const place = new URLSearchParams(location.search);
const base = () => `/api/workbench/${encodeURIComponent(place.get("season"))}/${encodeURIComponent(place.get("team"))}`;
const link = (season, team) => `/workbench?season=${encodeURIComponent(season)}${team ? `&team=${encodeURIComponent(team)}` : ""}`;

// Seasons and teams.

async function seasons() {
  const known = await get("/api/workbench");
  const chosen = place.get("season") ?? known[0]?.id;
  const choice = h("select", { id: "season", onchange: () => (location.href = link(choice.value)) },
    known.map(({ id }) => h("option", { value: id, selected: id === chosen }, id)));
  const list = h("ul", { class: "teams" }, h("li", { class: "muted" }, "The charts are being checked …"));
  main().replaceChildren(h("h1", {}, "Workbench"),
    known.length ? h("label", { class: "season" }, "Season", choice) : h("p", { class: "notice" }, "There is no compiled season here. Make one: chartkit compile SEASON, or chartkit demo."),
    list);
  if (!chosen) return list.remove();
  const { teams } = await get(`/api/workbench/${encodeURIComponent(chosen)}`);
  list.replaceChildren(...teams.map((team) =>
    h("li", {}, h("a", { class: "card team", href: link(chosen, team.code) }, h("strong", {}, team.code), h("span", {}, team.title), counts(team.findings)))));
}

function counts(findings) {
  const told = Object.entries(findings).map(([severity, number]) => h("span", { class: `count ${severity}` }, `${number} ${severity}${number === 1 ? "" : "s"}`));
  return h("span", { class: "counts" }, told.length ? told : h("span", { class: "count sound" }, "✓ sound"));
}

// One chart.

class Chart {
  constructor(opened) {
    Object.assign(this, opened);
    this.shown = this.grids[0];
    this.column = "";
    // Edits that are kept but not compiled yet are part of what is seen.
    this.pending = this.edits.filter((edit) => text(this.cells[edit.cell]) !== text(edit.now));
    this.changes = new Map(this.pending.map((edit) => [edit.cell, text(edit.now)]));
    this.saved = new Map(this.changes);
    this.done = [];
    this.undone = [];
    this.numbers = 0;
  }

  value(cell) {
    return this.changes.get(cell) ?? text(this.cells[cell]);
  }

  isEdited(cell) {
    return this.changes.has(cell);
  }

  // Writes texts into cells as one step that can be taken back.
  write(pairs) {
    const step = pairs.filter(([cell, now]) => this.value(cell) !== now).map(([cell, now]) => [cell, this.value(cell), now]);
    if (!step.length) return;
    this.done.push(step);
    this.undone.length = 0;
    this.apply(step, 2);
  }

  undo() {
    const step = this.done.pop();
    if (!step) return toast("Nothing to take back.");
    this.undone.push(step);
    this.apply(step, 1);
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return toast("Nothing to redo.");
    this.done.push(step);
    this.apply(step, 2);
  }

  apply(step, which) {
    for (const change of step) {
      if (change[which] === text(this.cells[change[0]])) this.changes.delete(change[0]);
      else this.changes.set(change[0], change[which]);
    }
    this.changed();
  }

  // What is sent: the changes, and cells whose kept edit is given up.
  sent() {
    const reverted = this.pending.filter((edit) => !this.changes.has(edit.cell)).map((edit) => [edit.cell, text(this.cells[edit.cell])]);
    return Object.fromEntries([...reverted, ...this.changes]);
  }

  get isSaved() {
    return this.saved.size === this.changes.size && [...this.changes].every(([cell, now]) => this.saved.get(cell) === now);
  }
}

const text = (value) => (value === null || value === undefined ? "" : String(value));

async function edit() {
  const chart = new Chart(await get(base()));
  const sheet = h("div", { class: "sheet" });
  const findings = h("ul", { class: "findings", "aria-live": "polite" });
  const figures = h("div", { class: "figures", "aria-live": "polite" });
  const real = h("div", {}, h("p", { class: "muted" }, "Choose a cell of a column."));
  const edits = h("div", {});
  const effect = h("div", {});
  const status = h("p", { class: "muted small", role: "status" });
  const grid = new Grid({
    value: (cell) => chart.value(cell),
    isEdited: (cell) => chart.isEdited(cell),
    write: (pairs) => chart.write(pairs),
    undo: () => chart.undo(),
    redo: () => chart.redo(),
    typed: (cell, now) => check({ ...chart.sent(), [cell]: now }),
    moved: (cell, heading) => about(heading),
  });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the chart" });
  const save = h("button", { type: "button", class: "primary", onclick: () => keep() }, "Save edits");
  const find = h("input", { type: "search", id: "find", "aria-label": "Find a cell", placeholder: "Find: INT, 12*, …", onkeydown: (event) => event.key === "Enter" && seek(event.shiftKey) });

  main().replaceChildren(
    h("nav", { class: "muted small", "aria-label": "Where" }, h("a", { href: link(place.get("season")) }, `Season ${place.get("season")}`)),
    h("div", { class: "row spread" }, h("h1", {}, chart.title),
      h("div", { class: "row tools" },
        h("button", { type: "button", onclick: () => chart.undo(), title: "Ctrl+Z" }, "Undo"),
        h("button", { type: "button", onclick: () => chart.redo(), title: "Ctrl+Y" }, "Redo"),
        h("button", { type: "button", onclick: () => grid.fillDown(), title: "Ctrl+D" }, "Fill down"),
        h("button", { type: "button", onclick: () => preview() }, "Card preview"),
        chart.keeps_edits && save)),
    h("div", { class: "bench" },
      h("div", { class: "left" }, h("div", { class: "row" }, tabs, find), sheet,
        h("p", { class: "muted small keys" }, "Arrows move, typing or ", h("kbd", {}, "F2"), " edits, ", h("kbd", {}, "Enter"), " takes, ", h("kbd", {}, "Esc"), " drops; copy and paste work with any spreadsheet.")),
      h("aside", { class: "stack", "aria-label": "What the chart says" },
        part("Findings", findings), part("Odds of the column", figures), part("The real season", real),
        part("What if?", whatIf(), effect), part("Edits", edits, status))));

  chart.changed = () => {
    grid.redraw();
    save.disabled = chart.isSaved;
    status.textContent = !chart.keeps_edits ? "This game has no files of hand edits: changes can be tried here, not saved." : chart.isSaved ? "Everything is saved." : "Not saved yet.";
    check(chart.sent());
    listEdits();
  };

  function show(part) {
    chart.shown = part;
    tabs.replaceChildren(...chart.grids.map((each) =>
      h("button", { type: "button", role: "tab", "aria-selected": String(each === part), onclick: () => show(each) }, each.title)));
    sheet.replaceChildren(grid.draw(part));
  }

  let waiting = 0;
  let number = 0;
  // All changes are checked soon after the last keystroke; an answer that is overtaken is dropped.
  function check(changes) {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const mine = (number += 1);
      const found = await tried(() => post(`${base()}/try`, { changes, column: chart.column }));
      if (found && mine === number) tell(found);
    }, CHECKED_AFTER);
  }

  function tell(found) {
    grid.mark(new Map(found.findings.map((each) => [each.cell, each])));
    findings.replaceChildren(...(found.findings.length ? found.findings.map((each) =>
      h("li", { class: each.severity }, h("button", { type: "button", class: "quiet", onclick: () => jump(each.cell) }, each.place || each.cell || each.code), " ", each.text))
      : [h("li", { class: "sound" }, "✓ Nothing is wrong.")]));
    const rows = (found.figures ?? []).map((each) => [`${each.table}, ${each.column}`, each.figure, each.before || "–", each.after || "–"]);
    figures.replaceChildren(rows.length ? tableOf({ title: "What the changes do", headings: ["column", "figure", "before", "after"], rows, left: ["column", "figure"], under: [] })
      : h("p", { class: "muted" }, found.sound === false ? "Fix what is wrong first." : "No figure differs from the compiled chart."));
  }

  function jump(cell) {
    const part = chart.grids.find((each) => each.rows.some(([, cells]) => cells.includes(cell)));
    if (!part) return toast("This is about the whole chart.");
    if (part !== chart.shown) show(part);
    grid.go(cell);
  }

  function seek(backwards) {
    const wanted = find.value.trim().toUpperCase();
    if (!wanted) return;
    const every = chart.grids.flatMap((each) => each.rows.flatMap(([, cells]) => cells));
    const start = every.indexOf(grid.cell);
    const order = every.map((_, step) => every[(start + (backwards ? -step - 1 : step + 1) + 2 * every.length) % every.length]);
    const found = order.find((cell) => chart.value(cell).toUpperCase().includes(wanted));
    if (!found) return toast(`No cell says ${find.value}.`);
    jump(found);
    find.focus();
  }

  async function about(heading) {
    if (heading === chart.column) return;
    chart.column = heading;
    check(chart.sent());
    real.replaceChildren(h("p", { class: "muted" }, "…"));
    const found = await tried(() => get(`${base()}/column/${encodeURIComponent(heading)}`));
    if (chart.column !== heading) return;
    const plays = ["offense", "defense"].map((side) =>
      h("button", { type: "button", onclick: () => tried(async () => dialog(heading, tableOf(await get(`${base()}/plays/${encodeURIComponent(heading)}?side=${side}`)))) }, `Plays, ${side}`));
    const rows = (found?.real ?? []).map((each) => [each.side, each.figure, each.real.toFixed(3), each.chart.toFixed(3), each.within ? "✓" : "✗"]);
    real.replaceChildren(
      rows.length ? tableOf({ title: `${heading}: as compiled`, headings: ["side", "figure", "real", "chart", "within"], rows, left: ["side", "figure"], under: [] }) : h("p", { class: "muted" }, "The compiler measured nothing here."),
      rows.length ? h("div", { class: "row" }, plays) : "",
      ...(found?.odds ?? []).filter((each) => each.rows.length).slice(0, 1).map(tableOf));
  }

  function whatIf() {
    const runs = h("input", { type: "number", min: "2", max: "2000", value: "50", id: "runs" });
    const go = async () => {
      const answer = await work(effect, `${base()}/whatif`, { changes: chart.sent(), runs: Number(runs.value) });
      if (answer) effect.replaceChildren(...answer.tables.map(tableOf), ...answer.notes.map((note) => h("p", { class: "muted small" }, note)));
    };
    return h("div", { class: "row" }, h("label", {}, "Seasons", runs), h("button", { type: "button", onclick: go }, "Play with and without"));
  }

  function listEdits() {
    const kept = new Map(chart.edits.map((each) => [each.cell, each]));
    const every = [...new Set([...kept.keys(), ...chart.changes.keys()])];
    edits.replaceChildren(every.length ? h("ul", { class: "edits" }, every.map((cell) => {
      const known = kept.get(cell);
      const was = text(known ? known.was : chart.cells[cell]);
      return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => jump(cell) }, cell), " ", h("span", { class: "mono" }, `${was || "nothing"} → ${chart.value(cell) || "nothing"}`),
        known?.reason ? h("div", { class: "muted small" }, `${known.reason}${known.date ? `, ${known.date}` : ""}`) : "");
    })) : h("p", { class: "muted" }, "None."));
  }

  async function keep() {
    const reason = h("input", { id: "reason", type: "text", maxlength: "500", required: true, autocomplete: "off" });
    const box = dialog("Save edits",
      h("form", { class: "stack", onsubmit: async (event) => {
        event.preventDefault();
        box.close();
        await tried(async () => {
          const kept = await post(`${base()}/save`, { changes: chart.sent(), reason: reason.value });
          chart.edits = kept.edits;
          chart.pending = kept.edits.filter((each) => text(chart.cells[each.cell]) !== text(each.now));
          chart.saved = new Map(chart.changes);
          chart.changed();
          toast(`Saved in ${kept.file}. chartkit compile puts it into the chart.`);
        });
      } }, h("label", {}, "Why? It is kept with each edit.", reason), h("button", { class: "primary" }, "Save")));
    reason.focus();
  }

  async function preview() {
    await tried(async () => {
      const made = await post(`${base()}/preview`, { changes: chart.sent() });
      dialog("Card preview", h("p", {}, "The cards with your changes are ready."), h("a", { class: "button primary", href: made.path, target: "_blank", rel: "noopener" }, "Open the cards"));
    });
  }

  addEventListener("beforeunload", (event) => chart.isSaved || !chart.keeps_edits || event.preventDefault());
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
      event.preventDefault();
      find.focus();
    }
  });
  show(chart.grids[0]);
  chart.changed();
  tell({ findings: chart.findings });
}

function part(title, ...content) {
  return h("section", { class: "card" }, h("h2", {}, title), ...content);
}

tried(() => (place.get("team") ? edit() : seasons()));
