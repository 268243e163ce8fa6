// Long work in the background: a bar with a button to cancel, and the answer when it is done.
import { get, h, post } from "./kit.js";

const PAUSE = 400;

// Starts work by a POST and shows it in `box`; gives its answer, or undefined when it was cancelled.
export async function work(box, path, body) {
  const bar = h("progress", { "aria-label": "Progress" });
  const words = h("span", { class: "muted small" }, "starting");
  const cancel = h("button", { type: "button" }, "Cancel");
  box.replaceChildren(h("div", { class: "row job" }, bar, words, cancel));
  try {
    let job = await post(path, body);
    cancel.addEventListener("click", () => post(`/api/jobs/${job.id}/cancel`, {}));
    while (job.state === "running") {
      if (job.wanted) [bar.max, bar.value] = [job.wanted, job.done];
      words.textContent = job.wanted ? `${job.done.toLocaleString("en")} of ${job.wanted.toLocaleString("en")} games` : "preparing";
      await new Promise((go) => setTimeout(go, PAUSE));
      job = await get(`/api/jobs/${job.id}`);
    }
    if (job.state === "failed") throw new Error(job.error);
    box.replaceChildren(job.state === "cancelled" ? h("p", { class: "muted" }, "Cancelled.") : "");
    return job.answer ?? undefined;
  } catch (wrong) {
    box.replaceChildren(h("p", { class: "notice bad", role: "alert" }, wrong.message));
    return undefined;
  }
}
