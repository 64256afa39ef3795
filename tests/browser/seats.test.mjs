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

  // Who waits is told so, and a press says it again.
  assert.match(await friend.locator(".caption").innerText(), /Waiting for the herd to move/);
  await press(friend, "d6", "d5");
  await friend.locator(".caption", { hasText: "not your turn yet" }).waitFor();
  assert.equal(await friend.locator(".ply").count(), 2);
  assert.equal(await page.getByRole("button", { name: "Hint" }).isVisible(), false, "between persons there are no hints");
  await page.getByText("without the computer's advice").waitFor();

  // Taking back needs both: one asks, the other plays on.
  const box = (window) => window.locator(".asks-back");
  await friend.getByRole("button", { name: "Undo" }).click();
  await box(friend).getByText("You asked to take back b6-b2. Waiting for the herd.").waitFor();
  await box(page).getByText("The defenders would like to take back this move: b6-b2.").waitFor();
  await box(stranger).getByText("would like to take back").waitFor();
  assert.equal(await box(stranger).getByRole("button").count(), 0);
  await box(page).getByRole("button", { name: "Play on" }).click();
  await box(friend).getByText("They played on").waitFor();
  assert.equal(await friend.locator(".ply").count(), 2);
  assert.ok(await friend.getByRole("button", { name: "Undo" }).isDisabled(), "nobody is asked again and again");

  // After the next move they may ask again, and the other agrees.
  await press(page, "a1", "a2");
  for (const window of [page, friend, stranger]) await moves(window, 3);
  await page.getByRole("button", { name: "Undo" }).click();
  await box(friend).getByText("The herd would like to take back this move: a1-a2.").waitFor();
  await box(friend).getByRole("button", { name: "Agree" }).click();
  await box(page).getByText("They agreed").waitFor();
  for (const window of [page, friend, stranger]) await moves(window, 2);

  // A window that was away catches up.
  await friend.reload();
  await moves(friend, 2);
  await place(page, "a1").click();
  assert.ok(await page.locator(".hit.aim").count());
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

scene("who comes first takes the free seat", async (page, open) => {
  await page.goto("/");
  const id = await page.evaluate(async () => {
    const { made } = await import("/page/api.js");
    return made({ ruleset: "bison-small", seats: { herd: "me", defenders: "open" } });
  });
  await page.goto(`/game/${id}`);
  await page.locator(".hit").first().waitFor();
  assert.match(await page.locator(".seats").first().innerText(), /free seat/);
  const [first, second] = [await open(), await open()];
  for (const window of [first, second]) {
    await window.goto(`/game/${id}`);
    await window.locator(".hit").first().waitFor();
    await place(window, "d6").click();
    await window.locator(".caption", { hasText: "no seat in it" }).waitFor();
  }
  await first.getByRole("button", { name: "Sit down as the defenders" }).click();
  await first.locator(".seats").last().getByText("you").waitFor();
  await second.getByRole("button", { name: "Sit down" }).waitFor({ state: "detached" });
  await press(page, "c1", "c2");
  await moves(first, 1);
  await press(first, "b6", "b2");
  for (const window of [page, first, second]) await moves(window, 2);
});

scene("hints between persons are a choice that both see", async (page, open) => {
  await page.goto("/ruleset/bison-small");
  await page.locator("input[name=against][value=friend]").check();
  await page.getByLabel("With hints and analysis").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/game\//);
  const friend = await open();
  await friend.goto(await page.locator(".invitation input").inputValue());
  await friend.locator(".hit").first().waitFor();
  for (const window of [page, friend]) await window.getByRole("button", { name: "Analysis" }).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".caption", { hasText: "As the herd, the computer would play" }).waitFor();
});
