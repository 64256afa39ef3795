// Two people, and a third who has no seat.

import { assert, begin, house, moves, place, press, scene } from "./harness.mjs";

house();

scene("two seats from two windows, and a stranger", async (page, open) => {
  await begin(page, "bison-small", { against: "friend" });
  const link = await page.locator(".invitation input").inputValue();
  assert.match(link, /#seat=[0-9a-f]{32}$/);

  const friend = await open();
  await friend.goto(link);
  await friend.locator(".hit").first().waitFor();
  assert.ok(!friend.url().includes("seat"), "the secret is out of the address at once");
  assert.match(await friend.locator(".seats").last().innerText(), /Defenders/, "the friend sees the board from their side");
  await page.locator(".invitation").waitFor({ state: "detached" });

  const stranger = await open();
  await stranger.goto(page.url());
  await stranger.locator(".hit").first().waitFor();

  await press(page, "c1", "c2");
  for (const window of [page, friend, stranger]) await moves(window, 1);
  assert.match(await friend.locator("#live").innerText(), /buffalo/, "the friend's screen reader hears the move");
  await press(friend, "b6", "b2");
  for (const window of [page, friend, stranger]) await moves(window, 2);

  // The stranger's page offers nothing, and the server refuses what a page would not send.
  assert.equal(await stranger.locator(".hit.movable").count(), 0);
  await press(stranger, "a1", "a2");
  const answers = await stranger.evaluate(async () => {
    const path = `/api/games/${location.pathname.split("/")[2]}/moves`;
    const version = (await (await fetch(path.replace("/moves", ""))).json()).version;
    const send = (headers) => fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify({ version, move: "a1-a2" }) });
    const all = await Promise.all([send({}), send({ Authorization: `Seat ${"0".repeat(32)}` })]);
    return Promise.all(all.map(async (answer) => [answer.status, (await answer.json()).error.code]));
  });
  assert.deepEqual(answers, [[403, "not-your-seat"], [403, "not-your-seat"]]);
  for (const window of [page, friend, stranger]) assert.equal(await window.locator(".ply").count(), 2);

  // The other side's turn is refused too, whoever asks.
  await page.evaluate(() => undefined);
  await press(friend, "d6", "d5");
  assert.equal(await friend.locator(".ply").count(), 2);

  // Taking back needs both.
  await friend.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Agree" }).click();
  for (const window of [page, friend, stranger]) await window.waitForFunction(() => document.querySelectorAll(".ply").length < 2);

  // A window that was away catches up.
  await friend.reload();
  await friend.waitForFunction(() => document.querySelectorAll(".ply").length === 1);
  await place(friend, "d6").click();
  assert.ok(await friend.locator(".hit.aim").count());
});

scene("who follows their own invitation keeps their seat", async (page) => {
  await begin(page, "bison-small", { against: "friend" });
  const link = await page.locator(".invitation input").inputValue();
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await page.goto(link);
  assert.match(await asked, /a seat in this game already/);
  await page.locator(".hit.movable").first().waitFor();
  assert.ok(!page.url().includes("seat"));
  await press(page, "c1", "c2");
  await moves(page, 1);
});
