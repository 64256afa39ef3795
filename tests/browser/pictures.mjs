// Takes the pictures of the book: `node pictures.mjs FOLDER`, with the program in $HOUSERULES.

import { browser, place, press, serve } from "./harness.mjs";

const folder = process.argv[2] ?? "../../target/pictures";
const server = await serve("--allow-rules", "--temporary");
const chromium = await browser();

async function picture(name, how, run) {
  const context = await chromium.newContext({ baseURL: server.address, viewport: { width: 1120, height: 720 }, reducedMotion: "reduce", ...how });
  const page = await context.newPage();
  await run(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

// Some moves of a game of two at one screen, in the middle of which the chief has taken a buffalo.
async function middle(page, ruleset = "bison") {
  await page.goto(`/ruleset/${ruleset}`);
  await page.locator("input[name=against][value=screen]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".hit").first().waitFor();
  const moves = [["f1", "f2"], ["d6", "d3"], ["f2", "f3"], ["f6", "f5"], ["c1", "c2"], ["h6", "h3"], ["f3", "f4"], ["f5", "f4"], ["e1", "e2"], ["g6", "g5"], ["e2", "e3"]];
  for (const [i, [from, to]] of moves.entries()) {
    await press(page, from, to);
    await page.waitForFunction((n) => document.querySelectorAll(".ply").length === n, i + 1);
  }
}

await picture("home", {}, async (page) => {
  await page.goto("/");
  await page.locator(".hero-board svg").waitFor();
});
await picture("game", {}, async (page) => {
  await middle(page);
  await place(page, "f4").click();
  await place(page, "e3").hover();
});
await picture("why", {}, async (page) => {
  await middle(page);
  await place(page, "d3").click();
  await place(page, "e3").hover();
  await page.locator(".caption.refused").waitFor();
});
await picture("rules", {}, async (page) => {
  await page.goto("/ruleset/bison");
  await page.locator(".rule").first().waitFor();
});
await picture("editor", {}, async (page) => {
  await page.goto("/edit?ruleset=bison-small");
  await page.locator(".hit").first().waitFor();
  await page.evaluate(() => {
    const field = document.querySelector(".editor textarea");
    const at = field.value.indexOf("set columns") + 4;
    field.focus();
    field.setSelectionRange(at, at + "columns".length);
    document.execCommand("insertText", false, "colums");
  });
  await page.locator(".problem").waitFor();
});
await picture("phone", { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.5, colorScheme: "dark" }, async (page) => {
  await middle(page);
  await place(page, "f4").click();
});
await chromium.close();
server.stop();
