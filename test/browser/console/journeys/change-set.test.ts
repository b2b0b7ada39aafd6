import t from 'tap';
import { ledgerOf } from '../../../demo/ledger.ts';
import { noBrowser } from '../../chromium.ts';
import { field, goTo, heading, press, said } from '../support/by-name.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

const RULES = ['canary', 'second', 'third'];

t.test('a change set whose canary fails stops before the others', { skip: noBrowser }, async (t) => {
  const stage = await ConsoleStage.open(t);
  const owner = await stage.harness.owner();
  const { controller_id, endpoint, lab } = await stage.router(owner);
  for (const comment of RULES) await stage.stagedRule(owner, controller_id, comment);
  const { page, problems } = await stage.windowOf(owner, '/changes');

  await t.test('it is made of chosen changes, in an order', async (t) => {
    for (const name of RULES)
      await page.getByRole('checkbox', { name: new RegExp(name) }).check({ force: true });
    await page.getByText('3 rows chosen').waitFor();
    await press(page, 'Put into a change set');
    await heading(page, 'New change set').waitFor();
    await field(page, 'Name').fill('Friday');
    const order = page.getByRole('list', { name: 'Changes in their order' });
    await order.getByRole('listitem').nth(2).waitFor();
    while (!/canary/.test(await order.getByRole('listitem').first().innerText()))
      await order.getByRole('button', { name: /^Move .*canary.* up$/ }).click();
    await field(page, 'Canaries').fill('1');
    await press(page, 'Create');
    await heading(page, 'Friday').waitFor();
    t.same(await ledgerOf(endpoint), []);
  });

  await t.test('the canary fails, and the screen tells what became of each', async (t) => {
    lab.faults.set({ kind: 'unauthorized', method: 'PUT', path: '/rest/ip/firewall/filter' });
    await press(page, 'Apply');
    await press(page.getByRole('alertdialog'), 'Apply now');
    await said(page, 'The set is under way.');
    await page.getByRole('row', { name: /canary.*Failed.*Canary/ }).waitFor();
    await page.getByText('Stopped', { exact: true }).first().waitFor();
    await page.getByRole('row', { name: /second.*Not run/ }).waitFor();
    await page.getByRole('row', { name: /third.*Not run/ }).waitFor();
    t.equal(await page.getByRole('progressbar', { name: 'Progress' }).count(), 1);
    t.match(
      await ledgerOf(endpoint),
      [{ body: /canary/, outcome: { result: 'refused' } }],
      'only the canary went to the router, which refused it',
    );
  });

  await t.test('the others stay pending, and make the next set', async () => {
    lab.faults.clear();
    await page.getByRole('link', { name: 'New set from what is left' }).click();
    await heading(page, 'New change set').waitFor();
    await goTo(page, 'Changes');
    await page.getByRole('row', { name: /canary.*Failed/ }).waitFor();
    for (const name of ['second', 'third'])
      await page.getByRole('row', { name: new RegExp(`${name}.*Pending`) }).waitFor();
  });

  t.same(unexpected(problems), []);
});
