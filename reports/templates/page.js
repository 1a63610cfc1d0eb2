"use strict";
(() => {
  const root = document.documentElement;
  const words = JSON.parse(document.getElementById("words").textContent);
  const all = (selector, where = document) => [...where.querySelectorAll(selector)];
  const say = (key) => words[root.dataset.lang][key];
  const grids = [];

  // Attributes and options cannot hold a span for each language: they are written anew.
  const inLanguage = ["title", "placeholder", "aria-label"];
  const speak = (lang) => {
    root.dataset.lang = lang;
    root.lang = lang === "zh" ? "zh-CN" : "en";
    document.title = root.dataset[lang === "zh" ? "titleZh" : "titleEn"];
    for (const name of inLanguage) {
      for (const each of all(`body [data-${name}-${lang}]`)) each.setAttribute(name, each.getAttribute(`data-${name}-${lang}`));
    }
    for (const each of all(`[data-text-${lang}]`)) each.textContent = each.getAttribute(`data-text-${lang}`);
    for (const each of all(".langs button")) each.setAttribute("aria-pressed", String(each.dataset.to === lang));
    for (const grid of grids) grid.count();
  };

  // Tables: sorting and pages by DataTables, filters by the attributes of a row.
  const gridOf = (box) => {
    const node = box.querySelector("table");
    const size = Number(box.dataset.page);
    const plain = all("thead th.plain", node).map((head) => head.cellIndex);
    const fields = all("[data-by]", box);
    const find = box.querySelector("[data-find]");
    const flagged = box.querySelector("[data-flagged]");
    const place = box.querySelector(".shown");
    const table = new DataTable(node, {
      autoWidth: false,
      order: [],
      pageLength: size,
      layout: { topStart: null, topEnd: null, bottomStart: null, bottomEnd: "paging" },
      columnDefs: [{ targets: plain, orderable: false }],
      language: { emptyTable: "–", zeroRecords: "–" },
    });
    const wanted = (row) => fields.every((each) => !each.value || row.dataset[each.dataset.by] === each.value)
      && (!flagged?.checked || row.dataset.flag)
      && (!find || row.cells[0].textContent.toLowerCase().includes(find.value.trim().toLowerCase()));
    const count = () => {
      const { recordsDisplay, recordsTotal } = table.page.info();
      if (place) place.textContent = say("shown").replace("{shown}", recordsDisplay).replace("{all}", recordsTotal);
      box.classList.toggle("one-page", recordsDisplay <= size);
    };
    table.search.fixed("fields", (_, __, index) => wanted(table.row(index).node()));
    for (const each of [...fields, find, flagged]) each?.addEventListener("input", () => table.draw());
    table.on("draw", count);
    table.draw(); // a filter may be set from the start
    return { box, fields, find, flagged, table, count };
  };

  // A finding leads to its rows.
  const narrow = (link) => {
    const grid = grids.find((each) => each.box.contains(document.getElementById("hero-table")));
    grid.find.value = link.getAttribute(`data-${root.dataset.lang}-find`);
    for (const each of grid.fields) each.value = link.dataset[each.dataset.by] ?? "";
    grid.table.draw();
  };

  // From a number to the command that replays its game.
  const replay = (players, games) => {
    const dialog = document.getElementById("replay");
    const list = dialog.querySelector(".commands");
    const command = document.querySelector("[data-command]").dataset.command;
    list.replaceChildren(...games.map(([key, game]) => {
      const line = document.getElementById("replay-line").content.cloneNode(true);
      const text = `${command.replace("PLAYERS", players).replace("GAME", game)} --lang ${root.dataset.lang}`;
      line.querySelector(".what").textContent = key ? say(key) : "";
      line.querySelector("code").textContent = text;
      line.querySelector(".copy").addEventListener("click", (event) => copy(text, event.currentTarget));
      return line;
    }));
    for (const each of all(`[data-text-${root.dataset.lang}]`, list)) each.textContent = each.getAttribute(`data-text-${root.dataset.lang}`);
    dialog.showModal();
  };
  const copy = async (text, button) => {
    const area = document.createElement("textarea");
    area.value = text;
    button.after(area);
    area.select();
    const done = document.execCommand("copy"); // a page from a file has no clipboard of its own
    area.remove();
    if (!done) await navigator.clipboard?.writeText(text);
    button.textContent = say("copied");
  };

  // Figures of one player count at a time.
  const turn = (box, players) => {
    for (const each of all("[role=tab]", box)) each.setAttribute("aria-selected", String(each.dataset.players === players));
    for (const each of all("[data-players]:not(button)", box)) each.hidden = each.dataset.players !== "0" && each.dataset.players !== players;
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-to], [role=tab], a[data-players], .play, td[data-game]");
    if (!target) return;
    if (target.dataset.to) speak(target.dataset.to);
    else if (target.role === "tab") turn(target.closest(".tabbed"), target.dataset.players);
    else if (target.matches("a")) narrow(target);
    else if (target.matches(".play")) {
      const games = [["replay_won", target.dataset.won], ["replay_lost", target.dataset.lost]].filter(([, game]) => game);
      replay(target.closest("tr").dataset.players, games);
    } else replay(target.dataset.p, [["", target.dataset.game]]);
  });
  grids.push(...all(".grid").map(gridOf));
  for (const box of all(".tabbed")) {
    const first = box.querySelector("[role=tab]");
    if (first) turn(box, first.dataset.players);
  }
  speak(root.dataset.lang);
})();
