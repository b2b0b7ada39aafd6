import pg from 'pg';
import t from 'tap';
import { waitFor } from '../../../harness/index.ts';
import { noBrowser } from '../../chromium.ts';
import { button, press, said } from '../support/by-name.ts';
import { ConsoleStage, type StagedRouter } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

/** More than the platform waits for a confirmation, and the router after it. */
const LATER_SECONDS = 90;

t.test(
  'a change that cuts the router off takes itself back while the screen tells of it',
  {
    skip: noBrowser,
  },
  async (t) => {
    const stage = await ConsoleStage.open(t);
    const owner = await stage.harness.owner();
    const router = await stage.router(owner, { reached_by: 'bridge', reboot_ms: 1_000 });
    const bridge = () => router.lab.state()['/interface/bridge']?.[0] ?? {};
    const change_id = await stage.staged(owner, router.controller_id, 'interfaces.bridge', 'update', {
      target_id: bridge()['.id'],
      payload: { disabled: 'yes' },
    });
    const { page, problems } = await stage.windowOf(owner, `/changes/${change_id}`);

    await t.test('the danger is said before, and the countdown runs after it', async (t) => {
      await page.getByText('This may cut the way to the device').waitFor();
      await press(page, 'Apply');
      const dialog = page.getByRole('dialog', { name: 'Apply to the live device' });
      await dialog.getByRole('radio', { name: 'within 30 seconds' }).check({ force: true });
      await press(dialog, 'Apply now');
      const timer = page.getByRole('timer');
      await timer.waitFor();
      const first = secondsOf(await timer.innerText());
      t.ok(first <= 30, `${first} seconds are left`);
      await waitFor('the countdown to go on', async () => secondsOf(await timer.innerText()) < first);
      t.equal(bridge()['disabled'], 'true', 'the router is cut off');
      t.equal(await button(page, 'Apply').count(), 0, 'nothing else can be done to it meanwhile');
    });

    await t.test('confirming fails, since nobody reaches the router', async () => {
      await press(page, 'Confirm');
      await said(page, /connect|reach/i);
    });

    await t.test('it comes back, and the page says so by itself', async (t) => {
      await timePasses(t, stage.harness.databaseUrl, router);
      await page.getByText('The last attempt was taken back').waitFor();
      await button(page, 'Apply').waitFor();
      t.equal(await page.getByRole('timer').count(), 0);
      t.equal(bridge()['disabled'], 'false', 'the bridge is up again');
    });

    t.same(unexpected(problems, /^50\d: .*\/(confirm|preview\?.*)$/), []);
  },
);

/** `0:29` */
function secondsOf(text: string): number {
  const [minutes = 0, seconds = 0] = text.split(':').map(Number);
  return minutes * 60 + seconds;
}

/** For the attempt that waits, and for the router. */
async function timePasses(
  t: { teardown(work: () => unknown): unknown },
  connectionString: string,
  { lab }: StagedRouter,
): Promise<void> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  t.teardown(() => database.end());
  await database.query(
    `update change_attempts set confirm_until = confirm_until - make_interval(secs => $1),
      armed_at = armed_at - make_interval(secs => $1) where outcome = 'awaiting_confirmation'`,
    [LATER_SECONDS],
  );
  await database.query('update graphile_worker._private_jobs set run_at = now()');
  lab.clock.advance(LATER_SECONDS * 1_000);
}
