// The page that `tabella play` opens: the program behind its address answers instead of a module, files the orders, and tells
// what came of them once the turn is there.
let stopped = "the program has stopped; start `tabella play` again";

// In the place of the module's own.
async function loadEngine() {
  setTimeout(startHere, 0);
  return (verb, request = {}) => {
    // The answer is waited for, as that of a module is: it comes from this machine.
    const call = new XMLHttpRequest();
    call.open("POST", "ask", false);
    try { call.send(JSON.stringify({ do: verb, ...request })); } catch { throw new Error(stopped); }
    if (call.status !== 200) throw new Error(stopped);
    const value = JSON.parse(call.responseText);
    if (value && value.error) throw new Error(value.error);
    return value;
  };
}
const asked = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(stopped);
  const value = await answer.json();
  if (value.error) throw new Error(value.error);
  return value;
};

function startHere() {
  // Once it has, nobody could say it any more.
  stopped = t(stopped);
  // The page of games lies beside the game, whatever its path below the secret one.
  byId("to-more").before(make("a", { id: "to-games", href: `/${location.pathname.split("/")[1]}/games`, textContent: t("Games") }));
  if (turn.lesson) return startLesson();
  // Its address is another at the next start, and with it what the browser keeps; `--key` is the way here.
  byId("another-turn").parentElement.hidden = true;
  byId("keeping").hidden = byId("unless").hidden = true;
  if (turn.resigns) offerResigning();
  byId("reach").textContent = t("reaches the program that runs on this machine, and nothing else,");
  const state = { signs: false, awaiting: false };
  const watch = async () => {
    const told = await asked("news");
    state.signs = told.signs;
    if (!document.body.dataset.told) byId("go").textContent = fileWords();
    if (state.awaiting && !told.over && told.record < turn.phase) showAwaited(told);
    if (!turn || told.record < turn.phase || document.body.dataset.state === "done" && !state.awaiting) return;
    state.awaiting = false;
    await showAnswer();
  };
  const fileWords = () => state.signs ? t("File the orders") : t("Sign and file");
  const again = () => watch().catch((error) => trouble(`${error.message}.`));
  const file = async () => {
    const button = byId("go");
    button.setAttribute("aria-disabled", "true");
    button.textContent = t("The program is thinking…");
    try {
      const text = readyToSign(currentText());
      const own = signed && signed.text === text ? signed : null;
      const done = await (await fetch("file", { method: "POST", body: JSON.stringify({ text, signature: own?.signature ?? null, head: own?.head ?? null }) })).json();
      if (done.filed) {
        // Where the program signs, it counts the revision and draws the salt.
        signed = { text: done.text, signature: done.signature, head: done.head, joined: done.joined };
        setText(done.text);
        showSigned(turn);
        state.awaiting = true;
        showFiled(done.words, done.stuck);
        await again();
      } else trouble(done.words);
    } catch (error) { trouble(t(`The orders were not filed: ${error.message}`)); }
    button.textContent = fileWords();
    // What came of it stands on the map otherwise.
    if (document.body.dataset.state !== "done") refresh();
  };
  // Whether the program signs is known once it was asked.
  const first = again().then(() => asked("news")).then(offerLast).catch((error) => trouble(`${error.message}.`)).finally(() => {
    document.body.dataset.told = "1";
    // Another turn is another page: whoever reads it by ear or by keys begins with what is asked.
    if (document.activeElement === document.body) byId("ask").focus();
  });
  fileNow.sign = () => first.then(() => { trouble(""); if (state.signs) return file(); show("signing"); refresh(); }).catch((error) => trouble(`${error.message}.`));
  fileNow.signed = file;
  setInterval(again, 4000);
}

// Whoever plays against the program gives up by two clicks: the second files it.
function offerResigning() {
  const sure = (yes) => { button.lastChild.textContent = yes ? t("Really resign?") : t("Resign"); button.dataset.sure = yes ? "1" : ""; };
  const button = make("button", { id: "resign", onblur: () => sure(false), onclick: () => {
    if (!button.dataset.sure) return sure(true);
    // Some questions take a map, others a list.
    const giving = [{ resign: true }, [{ resign: true }]].map((value) => ask("edit", { text: freshText(), edits: [{ at: [], slot: { key: "orders" }, value }] }).text);
    const text = giving.find((one) => ask("check", { text: one }).complaints.every(({ kind }) => kind === "warning"));
    if (!text) return trouble(t("You cannot resign here."));
    setText(text);
    unfold("more", false);
    fileNow.sign();
  } });
  // Where the bar is narrow the sign stands for the word.
  const flag = make("span", { className: "flag", textContent: "⚑" });
  flag.setAttribute("aria-hidden", "true");
  button.append(flag, make("span", { className: "word" }));
  sure(false);
  byId("to-more").before(button);
}

// The orders are in: who is awaited, and what happens next.
function showFiled(words, stuck) {
  byId("done").replaceChildren(
    make("h2", { textContent: t("Your orders are filed") }), make("p", { id: "filed-here", textContent: words }), make("ul", { id: "awaited" }),
    ...(stuck ? [] : [make("p", { className: "hint", textContent: t("You need do nothing: this page goes on by itself when the turn is there.") })]),
    make("p", { className: "row" }, make("button", { textContent: t("Change them"), onclick: () => { show("orders"); refresh(); byId("ask").focus(); } })),
  );
  show("done");
}
function showAwaited(told) {
  byId("awaited")?.replaceChildren(...told.awaited.map((one) => make("li", { textContent: one.until ? t(`${one.name} is awaited until ${one.until}.`) : t(`${one.name} is awaited.`) })));
}

// What happened before this turn can be followed at any time, and is told unasked before one's first orders.
async function offerLast(told) {
  if (told.given) document.body.dataset.given = "1";
  if (!told.since || told.since >= turn.phase || byId("to-last")) return;
  const show = () => showAnswer(told.since).catch((error) => trouble(`${error.message}.`));
  byId("whose").append(" ", make("button", { id: "to-last", className: "see", textContent: t("What happened before"), onclick: show }));
  if (told.given || recall(`${slot()}/told`) || document.body.dataset.state !== "orders") return;
  remember(`${slot()}/told`, "1");
  await show();
}

// The answer is there: what happened from a phase on, step by step on the map, and then the next turn.
async function showAnswer(first = turn.phase) {
  const answer = await asked(`answer/${first}`);
  cursor = null;
  // What still runs of the film has no place on the map of one's orders.
  const orders = () => { byId("done").replaceChildren(); show("orders"); refresh(); byId("ask").focus(); };
  const [words, onward] = answer.over ? [t("Back to your games"), () => byId("to-games").click()] : first < turn.phase ? [t("On to your orders"), orders] : [t("On to your next orders"), () => location.reload()];
  const on = make("button", { id: "next-turn", className: "main", textContent: words, onclick: onward });
  const reports = answer.records.map(({ number, headline }) => make("li", {}, make("a", { href: `report/${number}`, target: "_blank", textContent: headline || t(`Record ${number}`) })));
  const whole = reports.length ? [make("h2", { className: "lesser", textContent: t("The whole reports") }), make("ul", { id: "reports" }, ...reports)] : [make("p", {}, make("a", { href: "report", target: "_blank", textContent: t("The whole report") }))];
  // Where nothing moved, what comes next is the news.
  const next = answer.steps.length || !answer.asks ? [] : [make("p", { id: "asked-next", textContent: t(`Now you are asked: ${question(answer.asks)}`) })];
  const resign = byId("resign");
  if (answer.over) resign?.remove();
  // A turn that is over takes no more orders: one resigns in the next.
  else if (resign) resign.hidden = first === turn.phase;
  const shown = film(answer.steps, (at) => asked(`scene/${first}/${at}`));
  const declined = (answer.declined ?? []).map((name) => make("p", { className: "declined", textContent: t(`${name} did not accept the draw.`) }));
  byId("done").replaceChildren(make("h2", { id: "headline", textContent: answer.headline || t("The turn is there") }), ...shown.nodes, ...declined, ...(answer.standfirst ? [make("p", { textContent: answer.standfirst })] : []),
    ...next, ...whole, ...(answer.over && answer.again ? [playAgain(answer.again)] : []), on);
  show("done");
  shown.start();
}

// The same game, begun once more.
function playAgain(wanted) {
  const begin = async () => {
    const own = `/${location.pathname.split("/")[1]}/`;
    const done = await (await fetch(`${own}new`, { method: "POST", body: JSON.stringify(wanted) })).json();
    if (done.at) location.assign(own + done.at); else trouble(done.error);
  };
  return make("p", {}, make("button", { id: "play-again", textContent: t("Play again"), onclick: () => begin().catch((error) => trouble(`${error.message}.`)) }));
}

// What stands round a film of steps on the map, which goes on by itself until somebody stops it. `sceneAt`: the map after so many.
function film(steps, sceneAt) {
  // Without steps the map is shown as it is in the end.
  if (!steps.length) return { nodes: [], start: () => sceneAt(0).then((map) => showMap(ask("draw", { map }), { picked: null, own: new Set(), offers: [], wrong: new Set() })).catch((error) => trouble(`${error.message}.`)) };
  const said = make("p", { id: "scene-said" });
  said.setAttribute("aria-live", "polite");
  const slider = make("input", { id: "scene", type: "range", min: 0, max: steps.length, value: 0 });
  slider.setAttribute("aria-label", t("Step of the answer"));
  let playing = 0;
  const scene = async () => {
    const at = Number(slider.value);
    const drawn = ask("draw", { map: await sceneAt(at) });
    // Another step was asked for meanwhile, or the film is over.
    if (Number(slider.value) !== at || !slider.isConnected) return;
    showMap(drawn, { picked: null, own: new Set(), offers: [], wrong: new Set() });
    ringScene(drawn.map);
    said.textContent = at ? `${t(`Step ${at} of ${steps.length}`)}: ${plainly(steps[at - 1], drawn.map)}` : t("Before it");
  };
  const draw = () => scene().catch((error) => trouble(`${error.message}.`));
  const stop = () => { clearInterval(playing); playing = 0; play.textContent = "▶"; };
  const step = (by) => { slider.value = Number(slider.value) + by; draw(); };
  const button = (id, sign, name, onclick) => { const made = make("button", { id, textContent: sign, onclick }); made.setAttribute("aria-label", name); return made; };
  const start = () => {
    if (Number(slider.value) === steps.length) slider.value = 0;
    play.textContent = "❚❚";
    step(1);
    playing = setInterval(() => { if (Number(slider.value) === steps.length || !slider.isConnected) stop(); else step(1); }, steps.length > 12 ? 500 : 1400);
  };
  const play = button("scene-play", "▶", t("Play it"), () => playing ? stop() : start());
  slider.oninput = () => { stop(); draw(); };
  const end = () => { stop(); slider.value = steps.length; draw(); };
  const row = make("p", { className: "film" }, button("scene-back", "‹", t("Back"), () => { stop(); step(-1); }), play, button("scene-on", "›", t("On"), () => { stop(); step(1); }), slider, button("scene-end", "»", t("To the end"), end));
  return { nodes: [row, said], start };
}

// The places of a scene are ringed, and the map moves there where it is larger than its box.
function ringScene(map) {
  const spots = map.strokes.flatMap(({ points }) => points.length > 1 ? [points[0], points.at(-1)] : points);
  const over = byId("map").querySelector(".over");
  for (const { x, y } of spots) over.append(shape("circle", { cx: x, cy: y, r: 60 }, "lens"));
  lookAt(spots);
}
