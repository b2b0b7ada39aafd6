import t from 'tap';
import { ledgerOf } from '../../../demo/ledger.ts';
import { noBrowser } from '../../chromium.ts';
import { button, heading, press, said } from '../support/by-name.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

t.test(
  'a change that needs a second person is applied after that person agrees',
  {
    skip: noBrowser,
  },
  async (t) => {
    const stage = await ConsoleStage.open(t);
    const { harness } = stage;
    const owner = await harness.owner();
    const [engineer, colleague] = [await harness.person('site_admin'), await harness.person('site_admin')];
    const { controller_id, endpoint } = await stage.router(owner);
    await harness.created(owner, '/changes/policies', {
      feature_pattern: 'routeros.firewall.*',
      min_approvers: 1,
    });
    const path = `/changes/${await stage.stagedRule(engineer, controller_id, 'no telnet')}`;
    const [author, second] = [await stage.windowOf(engineer, path), await stage.windowOf(colleague, path)];

    await t.test('its author neither approves it nor applies it alone', async (t) => {
      const { page } = author;
      await page.getByText('0 of 1 given.').waitFor();
      t.equal(await button(page, 'Approve').count(), 0);
      await press(page, 'Apply');
      const dialog = page.getByRole('dialog', { name: 'Apply to the live device' });
      await press(dialog, 'Apply now');
      await dialog.getByRole('alert').getByText('It was refused').waitFor();
      await press(dialog, 'Cancel');
      t.same(await ledgerOf(endpoint), []);
    });

    await t.test('the colleague approves, and the window of the author tells it by itself', async () => {
      const { page } = second;
      await press(page, 'Approve');
      const dialog = page.getByRole('dialog', { name: 'Approve this change' });
      await dialog.getByLabel('Comment').fill('Fine with me.');
      await press(dialog, 'Approve');
      await said(page, 'Approved.');
      await author.page.getByText('1 of 1 given.').waitFor();
      await author.page.getByText('Fine with me.').waitFor();
    });

    await t.test('the author applies it once, and the window of the colleague tells that', async (t) => {
      const { page } = author;
      await press(page, 'Apply');
      await press(page.getByRole('dialog', { name: 'Apply to the live device' }), 'Apply now');
      await said(page, 'Applied, and read back from the device.');
      t.equal((await ledgerOf(endpoint)).length, 1);
      await button(second.page, 'Undo').waitFor();
      await heading(second.page, /no telnet/).waitFor();
    });

    t.same(unexpected(author.problems, /^403: .*\/apply$/), []);
    t.same(unexpected(second.problems), []);
  },
);
