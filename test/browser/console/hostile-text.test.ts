import type { Page } from 'playwright-core';
import t from 'tap';
import { sampled } from '../../run/sample.ts';
import { knownValue } from '../../sweeps/support/known-values.ts';
import type { Schema } from '../../sweeps/support/schema.ts';
import { launchBrowser, noBrowser } from '../chromium.ts';
import { builtConsole } from './support/built-console.ts';
import { scrollsSideways } from './support/find-violations.ts';
import { furnishedWorld } from './support/furnished-world.ts';
import { addressOf } from './support/page-addresses.ts';
import { plantText } from './support/plant-text.ts';
import { signedInContext } from './support/signed-in-context.ts';
import { Tour } from './support/tour.ts';

/** Runs if it is ever taken for markup; turns the direction of what follows; is no address to follow. */
const HOSTILE =
  '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>\u202egnp.exe\u2066 javascript:window.attacked=1 ';
const LONG = 10_000;
/** Long enough for no column to hold it in one line. */
const PLANTED = HOSTILE + 'W'.repeat(300);
const WIDTHS = [380, 1280];

/** Whether a person may write what they like there. */
const isFree = (field: string, schema: Schema): boolean =>
  schema.type === 'string' &&
  schema.format === undefined &&
  schema.pattern === undefined &&
  schema.enum === undefined &&
  schema.const === undefined &&
  schema.examples === undefined &&
  knownValue(field, schema) === undefined;

/** As long as the field takes. */
function hostileText(field: string, schema: Schema): unknown {
  if (field === 'payload' && schema.type === 'object')
    return { name: HOSTILE.slice(0, 60), interface: 'bridge', 'vlan-id': '10' };
  if (!isFree(field, schema)) return undefined;
  const most = Math.min(LONG, schema.maxLength ?? LONG);
  const text = HOSTILE.slice(0, most);
  return most > HOSTILE.length ? text + 'W'.repeat(most - HOSTILE.length) : text;
}

/** Addresses of links that would run something. */
const dangerousLinks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('a[href], [src]')].map((element) => element.href ?? element.src).filter((address) => !/^(https?|blob|data:image\\/)/.test(address))`,
  );

t.test('text that means harm is shown as text on every page', { skip: noBrowser }, async (t) => {
  const { pages } = await builtConsole();
  const { world, known, rows } = await furnishedWorld(t, hostileText);
  const { harness, owner } = world;
  const planted = await plantText(rows, PLANTED);
  t.ok(planted > 20, `it stands in ${planted} columns that no route writes`);
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const addresses = pages.flatMap((page) => addressOf(page, known) ?? []);
  t.ok(
    addresses.length > pages.length * 0.9,
    `${addresses.length} of ${pages.length} pages have rows to show`,
  );
  const tour = await Tour.begin(await signedInContext(browser, harness, owner), harness.url);
  await tour.visit('/profile');
  for (const address of sampled('pages with hostile text', addresses, 1 / 5)) {
    const problems = await tour.follow(address);
    t.equal(await tour.page.evaluate('window.attacked'), undefined, `${address} runs nothing`);
    t.same(await dangerousLinks(tour.page), [], `${address} links to no script`);
    for (const width of WIDTHS) {
      await tour.page.setViewportSize({ width, height: 800 });
      t.notOk(await scrollsSideways(tour.page), `${address} holds long words in ${width} px`);
    }
    t.same(problems(), [], `${address} has no problem`);
  }
});
