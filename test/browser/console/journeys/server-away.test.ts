import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { noBrowser } from '../../chromium.ts';
import { button, field, press, said } from '../support/by-name.ts';
import { Relay } from '../support/relay.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

const BEFORE = ['Pier 1', 'Pier 2'];
const MEANWHILE = ['Pier 3', 'Pier 4', 'Pier 5'];
const TYPED = 'Pier 6';
const AWAY = /The platform does not answer/;
/** Problems that a window reports while the platform is unreachable. */
const UNREACHABLE = [/^failed: .*net::ERR_/, /^console error: WebSocket connection to .* failed/];

t.test('a platform that is away costs neither a word nor an event', { skip: noBrowser }, async (t) => {
  const relay = await Relay.open(t);
  const stage = await ConsoleStage.open(t, { relay });
  const { harness } = stage;
  const owner = await harness.owner();
  const log = await stage.windowOf(owner, '/events?tab=tail');
  const form = await log.beside('/sites');
  const tail = log.page.getByRole('log');

  await t.test('events come as they happen', async () => {
    for (const name of BEFORE) await harness.site(owner, name);
    for (const name of BEFORE) await tail.getByText(name).waitFor();
  });

  const { sent, received } = framesOf(log.page);
  await t.test('while it is away a banner says so, and what is typed stays', async (t) => {
    await button(form.page, 'New site').first().click();
    await field(form.page, 'Name').fill(TYPED);
    await relay.cut();
    await press(form.page, 'Create');
    await form.page.getByRole('dialog').getByRole('alert').waitFor();
    t.equal(await field(form.page, 'Name').inputValue(), TYPED);
    await log.page.getByRole('alert').getByText(AWAY).waitFor();
    for (const name of MEANWHILE) await harness.site(owner, name);
  });

  await t.test('when it is back the form goes through', async () => {
    await relay.mend();
    await log.page.getByText(AWAY).waitFor({ state: 'detached' });
    await press(form.page, 'Create');
    await said(form.page, `Site ${TYPED} created.`);
  });

  await t.test('the stream goes on at its cursor: no event is missed, none is shown twice', async (t) => {
    const names = [...BEFORE, ...MEANWHILE, TYPED];
    for (const name of names) await tail.getByText(name).first().waitFor();
    t.same(await Promise.all(names.map((name) => timesShown(tail, name))), [1, 1, 1, 1, 1, 1]);
    t.ok(sent.some((frame) => /"type":"subscribe".*"since":\d/.test(frame)));
    t.notOk(received.some((frame) => /"type":"(gap|dropped)"/.test(frame)));
  });

  t.same(unexpected([...log.problems, ...form.problems], ...UNREACHABLE), []);
});

const timesShown = (tail: Locator, name: string): Promise<number> => tail.getByText(name).count();

/** Frames of the sockets that a page opens from now on. */
function framesOf(page: Page): { readonly sent: readonly string[]; readonly received: readonly string[] } {
  const [sent, received]: [string[], string[]] = [[], []];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
  });
  return { sent, received };
}
