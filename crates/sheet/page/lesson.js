// A lesson on the table: the task and its text above the choices, an answer that is tried, and why.
function startLesson() {
  const { lesson } = turn;
  byId("against").textContent = `Lesson ${lesson.number} of ${lesson.of}`;
  byId("turn-tag").textContent = `Lesson ${lesson.number} of ${lesson.of}`;
  document.title = `${turn.title_name}: ${lesson.name}`;
  byId("whose").textContent = lesson.name;
  const help = make("p", { id: "hint", hidden: true, textContent: lesson.hint });
  help.setAttribute("role", "status");
  byId("lesson").replaceChildren(...lesson.text.trim().split("\n\n").map((words) => make("p", { textContent: words })), help, make("p", { className: "row" },
    make("button", { id: "to-hint", textContent: "A hint", onclick: () => { help.hidden = false; } }),
    make("button", { id: "to-right", textContent: "Show me", onclick: () => { change({ at: [], slot: { key: "orders" }, value: lesson.right }); } })));
  byId("lesson").hidden = false;
  byId("go").textContent = "Try it";
  fileNow.sign = () => tryIt().catch((error) => trouble(`${error.message}.`));
}

async function tryIt() {
  trouble("");
  const response = await fetch("try", { method: "POST", body: currentText() });
  if (!response.ok) throw new Error(stopped);
  const came = await response.json();
  if (came.error) return trouble(came.error);
  const { lesson } = turn;
  const again = () => { setText(freshText()); picked = null; show("orders"); refresh(); };
  const on = !came.reached ? make("button", { id: "again", className: "main", textContent: "Try again", onclick: again })
    : lesson.next ? make("button", { id: "next-lesson", className: "main", textContent: `Next lesson: ${lesson.next.name}`, onclick: () => location.assign(`../${lesson.next.id}/`) })
    : make("button", { id: "next-game", className: "main", textContent: "These were all lessons. Now a game", onclick: () => location.assign(`${byId("to-games").href}#${document.querySelector("meta[name=tabella-sheet]").content}`) });
  const shown = film(came.steps, (at) => asked(`scene/${at}`));
  byId("done").replaceChildren(make("h2", { id: "headline", className: came.reached ? "good" : "doubt", textContent: came.reached ? "✓ That is it" : "That is not it yet" }),
    make("p", { id: "came", textContent: came.said ?? (came.reached ? came.headline : `These orders are lawful, but they do not do what was asked: ${lesson.hint}`) }), ...shown.nodes, ...(came.why ? [make("p", { id: "why", textContent: came.why })] : []), on);
  cursor = null;
  show("done");
  shown.start();
}

