// The call pad: every choice of a question, those that a rule forbids too, with the rule.
import { h, toast } from "./kit.js";

const GROUPS = { run: "Runs", pass: "Passes", kick: "Kicks", other: "Other", formation: "Formations", clock: "Clock", reveal: "Reveal" };
const LETTERS = "123456789ABCDEF";
const OWN_KEYS = { PUNT: "P", "FIELD GOAL": "G" };

// What stands on the keyboard as the pad has it.
export const keyOf = (key) => (/^[0-9A-Z]$/.test(key) ? key : "none");

// A key for every choice: its own number or letter, else the next one that is free.
function keysOf(choices) {
  const found = new Map();
  const free = new Set(LETTERS);
  for (const { key } of choices) {
    const own = OWN_KEYS[key.toUpperCase()] ?? (/^[1-9A-F]-/.test(key) ? key[0] : "");
    if (own) { found.set(key, own); free.delete(own); }
  }
  const rest = choices.filter(({ key, with_call }) => !found.has(key) && !with_call);
  // Where the calls have keys of their own, the few others have none.
  if (found.size < 3) for (const { key } of rest) { const [next] = free; if (next) { found.set(key, next); free.delete(next); } }
  return found;
}

const rule = (why) => why.match(/R\d+(\.\d+)*/)?.[0] ?? "";

function choiceButton(choice, key, choose) {
  const [, number, name] = choice.label.match(/^([1-9A-F])-(.+)$/) ?? [null, "", choice.label];
  const isBarred = Boolean(choice.why_not);
  return h("button", { type: "button", class: "call", "data-key": key, "aria-disabled": isBarred && "true", "aria-keyshortcuts": key || null, title: choice.why_not || null,
    onclick: () => (isBarred ? toast(choice.why_not, "bad") : choose(choice)) },
  number ? h("span", { class: "number" }, number) : key && h("kbd", {}, key), h("span", { class: "name" }, name),
  isBarred && h("span", { class: "barred" }, h("span", { "aria-hidden": "true" }, "⊘ "), rule(choice.why_not) || "no", h("span", { class: "unseen" }, `: ${choice.why_not}`)));
}

function ownDice(prompt, answer) {
  const totals = prompt.totals.map(String);
  const input = h("input", { id: "roll", inputmode: "numeric", autocomplete: "off", maxlength: "3", class: "roll-input", "aria-describedby": "roll-help", oninput: () => {
    const typed = input.value.trim();
    // Two digits are the whole roll where no longer total begins with them.
    if (totals.includes(typed) && !totals.some((each) => each !== typed && each.startsWith(typed))) answer(typed);
    else if (typed && !totals.some((each) => each.startsWith(typed))) { toast(`The dice show ${totals[0]} to ${totals.at(-1)}.`, "bad"); input.value = ""; }
  } });
  queueMicrotask(() => input.focus());
  return h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); if (input.value.trim()) answer(input.value.trim()); } },
    h("label", { for: "roll" }, prompt.text), h("div", { class: "row" }, input, h("button", { class: "primary" }, "Rolled")),
    h("p", { id: "roll-help", class: "muted small" }, `Type the total, ${totals[0]} to ${totals.at(-1)}.`));
}

export function pad(prompt, answer) {
  // The buttons say the rest.
  const asked = prompt.text.replace(/ [[(][^)\]]*[)\]]$/, "").replace(/; .*$/, "");
  const head = [h("h2", { class: "asked" }, asked), prompt.hint && h("p", { class: "hint" }, prompt.hint)];
  if (prompt.kind === "dice") return h("div", { class: "choices" }, prompt.hint && h("p", { class: "hint" }, prompt.hint), ownDice(prompt, answer));
  const keys = keysOf(prompt.choices);
  const extras = new Set();
  const choose = (choice) => answer([choice.key, ...extras].join(" "));
  const groups = [...new Set(prompt.choices.filter((each) => !each.with_call).map((each) => each.group))];
  const withCall = prompt.choices.filter((each) => each.with_call);
  const argument = prompt.choices.find((each) => each.argument && !each.why_not);
  return h("div", { class: `choices kind-${prompt.kind}` }, head,
    h("div", { class: "groups" }, groups.map((group) => h("div", { class: `group ${group}`, role: "group", "aria-label": GROUPS[group] ?? (group || "Choices") },
      prompt.choices.filter((each) => each.group === group && !each.with_call).map((each) => choiceButton(each, keys.get(each.key), choose))))),
    withCall.length > 0 && h("div", { class: "group extras", role: "group", "aria-label": "With the call" }, h("span", { class: "muted small" }, "With the call:"),
      withCall.map((each) => h("button", { type: "button", class: "extra", "aria-pressed": "false", "aria-disabled": each.why_not && "true", title: each.why_not || null, onclick: (event) => {
        if (each.why_not) { toast(each.why_not, "bad"); return; }
        const isOn = !extras.delete(each.key);
        if (isOn) extras.add(each.key);
        event.currentTarget.setAttribute("aria-pressed", String(isOn));
      } }, each.label))),
    argument && h("form", { class: "row extras", onsubmit: (event) => { event.preventDefault(); answer(`${argument.key} ${event.target.elements[0].value}`); } },
      h("label", { class: "check small" }, `${argument.label}: ${argument.argument}`, h("input", { inputmode: "numeric", size: "3", maxlength: "2", required: true, pattern: "[0-9]+" })), h("button", {}, argument.label.toLowerCase())),
    prompt.default && h("p", { class: "muted small usual" }, "Usual: ", h("button", { type: "button", onclick: () => answer(prompt.default) }, prompt.default, " ", h("kbd", {}, "Space"))));
}
