// The editor.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { assert, house, place, press, scene, serve } from "./harness.mjs";

house();

const replace = (page, from, to) =>
  page.evaluate(([from, to]) => {
    const field = document.querySelector(".editor textarea");
    const at = field.value.indexOf(from);
    if (at < 0) throw new Error(`no ${from}`);
    field.focus();
    field.setSelectionRange(at, at + from.length);
    document.execCommand("insertText", false, to);
  }, [from, to]);

// Examples are run one text after the other, each for up to five seconds.
const SLOW = { timeout: 40_000 };

const hits = (page, count) => page.waitForFunction((n) => document.querySelectorAll(".hit").length === n, count);

scene("a rule is edited and the board changes", async (page) => {
  await page.goto("/edit?ruleset=bison-small");
  await hits(page, 35);
  await page.getByText("No errors").waitFor();
  await replace(page, "set columns to 5", "set columns to 7");
  await hits(page, 49);
  await replace(page, "set dog-count to 2", "set dog-count to 4");
  await page.waitForFunction(() => document.querySelectorAll('.pieces [data-kind="dog"]').length === 4);
});

scene("the board keeps its position across edits, and can be played on", async (page) => {
  await page.goto("/edit?ruleset=bison-small");
  await hits(page, 35);
  await press(page, "c1", "c2");
  await page.locator('.pieces [data-site="c2"]').waitFor({ state: "attached" });
  await replace(page, "a short game to learn by", "a game for the train");
  await page.getByText("No errors").waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.pieces [data-site="c2"]').count(), 1);
  await place(page, "b6").click();
  assert.ok((await page.locator(".hit.aim").count()) > 0);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator('.pieces [data-site="c1"]').waitFor({ state: "attached" });
});

scene("an error is underlined, with its hint", async (page) => {
  await page.goto("/edit?ruleset=bison-small");
  await page.getByText("No errors").waitFor();
  await replace(page, "set columns to 5", "set colums to 5");
  const problem = page.locator(".problem.error").first();
  await problem.waitFor();
  assert.match(await problem.innerText(), /colums/);
  assert.match(await problem.locator(".hint").innerText(), /columns/);
  assert.match(await page.locator(".sheet mark.error").first().innerText(), /colums/);
  assert.match(await page.locator(".writing-head .state").innerText(), /1 error/);
  assert.equal(await page.locator(".hit").count(), 35, "the last board stays");
  await problem.getByRole("button").click();
  await page.keyboard.type("columns");
  await page.getByText("No errors").waitFor();
  assert.equal(await page.locator(".sheet mark").count(), 0);
});

const COMPANION = `# Field

## Where may a scout go?

\`\`\`example
from the start
moves of b1: b1-a1, b1-a2, b1-b2, b1-c1, b1-c2
\`\`\`
`;

scene("a game of one's own, with the examples of its companion", async (page) => {
  await page.goto("/edit");
  await page.locator(".hit").first().waitFor();
  await page.evaluate((rules) => {
    const field = document.querySelector(".editor textarea");
    field.focus();
    field.select();
    document.execCommand("insertText", false, rules);
  }, readFileSync(new URL("../../docs/book/field.rules", import.meta.url), "utf8"));
  await hits(page, 25);
  await page.getByText("The companion: questions and answers").click();
  await page.getByLabel("Companion").fill(COMPANION);
  await page.locator(".examples .right", { hasText: "Where may a scout go?" }).waitFor(SLOW);
  assert.match(await page.locator(".coverage").innerText(), /\d+ of \d+ clauses/);
  await replace(page, "step any direction", "step orthogonal");
  await page.locator(".examples .wrong").waitFor(SLOW);
  assert.match(await page.locator(".examples .wrong").innerText(), /b1-a2/, "what was expected and is not so is told");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.match(file.suggestedFilename(), /\.rules$/);
});

scene("what is saved is the file that the server was started for, and nothing else over it", async (page) => {
  const folder = mkdtempSync(path.join(tmpdir(), "houserules-"));
  const file = path.join(folder, "mine.rules");
  writeFileSync(file, 'game "Mine" extends bison-small {\n    version 1.0\n}\n\nset dog-count to 1\n');
  const server = await serve("--temporary", "--edit", file);
  const dogs = (count) => page.waitForFunction((n) => document.querySelectorAll('.pieces [data-kind="dog"]').length === n, count);
  try {
    await page.goto(`${server.address}/edit`);
    await dogs(1);
    await replace(page, "dog-count to 1", "dog-count to 3");
    await dogs(3);
    const save = page.getByRole("button", { name: "Save" });
    await save.click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const saved = readFileSync(file, "utf8");
    assert.match(saved, /extends bison-small[^]*set dog-count to 3/);
    // What is saved is played in a window of its own.
    await page.getByRole("button", { name: "Play it" }).click();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "I as the defenders" }).click();
    const game = await opened;
    await game.locator(".hit").first().waitFor();
    assert.equal(await game.locator('.board-frame [data-kind="dog"]').count(), 3);
    await game.close();
    // Another game in the editor is not written over it.
    await page.getByLabel("Rule file to start from").selectOption("tiger-and-buffaloes");
    await hits(page, 16);
    assert.equal(await save.isVisible(), false);
    assert.equal(readFileSync(file, "utf8"), saved);
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

scene("rules that are nowhere but in the editor are played", async (page) => {
  await page.goto("/edit?ruleset=bison-small");
  await page.getByText("No errors").waitFor();
  await replace(page, "set dog-count to 2", "set dog-count to 1");
  await page.waitForFunction(() => document.querySelectorAll('.pieces [data-kind="dog"]').length === 1);
  // What only other answers would bring about is told apart, and no mistake of these rules.
  await page.getByText(/\d+ choices? of options that cannot be played/).waitFor(SLOW);
  assert.equal(await page.locator(".sheet mark").count(), 0);
  await page.getByRole("button", { name: "Play it" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Two at this screen" }).click();
  const game = await opened;
  await press(game, "c1", "c2");
  await game.waitForFunction(() => document.querySelectorAll(".ply").length === 1);
  assert.equal(await game.locator('.board-frame [data-kind="dog"]').count(), 1);
  await game.getByRole("tab", { name: "Share" }).click();
  assert.equal(await game.getByLabel("This position").count(), 0, "no address can hold such rules");
});
