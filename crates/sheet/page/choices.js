// What can be ordered for what is picked, as buttons under headings, and the list of all that can be picked.
// Words that were typed and that the file does not have yet, by the place that they are for.
const typed = new Map();

// An offer with the player's words where it asks for some.
function withWords(one, words) {
  const [edit] = structuredClone(one.edits);
  const last = one.writing.into.pop();
  if (last === undefined) edit.value = words;
  else one.writing.into.reduce((value, step) => value[step], edit.value)[last] = words;
  return { ...one, edits: [edit] };
}

// A field for them, with the button that writes them into the file.
function writingField(one, button, take) {
  const [{ at, slot }] = one.edits, place = JSON.stringify([at, slot, one.writing.into]);
  const field = make("textarea", { value: typed.get(place) ?? one.writing.now });
  field.setAttribute("aria-label", one.group);
  field.dataset.key = `${one.group}/words`;
  field.oninput = () => field.value.trim() === one.writing.now ? typed.delete(place) : typed.set(place, field.value);
  button.onclick = () => { typed.delete(place); take(withWords(structuredClone(one), field.value.trim())); };
  field.onkeydown = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) button.click(); };
  return [field, button];
}

// Whether words were typed, here or for a note, that the file would go without. Of the same words it is said once.
function unwritten() {
  const note = byId("note-text"), words = note.value.trim();
  const any = typed.size > 0 || (words !== "" && note.dataset.told !== words);
  typed.clear();
  note.dataset.told = words;
  if (any) trouble(t("You typed words that the order file does not have: write them into it, or do this once more to leave them out."));
  return any;
}

// Where an offer belongs is told by what it writes: an answer to what is asked now, what holds from now on or later, or what ends the game.
function rankOf(one) {
  const [edit] = one.edits ?? [];
  if (!edit) return /^\/(standing|ahead|retreat)/.test(one.pick ?? "") ? "later" : "first";
  const top = edit.at[0] ?? edit.slot.key;
  if (top === "standing" || top === "ahead") return "later";
  // What takes all orders out is none either.
  const key = edit.at.length ? edit.slot.key : Object.keys(edit.value ?? {})[0];
  return key === undefined || key === "resign" || key === "draw" ? "more" : "first";
}

// The card that an offer plays, if it plays one; of one that is played, whose offer takes it back, the words begin with it and its name.
function cardOf(one) {
  const played = one.edits?.map(({ slot, value }) => slot.key === "card" && typeof value === "string" ? value : value?.card).find((card) => /\d$/.test(card ?? ""));
  return played ?? (one.chosen && one.edits?.length ? /^[a-z]+\d+(?= \p{Lu})/u.exec(one.words)?.[0] : undefined);
}

// What cards are called that were offered.
const cardNames = new Map();
function cardName(one) {
  const { name, number } = face(one.words, cardOf(one));
  return `${number}, ${name}`;
}

// What is written on a card or a counter: what it is called, what it does, and a card's number.
function face(words, card) {
  const bare = card && words.startsWith(`${card} `) ? words.slice(card.length + 1) : words;
  const [, name, does] = /^([^:(]+?)(?:: | \(|$)(.*?)\)?$/.exec(bare) ?? [null, bare, ""];
  return { name, does, number: card ? (/\d+/.exec(card) ?? [""])[0] : "" };
}

// The heading that a choice stands under, and the button that had the focus before its box was filled anew, has it again.
function keepFocus(box, fill) {
  const key = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  fill();
  if (key) [...box.querySelectorAll("button,textarea")].find((button) => button.dataset.key === key)?.focus({ preventScroll: true });
}

const groupsOf = (offers) => {
  const groups = new Map();
  for (const one of offers) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups];
};

// A group of more choices than `many` is folded.
function showOffers(box, offers, take, many) {
  const open = new Set([...box.querySelectorAll("details[open]")].map((node) => node.dataset.group));
  keepFocus(box, () => box.replaceChildren(...groupsOf(offers).map(([group, list]) => {
    const buttons = list.flatMap((one) => {
      const button = make("button", { textContent: one.words, onclick: () => take(one) });
      button.dataset.key = `${group}/${one.words}`;
      if (one.spot?.piece && !subjects.some(({ id }) => id === one.spot.piece)) button.classList.add("fight");
      if (one.pick !== undefined && !one.chosen) button.classList.add("leads");
      else if (!one.writing) button.setAttribute("aria-pressed", String(one.chosen));
      return one.writing ? writingField(one, button, take) : [button];
    });
    const set = make("fieldset", {}, make("legend", { textContent: group }), ...buttons);
    if (list.length <= many) return set;
    const chosen = list.filter((one) => one.chosen).map((one) => one.words).join(", ");
    const onMap = list.some((one) => one.spot) ? `, ${t("on the map, or here")}` : "";
    const more = make("details", { open: open.has(group) }, make("summary", { textContent: `${group}${chosen ? `: ${chosen}` : ""} (${t(`${list.length} choices`)}${onMap})` }), set);
    more.dataset.group = group;
    return more;
  })));
}

// Cards on the tray, as one holds them.
function showCards(box, offers, take) {
  keepFocus(box, () => box.replaceChildren(...groupsOf(offers).map(([group, list]) => make("fieldset", { className: "offers" }, make("legend", { textContent: group }), ...list.map((one) => {
    const { name, does, number } = face(one.words, cardOf(one));
    const button = make("button", { className: "card", onclick: () => take(one) }, make("span", { className: "top", textContent: number }), " ", make("span", { className: "name", textContent: name }), " ", make("span", { className: "does", textContent: does }));
    button.dataset.key = `${group}/${one.words}`;
    button.setAttribute("aria-pressed", String(one.chosen));
    return button;
  })))));
}

// All that can be picked, under the headings of its kinds.
function showSubjects(box, subjects, picked, pick) {
  let group = "";
  keepFocus(box, () => box.replaceChildren(...subjects.flatMap((one) => {
    const heading = (one.group ?? "") !== group ? [make("li", { className: "kind", textContent: one.group })] : [];
    group = one.group ?? "";
    const button = make("button", { onclick: () => pick(one.id) }, one.words);
    if (one.ordered) button.append(make("span", { className: "ordered", textContent: one.ordered }));
    button.dataset.id = button.dataset.key = one.id;
    button.setAttribute("aria-pressed", String(one.id === picked));
    return [...heading, make("li", {}, button)];
  })));
}

// Passages of the form that are lawful as they stand: for titles, or prompts, that offer nothing by hand.
function sampleOffers(samples) {
  return samples.map((one) => ({ group: t("From the form"), words: one.words.trim(), chosen: false, text: one.text }));
}
