// Keys and signatures. A key lives in the module's memory until the page is closed, and nowhere else unless it is kept.
let signed = null;
let keyText = null;
let opened = null;

function showKey(told, turn) {
  opened = told;
  const own = told.public === turn.key;
  byId("key").textContent = own
    ? t(`Your registered key is open: ${told.fingerprint}.`)
    : t(`This key is open: ${told.fingerprint}. It is not the one registered for ${turn.hand.seat}: the referee would refuse what it signs until you change your key (tabella change).`);
  byId("key").className = own ? "good" : "bad";
  byId("sign").dataset.key = own ? "own" : "other";
  byId("unlock").hidden = true;
  byId("keep").hidden = !byId("forget").hidden;
}

function closeKey(ask) {
  if (opened) ask("key-drop");
  opened = keyText = lockedKey = null;
  delete byId("sign").dataset.key;
  byId("key").textContent = t("No key is open yet: open your key file, or make a key. Then you can sign.");
  byId("key").className = "";
  byId("unlock").hidden = byId("keep").hidden = true;
}

function openKey(ask, turn) {
  try {
    const told = ask("key-open", { key: keyText, passphrase: byId("phrase").value });
    if (told.encrypted) {
      byId("key").textContent = t("This key is under a passphrase: type it, then open it.");
      byId("unlock").hidden = false;
      return false;
    }
    lockedKey = told.locked ? keyText : null;
    // What was typed for a file without a passphrase is the one that it shall have: it can be kept under it.
    if (told.locked) byId("phrase").value = "";
    keyText = null;
    showKey(told, turn);
    return true;
  } catch (error) {
    byId("key").textContent = error.message;
    byId("key").className = "bad";
    byId("unlock").hidden = keyText === null;
    return false;
  }
}

function newKey(ask, turn) {
  const { seat } = turn.hand;
  const told = ask("key-new", { random: random(32), random_salt: random(20), passphrase: byId("phrase").value, comment: `${seat}@${turn.game}` });
  lockedKey = byId("phrase").value ? told.private : null;
  byId("phrase").value = "";
  download(`${turn.game}-${seat}`, told.private);
  setTimeout(() => download(`${turn.game}-${seat}.pub`, told.line), 400);
  showKey(told, turn);
}

// A text that differs from the file signed before is a later file: it needs a higher revision and a salt of its own.
function readyToSign(text) {
  let ready = text.endsWith("\n") ? text : `${text}\n`;
  if (signed && signed.text !== ready) {
    if (fieldOf(ready, "salt") === fieldOf(signed.text, "salt")) ready = withLine(ready, "salt", random(16));
    if (Number(fieldOf(ready, "revision")) <= Number(fieldOf(signed.text, "revision"))) ready = withLine(ready, "revision", Number(fieldOf(signed.text, "revision")) + 1);
  }
  return ready;
}

// What the seat's files for the phase are called: who plays several games has none twice.
function fileName(turn) {
  return `${turn.game}-${turn.phase}-${turn.hand.seat}`;
}

// What is sent beside the orders. Where the game asks for it, what vouches for the head that they answer is a file of its own.
function signedFiles(turn) {
  const name = fileName(turn);
  const files = [[`${name}.yaml`, signed.text], [`${name}.yaml.sig`, signed.signature]];
  return turn.heads === "off" || !signed.head ? files : [...files, [`${name}.head.sig`, signed.head]];
}

function showSigned(turn) {
  const { seat } = turn.hand;
  byId("signed").hidden = !signed;
  if (!signed) return;
  byId("signed-as").textContent = t(`Signed: revision ${fieldOf(signed.text, "revision")} of phase ${turn.phase}. This page sends nothing by itself: send it now.`);
  const names = signedFiles(turn).map(([name]) => name);
  byId("files").textContent = t(`all ${names.length} files: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
  const subject = t(`${turn.game}: orders of ${seat}, phase ${turn.phase}`);
  const mail = `mailto:${encodeURIComponent(turn.mail ?? "")}?subject=${encodeURIComponent(subject)}`;
  const whole = `${mail}&body=${encodeURIComponent(signed.joined.replaceAll("\n", "\r\n"))}`;
  // A longer address is cut off or not followed, and a signed text that is cut off counts for nothing.
  const fits = whole.length <= (/Windows/.test(navigator.userAgent) ? 2000 : 8000);
  byId("mail").href = fits ? whole : mail;
  byId("mail").textContent = fits ? t("Write the mail") : t("Write the mail, and paste the one text into it");
  byId("share").hidden = !navigator.canShare?.({ text: signed.joined });
}

function listenToSigned(turn) {
  const seat = () => turn().hand.seat;
  byId("get-files").onclick = () => signedFiles(turn()).forEach(([name, content], at) => setTimeout(() => download(name, content), 400 * at));
  byId("get-one").onclick = () => download(`${seat()}.txt`, signed.joined, "text/plain");
  byId("copy").onclick = async () => {
    try { await navigator.clipboard.writeText(signed.joined); byId("signed-as").textContent = t("Copied."); } catch {
      const box = make("textarea", { value: signed.joined });
      document.body.append(box);
      box.select();
      byId("signed-as").textContent = document.execCommand("copy") ? t("Copied.") : t("This browser does not let a page copy: download the one text.");
      box.remove();
    }
  };
  byId("share").onclick = () => navigator.share({ title: t(`Orders of ${seat()}`), text: signed.joined }).catch(() => {});
}
