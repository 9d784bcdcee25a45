// Shows only the games in whose line the words stand. Without script the list stays whole and the field hidden.
"use strict";
const field = document.getElementById("find");
if (field) {
  field.closest("p").hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const line of document.querySelectorAll("ul.games > li, table tbody tr")) {
      const text = line.textContent.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
    }
  });
}
