// What can be ordered for what is picked, as buttons under headings, and the list of all that can be picked.
const many = 14;

function showOffers(offers, take) {
  const groups = new Map();
  for (const one of offers) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const box = byId("offers");
  const open = new Set([...box.querySelectorAll("details[open]")].map((node) => node.dataset.group));
  const focus = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  box.replaceChildren(...[...groups].map(([group, list]) => {
    const buttons = list.map((one) => {
      const button = make("button", { textContent: one.words, onclick: () => take(one) });
      button.dataset.key = `${group}/${one.words}`;
      if (one.pick !== undefined && !one.chosen) button.classList.add("leads");
      else button.setAttribute("aria-pressed", String(one.chosen));
      return button;
    });
    const set = make("fieldset", {}, make("legend", { textContent: group }), ...buttons);
    if (list.length <= many) return set;
    const chosen = list.filter((one) => one.chosen).map((one) => one.words).join(", ");
    const onMap = list.some((one) => one.spot) ? ": on the map, or here" : "";
    const more = make("details", { open: open.has(group) }, make("summary", { textContent: `${group} (${list.length}${onMap})${chosen ? `: ${chosen}` : ""}` }), set);
    more.dataset.group = group;
    return more;
  }));
  if (focus) [...box.querySelectorAll("button")].find((button) => button.dataset.key === focus)?.focus();
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
  }), ...(others.length ? [make("li", { className: "kind", textContent: "Also on the map" })] : []), ...others.map((piece) => make("li", { textContent: piece.words })));
  if (focus) [...list.querySelectorAll("button")].find((button) => button.dataset.id === focus)?.focus();
}

// Passages of the form that are lawful as they stand: for titles, or prompts, that offer nothing by hand.
function sampleOffers(samples) {
  return samples.map((one) => ({ group: "From the form", words: one.words.trim(), chosen: false, text: one.text }));
}
