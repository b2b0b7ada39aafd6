import type { RoleName } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { Person } from '../../harness/index.ts';
import { sampled } from '../../run/sample.ts';
import { fillTables } from '../../sweeps/support/fill.ts';
import { Rows } from '../../sweeps/support/rows.ts';
import { bootWorld, populate } from '../../sweeps/support/world.ts';
import { launchBrowser, noBrowser } from '../chromium.ts';
import { builtConsole } from './support/built-console.ts';
import { findViolations, scrollsSideways } from './support/find-violations.ts';
import { addressOf } from './support/page-addresses.ts';
import { signedInContext } from './support/signed-in-context.ts';
import { unexpected } from './support/unexpected.ts';
import { settled, visit } from './support/visit-page.ts';

const NARROW = { width: 380, height: 800 };
const ROLES: readonly RoleName[] = ['viewer', 'operator', 'org_admin', 'super_admin'];

t.test('every page of the console', { skip: noBrowser }, async (t) => {
  const { pages } = await builtConsole();
  const world = await bootWorld(t, { judgesRecords: false });
  const { harness, owner } = world;
  const pool = await populate(t, world, owner);
  await fillTables(await Rows.open(harness.databaseUrl, t), owner.organization_id, pool);
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const addresses = pages.flatMap((page) => addressOf(page, pool) ?? []);
  t.ok(addresses.length > pages.length / 2, `${addresses.length} of ${pages.length} pages have rows to show`);

  await t.test('is shown whole, without a fault, in both themes, and fits a narrow window', async (t) => {
    const context = await signedInContext(browser, harness, owner);
    t.teardown(() => context.close());
    for (const address of sampled('pages of the console', addresses, 1 / 4)) {
      const { page, problems } = await visit(context, harness.url, address);
      t.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `${address} has one heading`);
      t.same(await findViolations(page), [], `${address} in the light theme`);
      await page.emulateMedia({ colorScheme: 'dark' });
      t.same(await findViolations(page), [], `${address} in the dark theme`);
      await page.setViewportSize(NARROW);
      t.notOk(await scrollsSideways(page), `${address} fits ${NARROW.width} px`);
      t.same(unexpected(problems), [], `${address} has no problem`);
      await page.close();
    }
  });

  const held = async (role: RoleName): Promise<Person> => {
    const person = await harness.person(role);
    if (role !== 'operator') return person;
    const site_id = await harness.site(owner, 'Held');
    await harness.created(owner, `/organizations/${owner.organization_id}/site-access`, {
      user_id: person.user_id,
      site_id,
    });
    return person;
  };
  for (const role of sampled('roles that visit pages', ROLES, 1 / 2))
    await t.test(`${role}: asks for nothing that is refused`, async (t) => {
      const context = await signedInContext(browser, harness, await held(role));
      t.teardown(() => context.close());
      const observed = await visit(context, harness.url, '/');
      const links = await observed.page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
      const shown = await Promise.all(links.map((link) => link.getAttribute('href')));
      for (const href of sampled(`pages of ${role}`, shown, 1 / 3)) {
        await observed.page.goto(`${harness.url}${href}`);
        await settled(observed);
      }
      t.ok(shown.length > 0, `${shown.length} pages`);
      t.same(
        observed.problems.filter((problem) => /^(403|5\d\d|uncaught|policy)/.test(problem)),
        [],
      );
    });
});
