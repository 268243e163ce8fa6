// The season: its table after any week, played many times, one run with its box scores, and what certifies it.
import { dialog, get, h, main, post, tableOf, toast, tried } from "./kit.js";
import { work } from "./jobs.js";

const place = new URLSearchParams(location.search);
const PAGES = { "report.html": "How well the charts fit", "roundtrip.html": "Round trip", "roundtrip.pdf": "Certificate (PDF)" };

async function open() {
  const known = await get("/api/workbench");
  const chosen = place.get("season") ?? known[0]?.id;
  if (!chosen) {
    main().replaceChildren(h("h1", {}, "Season"), h("p", { class: "notice" }, "There is no compiled season here. Make one: chartkit compile SEASON, or chartkit demo."));
    return;
  }
  const base = `/api/seasons/${encodeURIComponent(chosen)}`;
  const choice = h("select", { id: "season", onchange: () => (location.href = `/season?season=${encodeURIComponent(choice.value)}`) },
    known.map(({ id }) => h("option", { value: id, selected: id === chosen }, id)));
  main().replaceChildren(h("h1", {}, "Season"), h("p", { class: "muted" }, "The season is being read …"));
  const season = await get(base);

  const table = h("div", {});
  const games = h("div", { class: "games" });
  const chances = h("div", {});
  const busy = h("div", {});
  const state = { run: null, games: season.games, boxes: {}, standings: season.standings };
  const weeks = [...new Set(season.games.map((game) => game.week))];
  const last = weeks.at(-1) ?? 1;
  const slider = h("input", { type: "range", id: "week", "aria-label": "After week", min: weeks[0] ?? 1, max: last, value: last, oninput: () => (label.textContent = slider.value), onchange: () => after(Number(slider.value)) });
  const label = h("output", { for: "week" }, String(last));
  const runs = h("input", { id: "runs", type: "number", min: "1", max: "10000", value: "100" });
  const run = h("input", { id: "run", type: "number", min: "0", max: "1000000", value: "0" });
  const back = h("button", { type: "button", onclick: () => real() }, "Back to the real season");
  const title = h("h2", { id: "whose" }, "As it was");

  main().replaceChildren(
    h("div", { class: "row spread" }, h("h1", {}, "Season"), h("label", { class: "pick" }, "Which", choice)),
    season.pages.length ? h("nav", { class: "row pages", "aria-label": "Reports" }, season.pages.map((name) =>
      h("a", { class: "button", href: `/season/${encodeURIComponent(chosen)}/${name}`, target: "_blank", rel: "noopener" }, PAGES[name]))) : "",
    h("div", { class: "two" },
      h("section", { class: "card", "aria-labelledby": "whose" },
        h("div", { class: "row spread" }, title, back),
        h("label", { class: "week" }, h("span", {}, "After week ", label), slider), table, games),
      h("div", { class: "stack" },
        h("section", { class: "card" }, h("h2", {}, "Played again"),
          h("div", { class: "row ends" }, h("label", {}, "Times", runs), h("button", { type: "button", class: "primary", onclick: () => many(false) }, "Play"), h("button", { type: "button", onclick: () => many(true) }, "Compare with the real season")),
          h("div", { class: "row ends" }, h("label", {}, "Run number", run), h("button", { type: "button", onclick: () => one() }, "Show this run")),
          busy),
        chances)));

  function show(standings) {
    // Few clubs win a tie: a list under the table says more than a column that is mostly empty.
    const team = standings.headings.indexOf("team");
    const ties = standings.rows.filter((row) => row.at(-1)).map((row) => h("li", {}, h("strong", {}, row[team]), ` ${row.at(-1)}`));
    const shown = { ...standings, under: [], headings: standings.headings.slice(0, -1), rows: standings.rows.map((row) => row.slice(0, -1)) };
    table.replaceChildren(tableOf(shown), ties.length ? h("ul", { class: "ties small", "aria-label": "Ties" }, ties) : "", h("details", { class: "small" }, h("summary", {}, "How ties are broken"), standings.under.map((line) => h("p", { class: "muted" }, line))));
    back.hidden = state.run === null;
  }

  // The games of a week, each with its box score where there is one.
  function list(week) {
    const played = state.games.filter((game) => game.week === week);
    games.replaceChildren(h("h3", {}, `Week ${week}`), h("ul", { class: "results" }, played.map((game) => {
      const box = state.boxes[`${game.week} ${game.away} ${game.home}`];
      const words = `${game.away} ${game.away_score ?? "–"} at ${game.home} ${game.home_score ?? "–"}`;
      return h("li", {}, box ? h("button", { type: "button", onclick: () => dialog(words, h("pre", { class: "box", tabindex: "0" }, box)) }, words) : words);
    })));
  }

  async function after(week) {
    list(week);
    const played = state.run === null ? undefined : state.games;
    await tried(async () => show(week === last && state.run === null ? state.standings : await post(`${base}/standings`, { week, run: played })));
  }

  function real() {
    Object.assign(state, { run: null, games: season.games, boxes: {} });
    title.textContent = "As it was";
    slider.value = label.textContent = last;
    after(last);
  }

  async function many(certify) {
    const answer = await work(busy, `${base}/play`, { runs: Number(runs.value), certify });
    if (answer) chances.replaceChildren(h("section", { class: "card" }, h("h2", {}, certify ? "Compared with the real season" : "Chances"), ...answer.tables.map(tableOf), ...answer.notes.map((note) => h("p", { class: "muted small" }, note))));
  }

  async function one() {
    const answer = await work(busy, `${base}/run`, { run: Number(run.value) });
    if (!answer) return;
    Object.assign(state, { run: Number(run.value), games: answer.games, boxes: answer.boxes });
    title.textContent = `Run ${run.value}`;
    slider.value = label.textContent = last;
    after(last);
    const finals = answer.playoffs.map((game) => [game.round, game.away, String(game.away_score), game.home, String(game.home_score), game.winner]);
    chances.replaceChildren(h("section", { class: "card" }, h("h2", {}, `Run ${run.value}`),
      finals.length ? tableOf({ title: "Playoffs", headings: ["round", "visitor", "points", "home", "points ", "winner"], rows: finals, left: ["round", "visitor", "home", "winner"], under: [] }) : "",
      ...answer.tables.slice(1, 2).map(tableOf)));
    toast(`Run ${run.value} is played: every game has its box score.`);
  }

  show(season.standings);
  list(last);
}

tried(open);
