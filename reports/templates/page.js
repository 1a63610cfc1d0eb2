"use strict";
(() => {
  const table = document.getElementById("hero-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const field = (id) => document.getElementById(id);
  const fields = ["by-role", "by-players", "by-name", "by-flag"].map(field);

  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    const number = Number(text);
    return text === "" || Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number"
    ? a - b : String(a).localeCompare(String(b), document.documentElement.lang));

  const sort = (column) => {
    const head = heads[column];
    const words = typeof value(rows[0] ?? body, column) === "string";
    const down = head.ariaSort ? head.ariaSort === "ascending" : !words && !head.classList.contains("up");
    heads.forEach((each) => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((a, b) => compare(value(a, column), value(b, column)) * (down ? -1 : 1));
    body.append(...rows);
  };
  const filter = () => {
    const [role, players, name, flag] = fields;
    const wanted = name.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = (role.value && row.dataset.role !== role.value)
        || (players.value && row.dataset.players !== players.value)
        || (flag.checked && !row.dataset.flag)
        || !row.cells[0].textContent.toLowerCase().includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    const place = field("shown");
    place.textContent = place.dataset.text.replace("{shown}", shown).replace("{all}", rows.length);
  };

  heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => sort(column)));
  fields.forEach((each) => each.addEventListener("input", filter));
  filter();
})();
