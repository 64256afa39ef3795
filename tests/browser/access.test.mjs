// By keyboard alone, on a phone, in the dark, at rest, and by the rules of axe.

import { readFileSync } from "node:fs";
import { assert, begin, house, moves, place, press, scene } from "./harness.mjs";

house();

const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

// The policy of the pages lets no script in; this one comes by the debugger's door.
async function check(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  const told = grave.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target.join(" ")} ${n.any[0]?.message ?? ""}`).join(" | ")}`);
  assert.deepEqual(told, [], what);
}

const ADDRESSES = [["/", ".family"], ["/ruleset/bison", ".rule"], ["/edit?ruleset=bison-small", ".hit"]];

for (const colorScheme of ["light", "dark"]) {
  scene(`axe finds nothing serious in ${colorScheme} mode`, { colorScheme }, async (page) => {
    for (const [address, ready] of ADDRESSES) {
      await page.goto(address);
      await page.locator(ready).first().waitFor();
      await check(page, address);
    }
    await begin(page, "bison-small", { against: "screen", match: true });
    await press(page, "a1", "a2");
    await moves(page, 1);
    await place(page, "b6").click();
    await check(page, "a game");
    for (const tab of ["Rules", "Share"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(100);
      await check(page, tab);
    }
  });
}

scene("dark mode", { colorScheme: "dark" }, async (page) => {
  await begin(page, "bison-small");
  const light = await page.evaluate(() => {
    const sum = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
    const of = (selector, property) => sum(getComputedStyle(document.querySelector(selector))[property]);
    return { paper: of("html", "backgroundColor"), ink: of("body", "color"), ground: getComputedStyle(document.querySelector("svg.board .ground")).filter };
  });
  assert.ok(light.paper < 150 && light.ink > 500, JSON.stringify(light));
  assert.match(light.ground, /brightness\(0\.\d+\)/, "the board is no lamp");
});

scene("by keyboard alone", async (page) => {
  await page.goto("/");
  await page.locator(".family").first().waitFor();
  const reach = async (selector) => {
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((s) => document.activeElement.matches(s), selector)) return;
    }
    assert.fail(`Tab does not reach ${selector}`);
  };
  await reach('a[href="/ruleset/bison-small"]');
  await page.keyboard.press("Enter");
  await page.locator(".start").waitFor();
  await reach("input[name=against]");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await reach(".start .primary");
  await page.keyboard.press("Enter");
  await page.locator(".hit").first().waitFor();
  await reach(".hit");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.site), "a1", "the first piece that can move");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#live").innerText(), /Buffalo[\s\S]*b1: 1 place to go/);
  await page.keyboard.press("ArrowUp");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^b2, empty, buffalo b1 to b2/);
  await page.keyboard.press("Enter");
  await moves(page, 1);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.site), "b2", "the focus stays on the board");
  assert.match(await page.locator("#live").innerText(), /buffalo b1 to b2/);
  await page.keyboard.press("u");
  await moves(page, 0);
  await reach('[role="tab"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('[role="tab"][aria-selected="true"]').innerText(), "Rules");
});

scene("on a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
  const fits = async (what) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${what} is ${wide} wide`);
  };
  for (const [address, ready] of ADDRESSES) {
    await page.goto(address);
    await page.locator(ready).first().waitFor();
    await fits(address);
  }
  await begin(page, "bison", { against: "screen" });
  await fits("a game");
  const frame = await page.locator(".board-frame").boundingBox();
  assert.ok(frame.width > 330 && frame.y + frame.height < 740, "the board fills the width and is on the first screen");
  await place(page, "e1").tap();
  await place(page, "e2").tap();
  await moves(page, 1);
  for (const button of await page.locator(".tools button").all()) {
    const box = await button.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, "tools can be hit with a thumb");
  }
});

scene("with reduced motion nothing moves by itself", { reducedMotion: "reduce" }, async (page) => {
  await begin(page, "bison-small", { against: "screen" });
  await press(page, "a1", "a2");
  await moves(page, 1);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});
