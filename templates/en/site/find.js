// Finds lines of index.js in which all words stand: nothing leaves the page.
"use strict";
const entries = globalThis.tabellaIndex.map(([path, name, about]) => ({ path, name, about, text: `${name} ${about}`.toLowerCase() }));
const field = document.getElementById("words");
const list = document.getElementById("found");
const status = document.getElementById("count");
const SHOWN = 200;
function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? entries.filter((one) => words.every((word) => one.text.includes(word))) : [];
  list.replaceChildren(...found.slice(0, SHOWN).map((one) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = one.path;
    link.textContent = one.name;
    const about = document.createElement("span");
    about.textContent = one.about;
    line.append(link, about);
    return line;
  }));
  const more = found.length > SHOWN ? `, the first ${SHOWN} are shown` : "";
  status.textContent = words.length ? `${found.length} found${more}` : `${entries.length} games and players can be found`;
}
field.addEventListener("input", find);
find();
