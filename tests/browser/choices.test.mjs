// Moves that need more than a piece and a place: they are pressed on the board one place after the other.

import { assert, house, moves, place, press, scene } from "./harness.mjs";

house();

/** A game at one screen, from a position or from the start. */
async function screen(page, ruleset, position) {
  await page.goto("/");
  const id = await page.evaluate(async ([ruleset, position]) => {
    const { made } = await import("/page/api.js");
    const rules = await (await fetch(`/api/rulesets/${ruleset}`)).json();
    const seats = Object.fromEntries(rules.sides.map((side) => [side.name, "me"]));
    return made({ ruleset, seats, ...(position && { position }) });
  }, [ruleset, position]);
  await page.goto(`/game/${id}`);
  await page.locator(".hit").first().waitFor();
}

const last = (page) => page.locator(".ply").last().innerText();

scene("castling by dragging the king", async (page) => {
  await screen(page, "chess", "4k3/8/8/8/8/8/8/4K2R white");
  await place(page, "e1").dragTo(place(page, "g1"));
  await moves(page, 1);
  assert.equal(await last(page), "O-O");
  await page.locator('.pieces [data-site="f1"][data-kind="rook"]').waitFor({ state: "attached" });
});

scene("what a pawn becomes is chosen by its picture", async (page) => {
  await screen(page, "chess", "7k/P7/8/8/8/8/8/7K white");
  await press(page, "a7", "a8");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  assert.equal(await dialog.locator("svg").count(), 4, "each choice is drawn");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.locator(".ply").count(), 0, "it can be put away");
  assert.equal(await page.locator(".overlay .picked").count(), 0);
  await press(page, "a7", "a8");
  await dialog.getByRole("button", { name: /Rook/ }).click();
  await moves(page, 1);
  await page.locator('.pieces [data-site="a8"][data-kind="rook"]').waitFor({ state: "attached" });
});

scene("an arrow after the move of an amazon", async (page) => {
  // White's amazon has three squares among arrows, and black's as many.
  await screen(page, "amazons", "xxxxxxx2q/xxxxxx4/xxxxxxxxxx/10/10/10/10/10/xxxx6/Q2x6 white");
  await press(page, "a1", "c1");
  assert.equal(await page.locator(".ply").count(), 0, "the move is not over");
  assert.match(await page.locator(".caption").innerText(), /next place of this move/);
  const shown = await page.locator('.pieces [data-site="a1"]').getAttribute("transform");
  assert.match(shown, /translate\(120 /, "the amazon stands where it goes");
  await place(page, "a1").click();
  await moves(page, 1);
  assert.equal(await last(page), "a1-c1/a1");
  // Escape in the middle lets go of all of it.
  await press(page, "j10", "h10");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".hit.aim").count(), 0);
  await press(page, "j10", "j9");
  await place(page, "g9").click();
  await moves(page, 2);
  assert.equal(await last(page), "j10-j9/g9");
});

scene("pieces are put down, and one that is captured is pressed", async (page) => {
  await screen(page, "nine-mens-morris");
  assert.match(await page.locator(".caption").innerText(), /Press a place/);
  for (const [i, site] of ["a7", "b6", "d7", "f6"].entries()) {
    await place(page, site).click();
    await moves(page, i + 1);
  }
  await place(page, "g7").click();
  assert.match(await page.locator(".caption").innerText(), /Press the piece that is captured/);
  await place(page, "b6").hover();
  assert.equal(await page.locator(".overlay .taken").count(), 1);
  await place(page, "b6").click();
  await moves(page, 5);
  await page.locator('.pieces [data-site="b6"]').waitFor({ state: "detached" });
});

scene("from the hand on the board", async (page) => {
  await screen(page, "crazyhouse", "7k/8/8/8/8/8/7P/7K white hand=N1");
  await page.getByRole("button", { name: "Knight × 1, White" }).click();
  assert.equal(await page.locator('.hand[aria-pressed="true"]').count(), 1);
  await place(page, "e4").click();
  await moves(page, 1);
  await page.locator('.pieces [data-site="e4"][data-kind="knight"]').waitFor({ state: "attached" });
});

scene("a page that there is not leads home", async (page) => {
  for (const [address, title] of [
    [`/game/${"A".repeat(22)}`, /no such game/], ["/game/x", /nothing here/], ["/nothing", /nothing here/], ["/ruleset/nothing", /no such game/],
  ]) {
    await page.goto(address);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "All games" }).waitFor();
  }
  await page.getByRole("main").getByRole("link", { name: "All games" }).click();
  await page.locator(".family").first().waitFor();
});

scene("the first page is searched", async (page) => {
  await page.goto("/");
  await page.locator(".family").first().waitFor();
  assert.ok(!(await page.getByRole("link", { name: "Amazons" }).isVisible()), "families are folded but for the first");
  await page.getByLabel("Search").fill("amaz");
  await page.getByRole("link", { name: "Amazons" }).waitFor();
  assert.equal(await page.locator(".family:visible").count(), 1);
  await page.getByLabel("Search").fill("no such thing");
  await page.getByText("No game has").waitFor();
  await page.getByLabel("Search").fill("");
  await page.locator(".family").nth(3).waitFor();
});
