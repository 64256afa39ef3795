// Games against the computer and at one screen.

import { assert, begin, house, moves, place, press, scene } from "./harness.mjs";

house();

scene("a whole round against the computer", async (page) => {
  await begin(page, "bison-small", { level: "child" });
  for (let turn = 0; turn < 40; turn++) {
    const ready = await page.waitForFunction(() => {
      if (!document.querySelector(".banner").hidden) return "over";
      return document.querySelector(".hit.movable") ? "mine" : undefined;
    });
    if ((await ready.jsonValue()) === "over") break;
    const before = await page.locator(".ply").count();
    await page.locator(".hit.movable").first().click();
    await page.locator(".hit.aim").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".ply").length > n || !document.querySelector(".banner").hidden, before);
  }
  const result = await page.locator(".banner").innerText();
  assert.match(result, /herd win|defenders win/i);
  assert.match(result, /buffalo|blocked/, "the rule that ended it is named");
  assert.equal(await page.locator(".hit.movable").count(), 0);
  assert.match(await page.locator("#live").innerText(), /win/i, "a screen reader hears the result");
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForFunction(() => document.querySelector(".banner")?.hidden && document.querySelector(".seat"));
  assert.match(await page.locator(".seats").last().innerText(), /Defenders[\s\S]*you/, "the sides are swapped, and mine is the near one");
});

scene("a refused move and its reason", async (page) => {
  await begin(page, "bison-small");
  await place(page, "c1").click();
  assert.match(await page.locator(".caption").innerText(), /1 place to go/);
  await place(page, "c3").hover();
  await page.locator(".caption.refused").waitFor();
  assert.match(await page.locator(".caption").innerText(), /buffalo/i);
  assert.match(await page.locator(".caption").innerText(), /bison\.rules:\d+/, "the line of the rules is named");
  await place(page, "c3").click();
  assert.match(await page.locator("#live").innerText(), /buffalo/i, "a screen reader hears it when the place is pressed");
  assert.equal(await page.locator(".ply").count(), 0);
  await page.keyboard.press("Escape");
  await place(page, "b6").click();
  await page.locator(".caption.refused", { hasText: "dog" }).waitFor();
  assert.match(await page.locator(".caption").innerText(), /dog/i, "a piece of the other side has a reason too");
});

scene("a reload in the middle", async (page) => {
  await begin(page, "bison-small", { against: "screen" });
  await press(page, "a1", "a2");
  await moves(page, 1);
  await press(page, "d6", "d2");
  await moves(page, 2);
  const before = await page.locator(".moves").innerText();
  await page.reload();
  await moves(page, 2);
  assert.equal(await page.locator(".moves").innerText(), before);
  await press(page, "a2", "a3");
  await moves(page, 3);
  await page.goto("/");
  await page.getByRole("heading", { name: "Go on where you were" }).waitFor();
  await page.locator(".kept a").click();
  await moves(page, 3);
});

scene("drag, undo, redo, and looking back", async (page) => {
  await begin(page, "bison-small", { against: "screen" });
  await place(page, "b1").dragTo(place(page, "b2"));
  await moves(page, 1);
  await place(page, "c6").dragTo(place(page, "c6"), { force: true });
  await page.keyboard.press("Escape");
  await place(page, "d6").dragTo(place(page, "d5"));
  await moves(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".ply").length < 2);
  await page.getByRole("button", { name: "Redo" }).click();
  await moves(page, 2);
  await page.getByRole("button", { name: "The start" }).click();
  await page.locator(".board-frame.past").waitFor();
  await page.locator('.pieces [data-site="b1"]').waitFor({ state: "attached" });
  assert.equal(await page.locator(".hit.movable").count(), 0, "nothing moves in the past");
  await page.getByRole("button", { name: "Now" }).click();
  await page.locator('.pieces [data-site="b2"]').waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Flip" }).click();
  const [low, high] = [await place(page, "a7").boundingBox(), await place(page, "a1").boundingBox()];
  assert.ok(low.y > high.y, "the board is turned");
  await press(page, "b2", "b3");
  await moves(page, 3);
});

scene("hint, analysis, record and position", async (page) => {
  await begin(page, "bison-small", { level: "child" });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".caption", { hasText: "would play" }).waitFor();
  assert.ok(await page.locator(".advice").count(), "the hint is drawn");
  await page.getByRole("button", { name: "Analysis" }).click();
  await page.locator(".analysis li").first().waitFor();
  assert.ok(await page.locator(".bar").getAttribute("aria-label"));
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("heading", { name: /The dog/ }).waitFor();
  assert.ok((await page.locator(".rules .diagram svg").count()) >= 3, "each piece has its diagram");
  await page.getByRole("tab", { name: "Share" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download it" }).click()]);
  assert.match(file.suggestedFilename(), /bison-small/);
  const address = await page.getByLabel("This position").inputValue();
  await page.goto(address);
  await page.locator('.pieces [data-site="a1"]').waitFor({ state: "attached" });
  await page.getByRole("link", { name: "Play on from here" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\//);
});

scene("a match with its tiebreak", async (page) => {
  // Four steps win on five rows. Both players win as the herd, the second in one move more.
  await page.goto("/ruleset/bison-small");
  await page.locator(".question summary", { hasText: "who wins the match" }).click();
  await page.getByLabel("the win in fewer own moves", { exact: true }).check();
  await page.locator(".question summary", { hasText: "How many rows" }).click();
  await page.getByLabel(/How many rows/).fill("5");
  await page.waitForURL(/rows/);
  await page.locator("input[name=against][value=screen]").check();
  await page.locator("input[name=match]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\//);
  const round = async (first) => {
    let n = 0;
    const shuffle = [["c4", "c3"], ["c3", "c4"]];
    for (const [from, to] of [...first, ["a1", "a2"], ["a2", "a3"], ["a3", "a4"], ["a4", "a5"]]) {
      await press(page, from, to);
      await moves(page, ++n);
      if (to === "a5") break;
      await press(page, ...shuffle[((n - 1) / 2) % 2]);
      await moves(page, ++n);
    }
    await page.locator(".banner").waitFor();
  };
  await page.getByText("Round 1 of 2").waitFor();
  await round([]);
  await page.getByRole("button", { name: "Next round" }).click();
  await page.getByText("Round 2 of 2").waitFor();
  await round([["e1", "e2"]]);
  const end = await page.locator(".banner").innerText();
  assert.match(end, /wins the match/);
  assert.match(await page.locator("aside").innerText(), /fewer/, "the tiebreak is told");
});

scene("a clock, and giving up", async (page) => {
  await page.goto("/ruleset/bison-small");
  await page.getByLabel("With a clock").check();
  await page.getByLabel("Minutes each").fill("3");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".clock").first().waitFor();
  assert.match(await page.locator(".clock").first().innerText(), /^[23]:\d\d$/);
  // Within reach on the narrowest screen too, whatever page stands beside the board.
  await page.setViewportSize({ width: 340, height: 700 });
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("heading", { name: "Give up this game?" }).waitFor();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.locator(".banner").waitFor();
  assert.match(await page.locator(".banner").innerText(), /defenders win[\s\S]*gave up/i);
});
