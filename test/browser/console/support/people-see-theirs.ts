import type { RoleName } from '@patchbay/kernel/permissions';
import type { Test } from 'tap';
import type { Person } from '../../../harness/index.ts';
import { sampled } from '../../../run/sample.ts';
import { launchBrowser } from '../../chromium.ts';
import { builtConsole } from './built-console.ts';
import { heading } from './by-name.ts';
import { furnishedWorld } from './furnished-world.ts';
import { addressOf } from './page-addresses.ts';
import { signedInContext } from './signed-in-context.ts';
import { Tour } from './tour.ts';

const HELD: RoleName = 'operator';
const OWN = 'Own Yard';
const ELSEWHERE = 'Elsewhere Yard';
/** Of pages that are called otherwise in the navigation. */
const HEADINGS: Readonly<Record<string, string>> = { Organization: 'First Networks' };
/** Refused, broken, or against the policy of the page. */
const WRONG = /^(403|5\d\d|uncaught|policy)/;

/** Lets people of these roles go to every page, by the navigation and by addresses: none asks for what is refused. */
export async function peopleSeeTheirs(t: Test, roles: readonly RoleName[]): Promise<void> {
  const { pages } = await builtConsole();
  const { world, known } = await furnishedWorld(t);
  const { harness, owner } = world;
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const renamed = { as: owner, body: { name: ELSEWHERE } };
  t.equal((await harness.call('PATCH', `/sites/${known.idOf('site')}`, renamed)).status, 200);
  const addresses = pages.flatMap((page) => addressOf(page, known) ?? []);

  const someone = async (role: RoleName): Promise<Person> => {
    const person = await harness.person(role);
    if (role !== HELD) return person;
    const site_id = await harness.site(owner, OWN);
    const grant = { user_id: person.user_id, site_id };
    await harness.created(owner, `/organizations/${owner.organization_id}/site-access`, grant);
    return person;
  };
  for (const role of sampled('roles that visit pages', roles, 1 / 2))
    await t.test(`${role}: nothing that is refused is asked for`, async (t) => {
      const context = await signedInContext(browser, harness, await someone(role));
      t.teardown(() => context.close());
      const tour = await Tour.begin(context, harness.url);
      await tour.visit('/');
      const links = tour.page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      const names = await links.allInnerTexts();
      t.ok(names.length > 0, `${names.length} pages in the navigation`);
      for (const name of names) {
        await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
        await heading(tour.page, HEADINGS[name] ?? name).waitFor();
        if (name === 'Sites')
          await tour.page
            .getByText(role === HELD ? OWN : ELSEWHERE)
            .first()
            .waitFor();
      }
      for (const address of sampled(`pages of ${role}`, addresses, 1 / 6)) {
        const problems = await tour.follow(address);
        t.same(
          problems().filter((problem) => WRONG.test(problem)),
          [],
          address,
        );
        if (role === HELD)
          t.equal(await tour.page.getByText(ELSEWHERE).count(), 0, `${address} tells of no other site`);
      }
      t.same(
        tour.problems.filter((problem) => WRONG.test(problem)),
        [],
      );
    });
}
