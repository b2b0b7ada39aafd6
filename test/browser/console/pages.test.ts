import t from 'tap';
import { sampled } from '../../run/sample.ts';
import { launchBrowser, noBrowser } from '../chromium.ts';
import { builtConsole } from './support/built-console.ts';
import { findViolations, scrollsSideways } from './support/find-violations.ts';
import { furnishedWorld } from './support/furnished-world.ts';
import { addressOf } from './support/page-addresses.ts';
import { signedInContext } from './support/signed-in-context.ts';
import { Tour } from './support/tour.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 380, height: 800 };

t.test(
  'every page of the console is whole in both themes and in a narrow window',
  {
    skip: noBrowser,
  },
  async (t) => {
    const { pages } = await builtConsole();
    const { world, known } = await furnishedWorld(t);
    const { harness, owner } = world;
    const addresses = pages.flatMap((page) => addressOf(page, known) ?? []);
    t.ok(
      addresses.length > pages.length * 0.9,
      `${addresses.length} of ${pages.length} pages have rows to show`,
    );
    const browser = await launchBrowser();
    t.teardown(() => browser.close());
    // Colours that fade would be measured on their way.
    const context = await signedInContext(browser, harness, owner, { reducedMotion: 'reduce' });
    const tour = await Tour.begin(context, harness.url);
    const { page } = tour;
    for (const address of sampled('pages of the console', addresses, 1 / 4)) {
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
      const problems = await tour.visit(address);
      t.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `${address} has one heading`);
      t.same(await findViolations(page), [], `${address} in the light theme`);
      await page.emulateMedia({ colorScheme: 'dark' });
      t.same(await findViolations(page), [], `${address} in the dark theme`);
      await page.setViewportSize(NARROW);
      t.notOk(await scrollsSideways(page), `${address} fits ${NARROW.width} px`);
      t.same(problems(), [], `${address} has no problem`);
    }
  },
);
