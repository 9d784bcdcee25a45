// Words to other players, where the game takes any. They stand in the order file, as orders do.
function offerNotes(allowed) {
  byId("writing").hidden = !allowed;
  if (!allowed) return;
  byId("note-to").replaceChildren(...["all", ...allowed.to].map((name) => make("option", { value: name, textContent: name === "all" ? `all (${t("everybody")})` : name })));
  byId("note-hidden").hidden = allowed.authors !== "anonymous";
  byId("note-anonymous").checked = false;
}

// `notes`: those of the draft; null while it cannot be read.
function showNotes(notes, change) {
  byId("note-add").disabled = !notes;
  byId("notes").replaceChildren(...(notes ?? []).map((note, at) => {
    const gone = make("button", { textContent: t("Remove"), onclick: () => { change({ at: ["note"], slot: { nth: at }, value: null }); byId("note-text").focus(); } });
    gone.setAttribute("aria-label", t(`Remove the note to ${note.to}`));
    return make("li", {}, make("span", { textContent: `${note.anonymous ? t(`To ${note.to}, without my name`) : t(`To ${note.to}`)}: ` }), make("span", { className: "words", textContent: note.text }), gone);
  }));
}

function listenToNotes(change) {
  byId("note-add").onclick = () => {
    const text = byId("note-text").value.trim();
    if (!text) return byId("note-text").focus();
    const anonymous = byId("note-anonymous").checked && !byId("note-hidden").hidden;
    // Behind the last, however many there are.
    change({ at: ["note"], slot: { nth: byId("notes").children.length }, value: { to: byId("note-to").value, ...(anonymous ? { anonymous } : {}), text } });
    byId("note-text").value = "";
  };
}
