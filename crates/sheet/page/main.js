// The sheet: the text is the truth. What is clicked changes the text; what the text says is drawn, checked and told.
let ask = null, turn = null, seen = null, unmoved = null, picked = null, offers = [], subjects = [], broken = null, timer = 0;
const began = performance.now();

function trouble(words) {
  byId("trouble").textContent = words;
  byId("trouble").hidden = !words;
}

// Where orders are given by hand the file begins without the form's comments; else they are what one works with.
function freshText() {
  const bare = `${turn.form.split("\n").filter((line) => line.trim() && !line.trim().startsWith("#")).join("\n")}\n`;
  const { subjects: some, offers: any } = ask("offers", { text: bare, picked: null });
  return withLine(some.length || any.length ? bare : turn.form, "salt", random(16));
}

function openTurn(next) {
  ask("open", next);
  [turn, seen, unmoved, picked, signed] = [next, null, null, null, null];
  const { hand } = turn, { phase } = hand;
  speak(turn.lang ?? "en");
  document.title = t(`${turn.game}: ${hand.seat}, phase ${turn.phase}`);
  // Where the bar is narrow the short name does.
  const [, name, rest] = /^(.*?)((?:: | \().*)?$/.exec(turn.title_name);
  byId("who").replaceChildren(name, make("span", { className: "rest", textContent: rest ?? "" }));
  byId("against").textContent = t(`${turn.game}, phase ${turn.phase}`);
  byId("turn-tag").textContent = phase.turn ? t(`Turn ${phase.turn}`) : t("Now");
  byId("when").textContent = turn.asks ? capital(question(turn.asks)) : t("Nothing is asked of you now.");
  const side = capital(turn.plays ?? hand.seat);
  byId("whose").textContent = turn.asks ? t(`You play ${side}.`) : t(`You play ${side}. What you order for later may be sent, and need not be.`);
  byId("win").textContent = turn.lesson ? "" : winning(turn.rulebook);
  document.body.dataset.side = hand.seat[0] === "c" ? "carthage" : "rome";
  byId("history").textContent = `${turn.after.slice(0, 12)}…`;
  past.length = future.length = 0;
  typed.clear();
  forgetEarlier();
  // A lesson that is opened again begins anew.
  setText(turn.lesson ? freshText() : recall(slot()) || freshText(), false);
  signed = JSON.parse(recall(`${slot()}/signed`) ?? "null");
  byId("form").textContent = turn.form;
  showRules(turn.rulebook);
  byId("none").hidden = true;
  byId("sheet").hidden = false;
  // What was signed is to be sent: whoever comes back finds it.
  show(signed?.text === currentText() ? "signing" : "orders");
  takeUpKey();
  byId("outside-said").hidden = true;
  showSigned(turn);
  startReplay();
  offerNotes(turn.notes);
  refresh();
  // One's own units are looked at first.
  const own = new Set(subjects.map((one) => one.id));
  lookAt(drawing.map.pieces.filter((piece) => own.has(piece.id)).map((piece) => piece.at));
  document.body.dataset.ready = Math.round(performance.now() - began);
}

// How one wins, as the rules say it first. The rules are in English alone, so a page in another language goes without.
const winning = (rules) => document.documentElement.lang !== "en" ? "" : unescaped(rules?.find(({ text }) => text.startsWith("**You win**"))?.text.replaceAll("**", "") ?? "");

const capital = (words) => words.replace(/^./, (first) => first.toUpperCase());

// The question without the words of the order file.
const question = (asks) => asks.trim().replace(/\s*\(\\?`[^`]*`\)/g, "").replace(/[\\`]/g, "");

// What the column beside the map is for: giving orders, signing them, or reading what became of them.
function show(state) {
  document.body.dataset.state = state;
  const orders = state === "orders";
  for (const id of ["ask", "work", "given", "judge"]) byId(id).hidden = !orders;
  // What one plays with is for giving orders; the map then has its place.
  if (!orders) byId("tray").hidden = true;
  byId("signing").hidden = state !== "signing";
  byId("done").hidden = state !== "done";
  if (!orders) byId(state).focus();
}

// Everything that follows from the text and from what is picked.
function refresh() {
  const start = performance.now(), text = currentText(), held = document.activeElement;
  let redrawn = 0;
  const timed = (draw) => { const from = performance.now(), drawn = draw(); redrawn += performance.now() - from; return drawn; };
  // What is picked changes neither judgement nor map: they are asked for where the text is another, all in one question, for each
  // takes its time on the way.
  const drafted = byId("drafted").checked, offer = { do: "offers", text, picked };
  const same = seen?.text === text && seen.drafted === drafted;
  let [all, checked, draft = null] = ask("several", { asks: same ? [offer] : [offer, { do: "check", text }, ...(drafted ? [{ do: "draft", text }] : [])] });
  if (same) ({ checked, draft } = seen);
  else seen = { text, drafted, checked, draft };
  // Without a draft the map is the same whatever is ordered.
  const now = draft ?? (unmoved ??= ask("map"));
  // What is picked may have gone with the last change: a page of choices, a unit that left the board.
  if (picked && !all.offers.length && !all.subjects.some((one) => one.id === picked)) { picked = null; all = ask("offers", { text, picked }); }
  [offers, subjects] = [all.offers, all.subjects];
  if (!subjects.length && !offers.length) offers = sampleOffers(ask("samples", { text }));
  for (const one of offers) if (cardOf(one)) cardNames.set(cardOf(one), cardName(one));
  byId("draft-row").hidden = !draft && byId("drafted").checked;
  // What cannot be read is not known to those who would write beside it.
  // A file that answers nothing yet can be read, and is what one begins with.
  const unread = (one) => one.kind === "fault" && one.code !== "E-unanswered" && /^(orders|ahead|standing)\b/.test(one.path);
  broken = checked.complaints.find(unread) ?? null;
  const own = new Set(subjects.map((one) => one.id));
  timed(() => showMap(now, { picked, own, offers, wrong: wrongPieces(checked.complaints, now.map.pieces) }));
  lay(all.about, now);
  // What cannot be picked is on the map all the same: the enemy.
  const others = now.map.pieces.filter((piece) => subjects.length && !own.has(piece.id));
  byId("others-box").hidden = !others.length;
  byId("others").replaceChildren(...others.map((piece) => make("li", { textContent: piece.words })));
  showOrders(draft);
  judge(checked, now.map);
  showNotes(checked.notes, change);
  remember(slot(), text);
  // The button that was pressed may have gone, or be of no more use.
  if (held !== document.body && (document.activeElement === document.body || held.disabled)) byId("panel").focus({ preventScroll: true });
  document.body.dataset.redrawn = redrawn.toFixed(1);
  document.body.dataset.refreshed = (performance.now() - start).toFixed(1);
}

// Lays out what can be picked and chosen: cards or the first kind of what is picked on the tray, all else in the column.
function lay(about, now) {
  const one = subjects.find((subject) => subject.id === picked);
  byId("picked").textContent = about ?? (one ? one.words : subjects.length ? t("Choose a unit on the map or in the list, or an order for the whole side") : t("What can be ordered"));
  if (picked) offers = [...offers, { group: t("This choice"), words: t("Deselect"), chosen: false, leave: true }];
  const later = (subject) => /^\/(standing|ahead)/.test(subject.id);
  const listed = subjects.length ? subjects.filter((subject) => !later(subject)) : now.map.pieces.map((piece) => ({ id: piece.id, words: piece.words }));
  const cards = offers.filter((offer) => cardOf(offer) && !offer.pick).sort((one, other) => cardOf(one).localeCompare(cardOf(other)));
  // The chosen card stays with the others, though it stands under a heading of its own.
  const once = new Set(cards.map(cardOf)).size === cards.length;
  const hand = picked?.startsWith("/") || !cards.length ? [] : once ? cards : groupsOf(cards)[0][1];
  const kinds = [...new Set(listed.map((subject) => subject.group ?? ""))];
  const spread = !hand.length && (kinds.length > 1 || listed.length > 12);
  const trayed = spread ? listed.filter((subject) => (subject.group ?? "") === kinds[0]) : [];
  const tray = byId("tray");
  tray.hidden = document.body.dataset.state !== "orders" || !hand.length && !trayed.length;
  if (hand.length) showCards(tray, hand, take);
  else {
    if (!tray.querySelector(":scope > ul")) tray.replaceChildren(make("ul"));
    showSubjects(tray.firstElementChild, trayed, picked, pick);
  }
  const rest = offers.filter((offer) => !hand.includes(offer));
  showOffers(byId("offers"), rest.filter((offer) => picked || rankOf(offer) === "first"), take, picked ? 14 : 6);
  showSubjects(byId("subjects"), listed.filter((subject) => !trayed.includes(subject)), picked, pick);
  const standing = rest.filter((offer) => !picked && rankOf(offer) !== "first");
  showSubjects(byId("later-subjects"), subjects.filter(later), picked, pick);
  showOffers(byId("later-offers"), standing, take, 6);
  byId("later").hidden = !standing.length && !subjects.some(later);
  byId("later-said").textContent = /^(standing|ahead):/m.test(currentText()) ? t("Standing orders, plans, the end of the game: this file has some") : t("Standing orders, plans, the end of the game: none are needed");
}

// The orders so far, in sentences: the card that is played; what they do on the map, else what stands beside those who have
// them, else what is chosen.
function showOrders(draft) {
  const text = currentText(), done = draft ? draft.map.strokes.map((stroke) => plainly(stroke.words, draft.map)) : [];
  const ordered = subjects.filter((one) => one.ordered).map((one) => `${face(one.words).name}: ${one.ordered}`);
  const lines = done.length ? done : ordered;
  const played = [...text.matchAll(/\bcard: *"?([a-z]+\d+)/g)].map(([, card]) => t(`Card ${cardNames.get(card) ?? card}`));
  lines.unshift(...new Set(played));
  if (!lines.length) {
    const all = picked ? ask("offers", { text, picked: null }).offers : offers;
    lines.push(...all.filter((one) => one.chosen && one.edits?.length).map((one) => `${one.group}: ${one.words}`));
  }
  byId("strokes").replaceChildren(...(lines.length ? lines.map((line) => make("li", { textContent: line })) : [make("li", { className: "none", textContent: t("None yet.") })]));
}

const fileNow = { sign: () => { show("signing"); refresh(); } };

function judge({ complaints: found, fatal, digest }, map) {
  const complaints = found.map((one) => ({ ...one, message: plainly(one.message, map), fix: one.fix && plainly(one.fix, map) }));
  showLines(complaints);
  showComplaints(complaints);
  const wrong = complaints.filter((one) => one.kind !== "warning");
  const doubts = complaints.filter((one) => one.kind === "warning");
  const unanswered = wrong.length > 0 && wrong.every((one) => one.code === "E-unanswered");
  const judged = wrong.length ? t(`${wrong.length} to mend`) : doubts.length ? t(`lawful, ${doubts.length} to think about`) : t("lawful");
  // An answer that is only begun says itself what it lacks.
  const begun = unanswered && wrong.find((one) => one.path !== "orders");
  const first = begun || (unanswered ? { message: t("No orders yet. Choose what to do, then file it.") } : wrong[0] ?? doubts[0]);
  const verdict = byId("verdict");
  verdict.dataset.judged = judged;
  verdict.textContent = first ? (unanswered ? capital(first.message) : `${judged}: ${first.message}`) : judged;
  // A way out that names keys of the order file is for those who write it, and stands beside it.
  if (first?.fix && !/[`{]/.test(first.fix)) verdict.append(make("span", { className: "fix", textContent: ` ${first.fix}` }));
  verdict.append(...ruleButton(unanswered ? null : first?.rule));
  const several = unanswered ? [] : wrong.length ? wrong : doubts;
  showDoubts(several, judged);
  byId("all").textContent = t(`See all ${several.length}`);
  byId("all").onclick = () => { byId("doubts").dataset.open = "1"; showDoubts(several, judged); byId("doubts").focus(); };
  verdict.className = unanswered ? "none" : wrong.length ? "bad" : doubts.length ? "doubt" : "good";
  verdict.title = digest && !wrong.length ? `SHA-256 ${digest}` : "";
  byId("go").setAttribute("aria-disabled", String(wrong.length > 0));
  const held = fieldOf(currentText(), "hold") === "true";
  byId("hold").hidden = Boolean(turn.lesson) || !held && !complaints.some((one) => one.code === "E-unanswered" || one.code === "W-part-answered");
  byId("hold").setAttribute("aria-pressed", String(held));
  if (held && !first) verdict.textContent = t("lawful: where you order nothing, the rules decide for you, as for a player who is away");
  byId("sign").disabled = fatal || !byId("sign").dataset.key;
}

// All that is to be mended or thought about, above the choices, once it was asked for.
function showDoubts(several, judged) {
  const box = byId("doubts");
  box.hidden = several.length < 2 || !box.dataset.open;
  byId("all").hidden = several.length < 2 || !box.hidden;
  const close = make("button", { textContent: t("Close"), onclick: () => { delete box.dataset.open; showDoubts(several, judged); byId("all").focus(); } });
  box.replaceChildren(make("div", { className: "head" }, make("h2", { textContent: judged }), close), make("ul", {}, ...several.map((one) => make("li", {}, one.message, ...ruleButton(one.rule)))));
}

function pick(id) {
  picked = picked === id ? null : id;
  const piece = drawing.map.pieces.find((one) => one.id === picked);
  if (piece) cursor = piece.cell;
  refresh();
  if (piece) bringIn(piece.at);
  byId("work").scrollTop = 0;
}

function take(offer) {
  if (offer.leave) return pick(picked);
  if (broken && offer.edits?.length) return trouble(t(`Mend line ${broken.line ?? 1} of the order file by hand first: ${broken.message}`));
  if (offer.pick !== undefined) picked = offer.pick;
  try {
    if (offer.text !== undefined || offer.edits?.length) setText(offer.text ?? ask("edit", { text: currentText(), edits: offer.edits }).text);
    trouble("");
  } catch (error) {
    trouble(t(`The text must be mended by hand first: ${error.message}`));
  }
  refresh();
}

function change(edit) {
  try {
    setText(ask("edit", { text: currentText(), edits: [edit] }).text);
    trouble("");
  } catch (error) {
    trouble(t(`The text must be mended by hand first: ${error.message}`));
  }
  refresh();
}

// A click, a tap or Enter on a cell, perhaps with a piece on it. `other`: the second of two choices. `hold`: pick only.
// `dragged`: what is picked was dragged there, and goes there if it may.
function act(cell, piece, other, hold = false, dragged = false) {
  // Beside a piece its cell is meant, and whatever of one's own stands there.
  const here = new Set(drawing.map.pieces.filter((one) => piece ? one.id === piece : one.cell === cell).map((one) => one.id));
  const there = offers.filter((one) => here.has(one.spot?.piece) || one.spot?.cell === cell);
  const mine = piece && subjects.some((one) => one.id === piece);
  if (hold) { if (mine && picked !== piece) pick(piece); return; }
  // Another unit of one's own that stands there is picked, unless it is itself what is offered.
  if (mine && piece !== picked && !(dragged && there.length) && !there.some((one) => one.spot.piece === piece)) return pick(piece);
  if (picked && piece === picked) return pick(picked);
  if (there.length) return take(other && there.length > 1 ? there[1] : there[0]);
  if (picked) pick(picked);
}

function startReplay() {
  const film = turn.replay;
  byId("replay-box").hidden = !film?.frames.length;
  if (!film) return;
  byId("step").max = film.frames.length;
  const show = () => {
    const at = Number(byId("step").value);
    const drawn = ask("draw", { map: frameAt(film, at) });
    byId("film").replaceChildren(parseDrawing(drawn.svg));
    byId("step-said").textContent = at ? `${t(`step ${at} of ${film.frames.length}`)}: ${film.frames[at - 1].words}` : t("before the record");
  };
  byId("step").oninput = show;
  byId("back").onclick = () => { byId("step").stepDown(); show(); };
  byId("on").onclick = () => { byId("step").stepUp(); show(); };
  byId("replay-box").querySelector("details").ontoggle = show;
}

// The map of a step: the one before the record, with all that differs up to there.
function frameAt(film, count) {
  const map = structuredClone(film.base);
  map.strokes = [];
  for (const frame of film.frames.slice(0, count)) {
    const fresh = new Set([...frame.gone, ...frame.pieces.map((piece) => piece.id)]);
    map.pieces = [...map.pieces.filter((piece) => !fresh.has(piece.id)), ...frame.pieces];
    map.strokes = frame.strokes;
  }
  return map;
}

async function readFile(input) {
  const [file] = input.files;
  input.value = "";
  return file ? file.text() : null;
}

// In a letter a turn is gzipped; some systems unpack it where they save it.
async function unpacked(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  return packed ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text() : file.text();
}

async function openTurnText(text) {
  try {
    openTurn(JSON.parse(await text));
    trouble("");
  } catch (error) {
    trouble(t(`This is no turn that this page can open: ${error.message}`));
  }
}

function listen() {
  byId("text").oninput = () => { clearTimeout(timer); timer = setTimeout(refresh, 200); };
  byId("text").onfocus = () => { byId("text").dataset.before = currentText(); };
  byId("text").onchange = () => {
    const before = byId("text").dataset.before;
    if (before !== undefined && before !== currentText()) { past.push(before); future.length = 0; byId("undo").disabled = false; byId("text").dataset.before = currentText(); }
  };
  byId("text").onscroll = () => { byId("gutter").scrollTop = byId("text").scrollTop; };
  byId("undo").onclick = () => { cursor = null; goBack(past, future); refresh(); };
  byId("redo").onclick = () => { cursor = null; goBack(future, past); refresh(); };
  byId("drafted").onchange = refresh;
  byId("save").onclick = () => download(`${fileName(turn)}.yaml`, currentText(), "text/yaml");
  byId("fresh").onclick = () => { picked = null; setText(freshText()); refresh(); };
  byId("draft-file").onchange = async () => { const text = await readFile(byId("draft-file")); if (text !== null) { setText(text); refresh(); } };
  for (const id of ["turn-file", "another-turn"]) byId(id).onchange = () => { const [file] = byId(id).files; byId(id).value = ""; if (file) openTurnText(unpacked(file)); };
  byId("key-file").onchange = async () => { const text = await readFile(byId("key-file")); if (text !== null) { keyText = text; openKey(ask, turn); refresh(); } };
  byId("unlock").onclick = () => { openKey(ask, turn); refresh(); };
  byId("key-new").onclick = () => { newKey(ask, turn); refresh(); };
  byId("hold").onclick = () => change({ at: [], slot: { key: "hold" }, value: byId("hold").getAttribute("aria-pressed") === "true" ? null : true });
  byId("go").onclick = () => {
    if (byId("go").getAttribute("aria-disabled") === "true") return byId("verdict").scrollIntoView({ block: "nearest" });
    if (unwritten()) return;
    fileNow.sign();
  };
  byId("sign").onclick = () => {
    if (unwritten()) return;
    try {
      setText(readyToSign(currentText()));
      signed = { text: currentText(), ...ask("sign", { text: currentText() }) };
      // Where the program files it there is nothing left to send.
      if (!fileNow.signed) remember(`${slot()}/signed`, JSON.stringify(signed));
    } catch (error) { trouble(error.message); }
    showSigned(turn);
    refresh();
    if (signed) fileNow.signed?.();
  };
  byId("phrase").onkeydown = (event) => { if (event.key === "Enter") byId(!byId("unlock").hidden ? "unlock" : byId("phrase").value && byId("keep").offsetParent ? "keep" : "sign").click(); };
  byId("back-to-orders").onclick = () => { show("orders"); byId("ask").focus(); };
  listenToDrawers();
  listenToSigned(() => turn);
  listenToKept();
  listenToNotes(change);
  listenToMap(act, () => { if (picked) pick(picked); });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target === byId("text")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) byId("undo").click();
    else if (key === "y" || (key === "z" && event.shiftKey)) byId("redo").click();
    else return;
    event.preventDefault();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openTurnText(unpacked(file));
  });
  addEventListener("paste", (event) => {
    if (event.target === byId("text") || event.target.tagName === "INPUT") return;
    const text = event.clipboardData.getData("text");
    if (text.trimStart().startsWith("{")) openTurnText(text);
  });
}

loadEngine(byId("module").textContent).then((engine) => {
  ask = engine;
  listen();
  const inside = byId("turn").textContent.trim();
  if (inside) return openTurn(JSON.parse(inside));
  byId("who").textContent = t("Order sheet");
  byId("none").hidden = false;
  document.body.dataset.ready = Math.round(performance.now() - began);
}).catch((error) => trouble(t(`The sheet cannot be opened: ${error.message}`)));
