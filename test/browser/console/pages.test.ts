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
/** While one window waits for the platform, another one is judged. */
const WINDOWS = 2;
const LEAST_SHOWN = 0.9;

t.test('every page is whole in both themes and in a narrow window', { skip: noBrowser }, async (t) => {
  const { pages } = await builtConsole();
  const { world, known } = await furnishedWorld(t);
  const { harness, owner } = world;
  const addresses = pages.flatMap((page) => addressOf(page, known) ?? []);
  t.ok(addresses.length > pages.length * LEAST_SHOWN, `${addresses.length} of ${pages.length} pages`);
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const left = [...sampled('pages of the console', addresses, 1 / 4)];

  const judge = async (tour: Tour, address: string): Promise<void> => {
    const { page } = tour;
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
  };
  const goRound = async (): Promise<void> => {
    // Colours that fade would be measured on their way.
    const context = await signedInContext(browser, harness, owner, { reducedMotion: 'reduce' });
    const tour = await Tour.begin(context, harness.url);
    for (let next = left.shift(); next !== undefined; next = left.shift()) await judge(tour, next);
  };
  await Promise.all(Array.from({ length: WINDOWS }, goRound));
});
