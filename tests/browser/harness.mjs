// A server and a browser for the tests, and what the tests do again and again.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const PROGRAM = process.env.HOUSERULES ?? "../../target/debug/houserules";
// A folder with the files of the pages, to try them without building the program anew.
const PAGES = process.env.PAGES;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Starts `houserules serve` on a free port; resolves to its address and how to end it. */
export async function serve(...more) {
  const folder = mkdtempSync(path.join(tmpdir(), "houserules-"));
  const data = more.includes("--temporary") ? [] : ["--data", path.join(folder, "games.sqlite")];
  const child = spawn(PROGRAM, ["serve", "--port", "0", ...data, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const read = (data) => {
      said += data;
      const found = /http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

export function browser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

const shared = {};

/** To be called once in a file of tests. */
export function house() {
  before(async () => {
    [shared.server, shared.browser] = await Promise.all([serve("--allow-rules"), browser()]);
  });
  after(async () => {
    await shared.browser?.close();
    shared.server?.stop();
  });
}

/** A test with a window of its own; what the browser complains about fails it. */
export function scene(name, how, run) {
  if (typeof how === "function") [how, run] = [{}, how];
  test(name, { timeout: 100_000 }, async () => {
    const windows = [];
    const complaints = [];
    const open = async (other = {}) => {
      const context = await shared.browser.newContext({ baseURL: shared.server.address, viewport: { width: 1280, height: 860 }, ...how, ...other });
      windows.push(context);
      if (PAGES) {
        await context.route("**/page/*", (route) => route.fulfill({ path: path.join(PAGES, path.basename(new URL(route.request().url()).pathname)) }));
      }
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
      page.on("console", (message) => {
        // A request that was refused is told by the browser too; tests that provoke one look at the answer.
        if (message.type() === "error" && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
      });
      return page;
    };
    const page = await open();
    try {
      await run(page, open);
      assert.deepEqual(complaints, []);
    } catch (error) {
      mkdirSync("../../target/browser", { recursive: true });
      const shown = windows.flatMap((context) => context.pages());
      for (const [i, one] of shown.entries()) {
        await one.screenshot({ path: `../../target/browser/${name.replace(/\W+/g, "-")}-${i}.png` }).catch(() => {});
      }
      if (complaints.length) error.message += `\nThe browser says:\n${complaints.join("\n")}`;
      throw error;
    } finally {
      await Promise.all(windows.map((context) => context.close()));
    }
  });
}

/** The place of that name on the board. */
export const place = (page, site) => page.locator(`.hit[data-site="${site}"]`);

/** Waits until there are so many moves in the list. */
export async function moves(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll(".ply").length === n, count);
}

/** Presses a piece and then where it is to go. */
export async function press(page, from, to) {
  await place(page, from).click();
  await place(page, to).click();
}

/** Starts a game from the page of a ruleset. `against`: computer, friend or screen. */
export async function begin(page, ruleset, { against = "computer", side, level, match, query = "" } = {}) {
  await page.goto(`/ruleset/${ruleset}${query}`);
  await page.locator(`input[name=against][value=${against}]`).check();
  if (side) await page.locator(`input[name=side][value=${side}]`).check();
  if (level) await page.locator("select[name=level]").selectOption(level);
  if (match) await page.locator("input[name=match]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\//);
  await page.locator(".hit").first().waitFor();
}

export { assert };
