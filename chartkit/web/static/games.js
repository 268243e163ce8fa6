// The first page: games to go on with, a new game, games to look at again.
import { get, h, main, tried } from "./kit.js";

async function start() {
  const shelves = await tried(() => get("/api/library"));
  if (!shelves) return;
  main().replaceChildren(h("h1", {}, "Games"), ...shelves.seasons.map((season) => h("section", { class: "card" }, h("h2", {}, season.id))));
}

start();
