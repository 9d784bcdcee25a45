// What this browser keeps for whoever closes the page: the draft, what was signed, and the key for the game, as OpenSSH locks it under a
// passphrase. Where the browser keeps nothing for a page, nothing is kept, and the page says so.
let lockedKey = null;

const slot = () => `tabella/${turn.game}/${turn.phase}/${turn.hand.seat}/${turn.after}`;
const keySlot = () => `tabella/key/${turn.game}/${turn.hand.seat}`;
function recall(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}
function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value);
    return true;
  } catch { return false; }
}

// The drafts of phases that are over, and what was signed of them, are of no more use to the seat.
function forgetEarlier() {
  let names;
  try { names = Object.keys(localStorage); } catch { return; }
  for (const name of names) {
    const [own, game, phase, seat, after] = name.split("/");
    if (own === "tabella" && after && game === turn.game && seat === turn.hand.seat && Number(phase) < turn.phase) remember(name, null);
  }
}

// Another turn may be of another game: a key that is open stays so where it is the registered one.
function takeUpKey() {
  if (opened?.public !== turn.key) closeKey(ask);
  byId("kept").textContent = "";
  offerKept();
  if (opened) showKey(opened, turn);
}

// The key that is kept for the game waits for its passphrase.
function offerKept() {
  const kept = recall(keySlot());
  byId("forget").hidden = !kept;
  if (!kept || byId("sign").dataset.key) return;
  keyText = kept;
  byId("key").textContent = t("Your key for this game is kept in this browser: type its passphrase, then open it.");
  byId("key").className = "";
  byId("unlock").hidden = false;
}

function listenToKept() {
  byId("keep").onclick = () => {
    const passphrase = byId("phrase").value;
    if (!lockedKey && !passphrase) {
      byId("kept").textContent = t("Type a passphrase to keep it under, then press once more.");
      return byId("phrase").focus();
    }
    const file = lockedKey ?? ask("key-lock", { passphrase, random_salt: random(20) }).private;
    byId("phrase").value = "";
    const done = remember(keySlot(), file);
    byId("kept").textContent = done ? t("Kept, under its passphrase.") : t("This browser keeps nothing for this page: keep the key as a file.");
    byId("keep").hidden = done;
    byId("forget").hidden = !done;
  };
  byId("forget").onclick = () => {
    remember(keySlot(), null);
    byId("forget").hidden = true;
    if (opened) byId("keep").hidden = false; else closeKey(ask);
    byId("kept").textContent = t("Forgotten. Only a file of yours has it now.");
  };
  byId("outside").onclick = () => {
    setText(readyToSign(currentText()));
    refresh();
    const file = `${fileName(turn)}.yaml`;
    download(file, currentText(), "text/yaml");
    // The line of ssh-keygen makes no signature that vouches for the head.
    const lines = [`ssh-keygen -Y sign -n tabella-orders -f KEY ${file}`, `tabella sign --key KEY ${file}`];
    const shown = { off: lines.slice(0, 1), asked: lines, required: lines.slice(1) }[turn.heads];
    byId("outside-line").textContent = shown.join("\n");
    byId("outside-which").textContent = shown.length > 1 ? t("Either line signs them:") : t("This line signs them:");
    byId("outside-form").hidden = turn.heads !== "required";
    byId("outside-said").hidden = false;
  };
}
