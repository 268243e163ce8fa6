// The first page: a new game, games to continue, games to look at again.
import { fill, get, h, main, post, tried } from "./kit.js";

const MODES = {
  computer: ["Against the computer", "You coach one team."],
  two: ["Two at one screen", "A cover between the calls."],
  watch: ["Watch two coaches", "Play by play, no spoiler."],
};

const field = (label, control) => h("label", {}, label, control);
const select = (name, options, chosen) => h("select", { name }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

// A rule that the coaches agree on; only what differs from the usual is sent.
function option({ name, about, choices, ...usual }, preset) {
  const label = about ? `${name.replaceAll("_", " ")}: ${about}` : name.replaceAll("_", " ");
  const value = usual[preset];
  const control = choices.includes(value)
    ? select(`option ${name}`, choices.map((each) => [each, each]), value)
    : h("input", { name: `option ${name}`, value, size: 8 });
  control.dataset.usual = value;
  return field(label, control);
}

const changedOptions = (form) => Object.fromEntries([...form.querySelectorAll("[data-usual]")]
  .filter((control) => control.value !== control.dataset.usual)
  .map((control) => [control.name.slice("option ".length), control.value]));

function newGame({ seasons, systems }) {
  const playable = seasons.filter((season) => season.teams?.length > 1 && systems[season.game]);
  if (!playable.length) {
    return h("section", { class: "card" }, h("h1", {}, "Games"), h("p", {}, "There is no compiled season in this folder yet."), h("p", {}, "Make one with ", h("code", {}, "chartkit demo"), " or ", h("code", {}, "chartkit compile SEASON"), ", then start the server in that folder."));
  }
  const form = h("form", {});
  const draw = () => {
    const chosen = new FormData(form);
    const season = playable.find((each) => each.id === chosen.get("season")) ?? playable[0];
    const { coaches, options, title } = systems[season.game];
    const computers = coaches.filter((name) => name !== "human");
    const mode = chosen.get("mode") ?? "computer";
    const teams = season.teams.map(({ code, name }) => [code, name]);
    const coach = (name, label, usual) => field(label, select(name, [["", "the best there is"], ...computers.map((each) => [each, each])], chosen.get(name) ?? usual));
    fill(form,
      h("fieldset", {}, h("legend", { class: "unseen" }, "Who plays"), h("div", { class: "modes" }, Object.entries(MODES).map(([value, [name, about]]) =>
        h("label", { class: "mode" }, h("input", { type: "radio", name: "mode", value, checked: value === mode, onchange: draw }), name, h("small", {}, about))))),
      field("Season", h("select", { name: "season", onchange: draw }, playable.map((each) => h("option", { value: each.id, selected: each === season }, `${each.id} · ${systems[each.game].title}`)))),
      h("div", { class: "versus" }, field("Visitors", select("away", teams, chosen.get("away") ?? teams[0][0])), h("span", {}, "at"), field("Home team", select("home", teams, chosen.get("home") ?? teams[1][0]))),
      mode === "computer" && h("div", { class: "versus" }, field("You coach", select("side", [["away", "the visitors"], ["home", "the home team"]], chosen.get("side") ?? "away")), h("span", {}, "against"), coach("coach", "Computer coach")),
      mode === "watch" && h("div", { class: "versus" }, coach("away_coach", "Visitors' coach"), h("span", {}, "against"), coach("home_coach", "Home team's coach")),
      h("details", {}, h("summary", {}, "Dice, seed and rules"), h("div", { class: "options" },
        mode !== "watch" && h("label", { class: "check" }, h("input", { type: "checkbox", name: "own_dice", checked: chosen.has("own_dice") }), "I roll my own dice"),
        h("label", { class: "check" }, h("input", { type: "checkbox", name: "basic", checked: chosen.has("basic"), onchange: draw }), "The basic game"),
        field("Seed (the same seed, the same dice)", h("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]{0,9}", value: chosen.get("seed") ?? "" })),
        h("details", {}, h("summary", {}, "Single rules"), h("div", { class: "options" }, options.map((each) => option(each, chosen.has("basic") ? "basic" : "advanced")))))),
      h("button", { class: "kick" }, mode === "watch" ? "Watch" : "Kick off"));
    form.title = title;
  };
  draw();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    const mode = chosen.get("mode");
    const coaches = mode === "two" ? ["human", "human"] : mode === "watch" ? [chosen.get("away_coach"), chosen.get("home_coach")]
      : chosen.get("side") === "away" ? ["human", chosen.get("coach")] : [chosen.get("coach"), "human"];
    const order = { season: chosen.get("season"), away: chosen.get("away"), home: chosen.get("home"), away_coach: coaches[0], home_coach: coaches[1], basic: chosen.has("basic"), own_dice: chosen.has("own_dice"), options: changedOptions(form) };
    if (chosen.get("seed")) order.seed = Number(chosen.get("seed"));
    const button = form.querySelector(".kick");
    button.disabled = true;
    tried(async () => {
      const { id, page } = await post("/api/games", order);
      location.href = page === "replay" ? `/replay/${id}?watch` : `/table/${id}`;
    }).then(() => { button.disabled = false; });
  });
  return h("section", { class: "hero" }, h("h1", {}, "Games"), form);
}

function shelf(title, games, card) {
  return games.length > 0 && h("section", {}, h("h2", {}, title), h("ul", { class: "shelf" }, games.map((game) => h("li", { class: "card" }, card(game)))));
}

const named = (game) => [h("p", { class: "score" }, `${game.away} ${game.score[game.away]} – ${game.home} ${game.score[game.home]}`), h("p", { class: "muted small" }, `${game.title}, ${game.file}`)];

async function start() {
  const shelves = await tried(() => get("/api/library"));
  if (!shelves) return;
  const { games } = shelves;
  fill(main(), newGame(shelves),
    shelf("Go on", games.filter((game) => !game.is_over), (game) => [named(game), h("div", { class: "row" }, h("a", { class: "button primary", href: `/table/${game.id}` }, "Go on"))]),
    shelf("Played", games.filter((game) => game.is_over), (game) => [
      h("p", { class: "score" }, `${game.away} at ${game.home}`), h("p", { class: "muted small" }, `${game.title}, ${game.file}`),
      h("div", { class: "row" }, h("a", { class: "button", href: `/replay/${game.id}` }, "Replay"), h("a", { class: "button", href: `/replay/${game.id}?watch` }, "No spoiler"))]));
}

start();
