// The rules of the title in our own words, beside the map. They come as blocks of plain Markdown with the numbers that each tells.
// Markdown puts a backslash before signs that would mean something.
const unescaped = (text) => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
const inlined = (text) => text.split(/(\\[!-/:-@[-`{-~]|\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\])/).filter(Boolean).map((part) => {
  if (part.startsWith("**")) return make("strong", { textContent: unescaped(part.slice(2, -2)) });
  if (part.startsWith("*")) return make("em", { textContent: unescaped(part.slice(1, -1)) });
  if (part.startsWith("`")) return make("code", { textContent: part.slice(1, -1) });
  return part.startsWith("[") ? make("small", { textContent: part }) : unescaped(part);
});
const cellsOf = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

function showRules(pieces) {
  byId("to-rules").hidden = !pieces;
  let list = null, table = null;
  const told = (node, piece) => { node.dataset.tells = piece.tells.join(" "); return node; };
  const rows = [];
  for (const piece of pieces ?? []) {
    if (piece.kind !== "item") list = null;
    if (piece.kind !== "row") table = null;
    if (piece.kind === "heading") rows.push(make("h2", { textContent: unescaped(piece.text.trim()) }));
    else if (piece.kind === "item") {
      if (!list) rows.push(list = make("ul"));
      list.append(told(make("li", {}, ...inlined(piece.text.replace(/^(-|\d+\.) /, ""))), piece));
    } else if (piece.kind === "head") {
      table = make("table", {}, make("tr", {}, ...cellsOf(piece.text.split("\n")[0]).map((cell) => make("th", {}, ...inlined(cell)))));
      rows.push(make("div", { className: "wide", tabIndex: 0 }, table));
    } else if (piece.kind === "row") table.append(told(make("tr", {}, ...cellsOf(piece.text).map((cell) => make("td", {}, ...inlined(cell)))), piece));
    else rows.push(told(make("p", {}, ...inlined(piece.text)), piece));
  }
  byId("rulebook").replaceChildren(...rows);
}

// Opens the rules at a number, with what tells it marked; else at their beginning.
function readRule(number) {
  const told = number ? [...byId("rulebook").querySelectorAll("[data-tells]")].filter((node) => node.dataset.tells.split(" ").includes(number)) : [];
  for (const node of byId("rulebook").querySelectorAll(".told")) node.classList.remove("told");
  for (const node of told) node.classList.add("told");
  byId("rule-said").textContent = number ? t(`Rule ${number}`) : "";
  unfold("rules", true);
  (told[0] ?? byId("rules")).scrollIntoView({ block: told[0] ? "center" : "start" });
}

// A button that opens the rule of a refusal; nothing where the page has no rules.
function ruleButton(number) {
  if (!number || byId("to-rules").hidden) return [];
  return [make("button", { className: "see", textContent: t(`Rule ${number}`), onclick: () => readRule(number) })];
}

// One drawer lies over the map at a time.
function unfold(name, open) {
  for (const drawer of document.querySelectorAll(".drawer")) {
    const shown = open && drawer.id === name;
    if (drawer.hidden === !shown) continue;
    drawer.hidden = !shown;
    byId(`to-${drawer.id}`).setAttribute("aria-expanded", String(shown));
    if (shown) drawer.querySelector("button").focus();
    else if (!open) byId(`to-${drawer.id}`).focus();
  }
}
function listenToDrawers() {
  for (const drawer of document.querySelectorAll(".drawer")) {
    byId(`to-${drawer.id}`).onclick = () => drawer.id === "rules" && drawer.hidden ? readRule() : unfold(drawer.id, drawer.hidden);
    drawer.querySelector(".less").onclick = () => unfold(drawer.id, false);
    drawer.onkeydown = (event) => { if (event.key === "Escape") unfold(drawer.id, false); };
  }
}
