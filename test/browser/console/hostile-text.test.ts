import type { Page } from 'playwright-core';
import t from 'tap';
import { sampled } from '../../run/sample.ts';
import type { Schema } from '../../sweeps/support/schema.ts';
import { bootWorld, populate } from '../../sweeps/support/world.ts';
import { launchBrowser, noBrowser } from '../chromium.ts';
import { builtConsole } from './support/built-console.ts';
import { scrollsSideways } from './support/find-violations.ts';
import { addressOf } from './support/page-addresses.ts';
import { signedInContext } from './support/signed-in-context.ts';
import { unexpected } from './support/unexpected.ts';
import { visit } from './support/visit-page.ts';

/** Runs if it is ever taken for markup; turns the direction of what follows; is no address to follow. */
const HOSTILE =
  '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>\u202egnp.exe\u2066 javascript:window.attacked=1 ';
const LONG = 10_000;
const plain = (schema: Schema): boolean =>
  schema.type === 'string' &&
  schema.format === undefined &&
  schema.pattern === undefined &&
  schema.enum === undefined &&
  schema.const === undefined;

/** As long as the field takes. */
function hostileText(_field: string, schema: Schema): unknown {
  if (!plain(schema)) return undefined;
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
  const world = await bootWorld(t, { judgesRecords: false });
  const { harness, owner } = world;
  const pool = await populate(t, world, owner, hostileText);
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const context = await signedInContext(browser, harness, owner);
  const addresses = pages.flatMap((page) => addressOf(page, pool) ?? []);
  t.ok(addresses.length > pages.length / 2, `${addresses.length} of ${pages.length} pages have rows to show`);
  for (const address of sampled('pages with hostile text', addresses, 1 / 5)) {
    const { page, problems } = await visit(context, harness.url, address);
    t.equal(await page.evaluate('window.attacked'), undefined, `${address} runs nothing`);
    t.same(await dangerousLinks(page), [], `${address} links to no script`);
    t.notOk(await scrollsSideways(page), `${address} holds long words`);
    t.same(unexpected(problems), [], `${address} has no problem`);
    await page.close();
  }
});
