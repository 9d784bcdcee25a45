// Chromium, started for a test. On a loaded machine it sometimes crashes while it starts, which says nothing about a page: it is
// started up to three times.
import { createRequire } from "node:module";

const { chromium } = createRequire(import.meta.url)("playwright-core");

export async function launch(executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium") {
  const settings = { executablePath, args: ["--no-sandbox"] };
  for (let attempt = 1; ; attempt++) {
    try {
      return await chromium.launch(settings);
    } catch (error) {
      if (attempt === 3) throw error;
      console.error(`Chromium did not start (attempt ${attempt}): ${error.message.split("\n")[0]}`);
    }
  }
}
