// The sheet: the text is the truth. What is clicked changes the text; what the text says is drawn, checked and told.
let ask = null, turn = null, seen = null, picked = null, offers = [], subjects = [], broken = null, timer = 0;
const began = performance.now();

const slot = () => `tabella/${turn.game}/${turn.phase}/${turn.hand.seat}/${turn.after}`;
const stored = (value) => {
  try { return value === undefined ? localStorage.getItem(slot()) : localStorage.setItem(slot(), value); } catch { return null; }
};

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
  [turn, seen, picked, signed] = [next, null, null, null];
  const { hand } = turn, { phase } = hand;
  speak(turn.lang ?? "en");
  document.title = t(`${turn.game}: ${hand.seat}, phase ${turn.phase}`);
  byId("who").textContent = turn.title_name;
  const when = phase.turn ? t(`Phase ${turn.phase}, turn ${phase.turn},`) : t(`Phase ${turn.phase}`);
  const asks = turn.asks ? t(`asks of ${hand.seat}: ${turn.asks}`) : t(`does not wait for ${hand.seat}: what you order for later may be sent, and need not be.`);
  byId("when").textContent = `${t(`You order for ${hand.seat} in ${turn.game}.`)} ${when} ${asks}`;
  byId("history").textContent = `${turn.after.slice(0, 12)}…`;
  byId("steps").hidden = false;
  past.length = future.length = 0;
  typed.clear();
  setText(stored() || freshText(), false);
  byId("form").textContent = turn.form;
  byId("sheet").hidden = false;
  showSigned(turn);
  startReplay();
  offerNotes(turn.notes);
  refresh();
  document.body.dataset.ready = Math.round(performance.now() - began);
}

// Everything that follows from the text and from what is picked.
function refresh() {
  const start = performance.now(), text = currentText();
  let redrawn = 0;
  const timed = (draw) => { const from = performance.now(), drawn = draw(); redrawn += performance.now() - from; return drawn; };
  const checked = ask("check", { text });
  // What is picked changes nothing of the map: it is drawn again where the text is another.
  const drafted = byId("drafted").checked;
  if (seen?.text !== text || seen.drafted !== drafted) {
    const draft = drafted ? timed(() => ask("draft", { text })) : null;
    seen = { text, drafted, draft, now: draft ?? timed(() => ask("map")) };
  }
  const { draft, now } = seen;
  let all = ask("offers", { text, picked });
  // What is picked may have gone with the last change: a page of choices, a unit that left the board.
  if (picked && !all.offers.length && !all.subjects.some((one) => one.id === picked)) { picked = null; all = ask("offers", { text, picked }); }
  [offers, subjects] = [all.offers, all.subjects];
  if (!subjects.length && !offers.length) offers = sampleOffers(ask("samples", { text }));
  byId("draft-row").hidden = !draft && byId("drafted").checked;
  // What cannot be read is not known to those who would write beside it.
  broken = checked.complaints.find((one) => one.kind === "fault" && /^(orders|ahead|standing)\b/.test(one.path)) ?? null;
  const own = new Set(subjects.map((one) => one.id));
  timed(() => showMap(now, { picked, own, offers, wrong: wrongPieces(checked.complaints, now.map.pieces) }));
  const one = subjects.find((subject) => subject.id === picked);
  byId("picked").textContent = all.about ?? (one ? one.words : subjects.length ? t("Pick a unit on the map or in the list, or order for all") : t("What can be ordered"));
  if (picked) offers = [...offers, { group: t("This choice"), words: t("Let it go"), chosen: false, leave: true }];
  showOffers(offers, take);
  const listed = subjects.length ? subjects : now.map.pieces.map((piece) => ({ id: piece.id, words: piece.words }));
  // What cannot be picked is on the map all the same: the enemy.
  showSubjects(listed, picked, pick, now.map.pieces.filter((piece) => subjects.length && !own.has(piece.id)));
  byId("doing").hidden = !draft || !draft.map.strokes.length;
  if (draft) byId("strokes").replaceChildren(...draft.map.strokes.map((stroke) => make("li", { textContent: stroke.words })));
  judge(checked);
  showNotes(checked.notes, change);
  stored(text);
  document.body.dataset.redrawn = redrawn.toFixed(1);
  document.body.dataset.refreshed = (performance.now() - start).toFixed(1);
}

function judge({ complaints, fatal, digest }) {
  showLines(complaints);
  showComplaints(complaints);
  const bad = complaints.filter((one) => one.kind !== "warning").length;
  const doubts = complaints.length - bad;
  const judged = bad ? t(`${bad} to mend`) : doubts ? t(`lawful, ${doubts} to think about`) : t("lawful");
  byId("verdict").textContent = `${judged}${digest && !bad ? ` (SHA-256 ${digest.slice(0, 12)}…)` : ""}`;
  byId("verdict").className = bad ? "bad" : "good";
  byId("judged").textContent = judged;
  byId("judged").className = byId("verdict").className;
  byId("sign").disabled = fatal || !byId("sign").dataset.key;
}

function pick(id) {
  picked = picked === id ? null : id;
  const piece = drawing.map.pieces.find((one) => one.id === picked);
  if (piece) cursor = piece.cell;
  refresh();
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

function openTurnText(text) {
  try {
    openTurn(JSON.parse(text));
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
  byId("undo").onclick = () => { goBack(past, future); refresh(); };
  byId("redo").onclick = () => { goBack(future, past); refresh(); };
  byId("drafted").onchange = refresh;
  byId("save").onclick = () => download(`${turn.hand.seat}.yaml`, currentText(), "text/yaml");
  byId("fresh").onclick = () => { picked = null; setText(freshText()); refresh(); };
  byId("draft-file").onchange = async () => { const text = await readFile(byId("draft-file")); if (text !== null) { setText(text); refresh(); } };
  byId("turn-file").onchange = async () => { const text = await readFile(byId("turn-file")); if (text !== null) openTurnText(text); };
  byId("key-file").onchange = async () => { const text = await readFile(byId("key-file")); if (text !== null) { keyText = text; openKey(ask, turn); refresh(); } };
  byId("unlock").onclick = () => { openKey(ask, turn); refresh(); };
  byId("key-new").onclick = () => { newKey(ask, turn); refresh(); };
  byId("sign").onclick = () => {
    if (unwritten()) return;
    try {
      setText(readyToSign(currentText()));
      signed = { text: currentText(), ...ask("sign", { text: currentText() }) };
    } catch (error) { trouble(error.message); }
    showSigned(turn);
    refresh();
  };
  listenToSigned(() => turn);
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
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openTurnText(await file.text());
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
  byId("when").textContent = t("Open the turn that the referee sent you: choose the file, drop it here, or paste it.");
  document.body.dataset.ready = Math.round(performance.now() - began);
}).catch((error) => trouble(t(`The sheet cannot be opened: ${error.message}`)));
