// The editor.

import { assert, house, place, press, scene } from "./harness.mjs";

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

scene("the companion's examples run below", async (page) => {
  await page.goto("/edit?ruleset=zombies");
  await page.locator(".examples .right").first().waitFor();
  assert.match(await page.locator(".coverage").innerText(), /\d+ of \d+/);
  assert.equal(await page.locator(".examples .wrong").count(), 0);
  await replace(page, 'partisan "P"', 'partisan "Q"');
  await page.locator(".examples .wrong").first().waitFor();
});
