// What can be ordered for what is picked, as buttons under headings, and the list of all that can be picked.
const many = 14;
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

function showOffers(offers, take) {
  const groups = new Map();
  for (const one of offers) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const box = byId("offers");
  const open = new Set([...box.querySelectorAll("details[open]")].map((node) => node.dataset.group));
  const focus = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  box.replaceChildren(...[...groups].map(([group, list]) => {
    const buttons = list.flatMap((one) => {
      const button = make("button", { textContent: one.words, onclick: () => take(one) });
      button.dataset.key = `${group}/${one.words}`;
      if (one.pick !== undefined && !one.chosen) button.classList.add("leads");
      else if (!one.writing) button.setAttribute("aria-pressed", String(one.chosen));
      return one.writing ? writingField(one, button, take) : [button];
    });
    const set = make("fieldset", {}, make("legend", { textContent: group }), ...buttons);
    if (list.length <= many) return set;
    const chosen = list.filter((one) => one.chosen).map((one) => one.words).join(", ");
    const onMap = list.some((one) => one.spot) ? `: ${t("on the map, or here")}` : "";
    const more = make("details", { open: open.has(group) }, make("summary", { textContent: `${group} (${list.length}${onMap})${chosen ? `: ${chosen}` : ""}` }), set);
    more.dataset.group = group;
    return more;
  }));
  if (focus) [...box.querySelectorAll("button,textarea")].find((button) => button.dataset.key === focus)?.focus();
}

// `others` are on the map and cannot be picked.
function showSubjects(subjects, picked, pick, others) {
  const list = byId("subjects");
  const focus = list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  let group = "";
  list.replaceChildren(...subjects.flatMap((one) => {
    const heading = (one.group ?? "") !== group ? [make("li", { className: "kind", textContent: one.group })] : [];
    group = one.group ?? "";
    const button = make("button", { onclick: () => pick(one.id) }, one.words);
    if (one.ordered) button.append(make("span", { className: "ordered", textContent: one.ordered }));
    button.dataset.id = one.id;
    button.setAttribute("aria-pressed", String(one.id === picked));
    return [...heading, make("li", {}, button)];
  }), ...(others.length ? [make("li", { className: "kind", textContent: t("Also on the map") })] : []), ...others.map((piece) => make("li", { textContent: piece.words })));
  if (focus) [...list.querySelectorAll("button")].find((button) => button.dataset.id === focus)?.focus();
}

// Passages of the form that are lawful as they stand: for titles, or prompts, that offer nothing by hand.
function sampleOffers(samples) {
  return samples.map((one) => ({ group: t("From the form"), words: one.words.trim(), chosen: false, text: one.text }));
}
