// The page of games: one's own, those first that wait for their person; and a new one against the program.
const byId = (id) => document.getElementById(id);
const make = (name, props = {}, ...kids) => {
  const node = Object.assign(document.createElement(name), props);
  node.append(...kids);
  return node;
};
const { games, titles, languages, language } = JSON.parse(byId("turn").textContent);
const ranks = { asked: 0, waits: 1, over: 2, lost: 3 };

function showGames() {
  const sorted = [...games].sort((one, other) => ranks[one.state] - ranks[other.state]);
  byId("games").replaceChildren(...sorted.map((game) => {
    if (game.state === "lost") return make("div", { className: "game" }, make("strong", { textContent: game.name }), make("em", { textContent: `It cannot be opened: ${game.words}` }), deletion(game));
    const words = game.state === "asked" ? `Your turn: ${game.words}` : game.words;
    const played = new Date(game.played).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
    return make("div", { className: `game ${game.state}` }, make("a", { className: `game-link ${game.state}`, href: `game/${game.name}/` },
      make("strong", { textContent: game.scenario ?? game.title }), make("small", { textContent: `${game.name}, turn ${game.turn}, last played ${played}` }),
      make("small", { textContent: `You are ${game.who}` }), make("em", { textContent: words })), deletion(game));
  }));
  if (!games.length) byId("games").replaceChildren(make("p", {}, make("small", { textContent: "None yet. Choose a game and begin: everything is set already." })));
}

// A game is deleted by two clicks: the second cannot be undone.
function deletion({ name }) {
  const button = make("button", { textContent: "Delete", onclick: async () => {
    if (button.textContent === "Delete") { button.textContent = "Really delete?"; return; }
    await fetch("delete", { method: "POST", body: JSON.stringify(name) });
    location.reload();
  } });
  button.setAttribute("aria-label", `Delete ${name}`);
  button.onblur = () => { button.textContent = "Delete"; };
  return button;
}

// The lessons of each title that has some: those that are done are ticked, and the first that is not stands out.
function showLessons() {
  byId("learn").replaceChildren(...titles.filter((one) => one.lessons.length).flatMap((one) => {
    const next = one.lessons.find((lesson) => !lesson.done);
    return [make("h2", { textContent: `Learn ${one.name}` }), make("ol", { className: "lessons" }, ...one.lessons.map((lesson) => {
      const link = make("a", { href: lesson.at, textContent: lesson.name, className: lesson === next ? "next" : "" });
      return make("li", {}, link, ...(lesson.done ? [make("small", { textContent: "✓ done" })] : []));
    }))];
  }));
}

// Choices of which one is taken: [value, name, what it means].
function choice(id, list, taken) {
  byId(id).replaceChildren(...list.map(([value, name, note]) => {
    const input = make("input", { type: "radio", name: id, value, checked: value === taken });
    return make("label", {}, input, ` ${name}`, ...(note ? [make("small", { textContent: note })] : []));
  }));
}
const chosen = (id) => document.querySelector(`input[name=${id}]:checked`).value;

// The title that one has just learned; else whoever is new begins best with one that has lessons.
const learned = titles.find((one) => `#${one.slug}` === location.hash);
let title = learned ?? titles.find((one) => one.lessons.length) ?? titles[0];
function showTitle() {
  for (const button of byId("titles").children) {
    button.setAttribute("aria-checked", String(button.dataset.slug === title.slug));
    button.tabIndex = button.dataset.slug === title.slug ? 0 : -1;
  }
  byId("scenario").replaceChildren(...title.scenarios.map((one) => make("option", { value: one.name, textContent: one.title })));
  byId("scenario-box").hidden = title.scenarios.length < 2;
  byId("about").textContent = title.opening;
  showSeats();
  choice("strength", [["easy", "easy", "keeps the rules, but has no plan"], ["fair", "fair", "plays to win"], ...(title.strong ? [["strong", "strong", "plays best, and thinks longer"]] : [])], "fair");
  byId("begin").textContent = `Play ${title.name}`;
}
function showSeats() {
  const scenario = title.scenarios.find((one) => one.name === byId("scenario").value);
  choice("seat", scenario.seats, scenario.seats[0][0]);
}
function takeTitle(step, slug) {
  const at = titles.findIndex((one) => one.slug === (slug ?? title.slug));
  title = titles[(at + step + titles.length) % titles.length];
  showTitle();
  if (step) byId("titles").querySelector("[aria-checked=true]").focus();
}

async function begin() {
  const button = byId("begin");
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  button.textContent = "The board is being set up…";
  const wanted = { title: title.slug, scenario: byId("scenario").value, seat: chosen("seat"), strength: chosen("strength"), tempo: chosen("tempo"), language: byId("language").value };
  try {
    const done = await (await fetch("new", { method: "POST", body: JSON.stringify(wanted) })).json();
    if (done.at) return void location.assign(done.at);
    byId("trouble").textContent = done.error;
  } catch { byId("trouble").textContent = "The program has stopped: start `tabella play` again."; }
  button.removeAttribute("aria-disabled");
  button.textContent = `Play ${title.name}`;
}

showGames();
showLessons();
byId("titles").append(...titles.map((one) => {
  const button = make("button", { className: "title", onclick: () => takeTitle(0, one.slug) }, make("strong", { textContent: one.name }), make("small", { textContent: `${one.about.replace(/^./, (first) => first.toUpperCase())}. ${one.lessons.length ? `${one.lessons.length} lessons.` : "No lessons yet; the rules are beside the map."}` }));
  button.setAttribute("role", "radio");
  button.dataset.slug = one.slug;
  return button;
}));
byId("titles").onkeydown = (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step) { event.preventDefault(); takeTitle(step); }
};
byId("scenario").onchange = showSeats;
choice("tempo", [["full", "Ask me everything", "every decision that the rules leave to you"], ["brisk", "Play quickly", "small decisions go by your standing orders"]], "full");
byId("language").append(...languages.map(([code, name]) => make("option", { value: code, textContent: name, selected: code === language })));
byId("language-box").hidden = languages.length < 2;
showTitle();
byId("begin").onclick = begin;
if (learned) byId("new").scrollIntoView();
document.body.dataset.ready = "1";
