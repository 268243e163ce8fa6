// A table that is edited like a spreadsheet: one cell has the focus, a rectangle of cells is selected.
import { h } from "./kit.js";

export class Grid {
  // `book` has value(cell), isEdited(cell), write([[cell, text]]), undo(), redo(), typed(cell, text), moved(cell, heading).
  constructor(book) {
    this.book = book;
    this.marks = new Map();
  }

  // The part of a chart as a table: {title, headings, rows: [[label, [cell]]]}.
  draw(part) {
    this.part = part;
    this.at = { row: 0, column: 0 };
    this.from = { row: 0, column: 0 };
    this.boxes = part.rows.map(([, cells], row) => cells.map((cell, column) =>
      h("td", { role: "gridcell", tabindex: "-1", "data-cell": cell, onmousedown: (event) => this.pick(row, column, event.shiftKey), ondblclick: () => this.edit() })));
    this.table = h("table", { role: "grid", "aria-label": part.title, onkeydown: (event) => this.key(event), oncopy: (event) => this.copy(event), oncut: (event) => this.copy(event, true), onpaste: (event) => this.paste(event) },
      h("thead", {}, h("tr", { role: "row" }, /^\d/.test(part.rows[0][0]) ? h("th", { scope: "col" }, "dice") : h("td"), part.headings.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, part.rows.map(([label], row) => h("tr", { role: "row" }, h("th", { scope: "row" }, label), this.boxes[row]))));
    this.redraw();
    return h("div", { class: "scroll", role: "region", "aria-label": `${part.title}, scrolls`, tabindex: "0" }, this.table);
  }

  get cell() {
    return this.part?.rows[this.at.row]?.[1][this.at.column];
  }

  redraw() {
    const [top, bottom] = [this.at.row, this.from.row].sort((a, b) => a - b);
    const [left, right] = [this.at.column, this.from.column].sort((a, b) => a - b);
    this.boxes.forEach((line, row) => line.forEach((box, column) => {
      const cell = box.dataset.cell;
      const found = this.marks.get(cell);
      if (!box.querySelector("input")) box.textContent = this.book.value(cell);
      const isChosen = row >= top && row <= bottom && column >= left && column <= right;
      box.className = [isChosen && "chosen", this.book.isEdited(cell) && "edited", found && (found.severity === "warning" ? "odd" : "wrong")].filter(Boolean).join(" ");
      box.tabIndex = row === this.at.row && column === this.at.column ? 0 : -1;
      box.setAttribute("aria-selected", String(isChosen));
      if (found) box.title = found.text;
      else box.removeAttribute("title");
    }));
  }

  mark(marks) {
    this.marks = marks;
    this.redraw();
  }

  pick(row, column, isWider = false) {
    this.at = { row, column };
    if (!isWider) this.from = { ...this.at };
    this.redraw();
    this.boxes[row][column].focus();
    this.boxes[row][column].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.book.moved(this.cell, this.part.headings[column]);
  }

  go(cell) {
    const row = this.part.rows.findIndex(([, cells]) => cells.includes(cell));
    if (row >= 0) this.pick(row, this.part.rows[row][1].indexOf(cell));
  }

  move(rows, columns, isWider) {
    const row = Math.min(this.boxes.length - 1, Math.max(0, this.at.row + rows));
    this.pick(row, Math.min(this.boxes[row].length - 1, Math.max(0, this.at.column + columns)), isWider);
  }

  // The rectangle of selected cells, row by row.
  chosen() {
    const [top, bottom] = [this.at.row, this.from.row].sort((a, b) => a - b);
    const [left, right] = [this.at.column, this.from.column].sort((a, b) => a - b);
    return this.part.rows.slice(top, bottom + 1).map(([, cells]) => cells.slice(left, right + 1));
  }

  key(event) {
    if (event.target.tagName === "INPUT") return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -99], End: [0, 99] };
    const control = event.ctrlKey || event.metaKey;
    // Caps Lock makes capitals.
    const letter = event.key.toLowerCase();
    if (control && letter === "z") event.shiftKey ? this.book.redo() : this.book.undo();
    else if (control && letter === "y") this.book.redo();
    else if (control && letter === "d") this.fillDown();
    else if (control && letter === "a") [this.from, this.at] = [{ row: 0, column: 0 }, { row: this.boxes.length - 1, column: this.boxes[0].length - 1 }];
    else if (control) return;
    else if (steps[event.key]) this.move(...steps[event.key], event.shiftKey);
    else if (event.key === "Enter" || event.key === "F2") this.edit();
    else if (event.key === "Delete" || event.key === "Backspace") this.book.write(this.chosen().flat().map((cell) => [cell, ""]));
    else if (event.key.length === 1 && !event.altKey) this.edit(event.key);
    else return;
    event.preventDefault();
    this.redraw();
  }

  // An input in the cell: Enter and Tab take what was typed, Esc drops it.
  edit(begun) {
    const { row, column } = this.at;
    const box = this.boxes[row][column];
    const cell = this.cell;
    const input = h("input", { value: begun ?? this.book.value(cell), "aria-label": cell, maxlength: "40", spellcheck: "false", autocomplete: "off" });
    let isOpen = true;
    const close = (taken) => {
      if (!isOpen) return;
      isOpen = false;
      input.remove();
      if (taken) this.book.write([[cell, input.value.trim()]]);
      else this.book.typed(cell, this.book.value(cell));
      this.redraw();
    };
    input.addEventListener("input", () => this.book.typed(cell, input.value.trim()));
    input.addEventListener("blur", () => close(true));
    input.addEventListener("keydown", (event) => {
      const next = { Enter: [event.shiftKey ? -1 : 1, 0], Tab: [0, event.shiftKey ? -1 : 1] }[event.key];
      if (!next && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close(event.key !== "Escape");
      if (next) this.move(...next);
      else box.focus();
    });
    box.replaceChildren(input);
    input.focus();
    if (begun === undefined) input.select();
  }

  fillDown() {
    const [first, ...rest] = this.chosen();
    // One row alone takes what stands above it.
    const above = this.part.rows[Math.min(this.at.row, this.from.row) - 1]?.[1];
    const left = Math.min(this.at.column, this.from.column);
    const source = rest.length || !above ? first : above.slice(left, left + first.length);
    this.book.write((rest.length ? rest : [first]).flatMap((cells) => cells.map((cell, place) => [cell, this.book.value(source[place])])));
  }

  copy(event, isCut = false) {
    if (event.target.tagName === "INPUT") return;
    const cells = this.chosen();
    event.clipboardData.setData("text/plain", cells.map((line) => line.map((cell) => this.book.value(cell)).join("\t")).join("\n"));
    event.preventDefault();
    if (isCut) this.book.write(cells.flat().map((cell) => [cell, ""]));
  }

  paste(event) {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    const lines = event.clipboardData.getData("text/plain").replace(/\r/g, "").replace(/\n$/, "").split("\n").map((line) => line.split("\t"));
    const [top, left] = [Math.min(this.at.row, this.from.row), Math.min(this.at.column, this.from.column)];
    const pairs = lines.flatMap((line, row) => line.map((word, column) => [this.part.rows[top + row]?.[1][left + column], word.trim().slice(0, 40)]));
    this.book.write(pairs.filter(([cell]) => cell));
  }
}
