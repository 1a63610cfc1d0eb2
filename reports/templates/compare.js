"use strict";
(() => {
  const views = [...document.querySelectorAll(".tongue")];
  const show = (lang) => views.forEach((view) => {
    view.hidden = view.lang !== lang;
    if (!view.hidden) {
      document.documentElement.lang = lang;
      document.title = view.dataset.title;
    }
  });
  views.forEach((view) => view.querySelector(".switch").addEventListener("click", () => {
    show(views.find((other) => other !== view).lang);
  }));

  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    const number = Number(text);
    return text === "" || Number.isNaN(number) ? text : number;
  };
  const order = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));

  views.forEach((view) => {
    const table = view.querySelector(".moves");
    const [body] = table.tBodies;
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    const fields = ["role", "players", "name", "moved"].map((name) => view.querySelector(`[name="${name}"]`));
    const sort = (column) => {
      const head = heads[column];
      const words = typeof value(rows[0] ?? body, column) === "string";
      const down = head.ariaSort ? head.ariaSort === "ascending" : !words && !head.classList.contains("rise");
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => order(value(a, column), value(b, column)) * (down ? -1 : 1));
      body.append(...rows);
    };
    const filter = () => {
      const [role, players, name, moved] = fields;
      const wanted = name.value.trim().toLowerCase();
      let shown = 0;
      for (const row of rows) {
        row.hidden = row.dataset.role !== role.value
          || (players.value && row.dataset.players !== players.value)
          || (moved.checked && !row.dataset.moved)
          || !row.cells[0].textContent.toLowerCase().includes(wanted);
        shown += row.hidden ? 0 : 1;
      }
      const place = view.querySelector(".shown");
      place.textContent = place.dataset.text.replace("{shown}", shown).replace("{all}", rows.length);
    };
    heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => sort(column)));
    fields.forEach((each) => each.addEventListener("input", filter));
    filter();
  });
})();
