// The order file beside the map: its text, its lines, its mistakes, and every text that it had before.
const past = [], future = [];
const currentText = () => byId("text").value;

function setText(text, remember = true) {
  if (remember && text !== currentText()) { past.push(currentText()); future.length = 0; }
  const at = byId("text").scrollTop;
  byId("text").value = text;
  byId("text").scrollTop = at;
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
}

function goBack(from, to) {
  if (!from.length) return;
  to.push(currentText());
  setText(from.pop(), false);
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
}

function showLines(complaints) {
  const worst = new Map();
  for (const one of complaints) if (one.line && worst.get(one.line) !== "bad") worst.set(one.line, one.kind === "warning" ? "warn" : "bad");
  byId("gutter").replaceChildren(...currentText().split("\n").map((_, at) => make("div", { textContent: at + 1, className: worst.get(at + 1) ?? "" })));
  byId("gutter").scrollTop = byId("text").scrollTop;
}

function showComplaints(complaints) {
  byId("complaints").replaceChildren(...complaints.map((one) => {
    const where = make("button", { textContent: one.line ? t(`line ${one.line}`) : t("the file"), onclick: () => goToLine(one.line ?? 1) });
    const item = make("li", { className: one.kind }, where, ` ${one.message}${one.rule && byId("to-rules").hidden ? ` (${t(`rule ${one.rule}`)})` : ""} `, ...ruleButton(one.rule));
    item.append(make("small", { textContent: one.code }));
    if (one.fix) item.append(make("div", { className: "fix", textContent: one.fix }));
    return item;
  }));
}

function goToLine(line) {
  const lines = currentText().split("\n"), from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  byId("text").focus();
  byId("text").setSelectionRange(from, from + (lines[line - 1] ?? "").length);
}

// The pieces that a complaint's path names: `orders[2].ve1.to` names ve1.
function wrongPieces(complaints, pieces) {
  const ids = new Set(pieces.map((piece) => piece.id));
  const bad = complaints.filter((one) => one.kind !== "warning");
  return new Set(bad.flatMap((one) => one.path.split(/[.[\]]/)).filter((part) => ids.has(part)));
}

function download(name, content, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

const withLine = (text, field, value) => text.replace(new RegExp(`^${field}:.*$`, "m"), () => `${field}: ${value}`);
const fieldOf = (text, field) => new RegExp(`^${field}: *"?([^"#\\n]*)`, "m").exec(text)?.[1].trim() ?? "";
