import type { Page } from 'playwright-core';
import t from 'tap';
import { bootPlatform, type Harness } from '../harness/index.ts';
import { sampled } from '../run/sample.ts';
import { belongs, launchBrowser, noBrowser, type Observed, observedPage } from './chromium.ts';

/** Only a page that never gets there fails: how long it takes is the machine's affair. */
const RENDERED_MS = 110_000;
const VIEWPORT = { width: 1400, height: 1000 };
/** Groups that stay open, for what is tried in them. */
const OPENED = ['system', 'sites'];
/** Operations of different modules, by the summary of their route; outside of CI their groups are opened and a sixth of the others. */
const OPERATIONS = ['Create a site', 'End the current session', "The caller's keys that are not revoked"];

t.test('documentation pages in a browser', { skip: noBrowser }, async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const browser = await launchBrowser();
  t.teardown(() => browser.close());

  const open = async (path: string): Promise<Observed> => {
    const context = await browser.newContext({ viewport: VIEWPORT });
    context.setDefaultTimeout(RENDERED_MS);
    const observed = await observedPage(context, harness.url);
    await observed.page.goto(`${harness.url}/api/v1/${path}`);
    return observed;
  };

  await t.test('the interactive page shows every operation and calls one', async (t) => {
    const { page, problems, requests } = await open('docs');
    const wanted = await summariesByTag(harness);
    await page.locator('.opblock-tag').first().waitFor();
    await screenshot(page, 'docs');
    const shown: string[] = [];
    for (const tag of opened(wanted)) {
      const section = page.locator('.opblock-tag-section', { has: page.locator(`[data-tag="${tag}"]`) });
      await section.locator('.opblock-tag').click();
      await section.locator('.opblock').first().waitFor();
      t.equal(await section.locator('.opblock').count(), wanted.get(tag)?.length, tag);
      shown.push(...(await section.locator('.opblock-summary-description').allInnerTexts()));
      if (!OPENED.includes(tag)) await section.locator('.opblock-tag').click();
    }
    for (const summary of OPERATIONS) t.ok(shown.includes(summary), summary);
    t.equal(await page.locator('.errors-wrapper').count(), 0, 'it finds no fault with the document');
    t.equal(await executed(page, '/api/v1/health/live'), '200');
    const create = page.locator('.opblock-post', { has: page.locator('[data-path="/api/v1/sites"]') });
    await create.locator('.opblock-summary').click();
    await create.getByText('Request body').waitFor();
    await screenshot(page, 'docs-operation');
    t.same(problems, []);
    t.same(foreign(requests, harness), [], 'nobody else is asked for anything');
  });

  await t.test('the page to read shows every operation and searches them', async (t) => {
    const { page, problems, requests } = await open('redoc');
    for (const summary of OPERATIONS)
      await page.getByRole('heading', { name: summary }).first().waitFor({ state: 'attached' });
    await screenshot(page, 'redoc');
    await page.getByPlaceholder('Search...').fill('Create a site');
    await page.locator('[data-role="search:results"]').getByText('Create a site').first().click();
    await page.waitForURL(/#tag\/sites/);
    await screenshot(page, 'redoc-operation');
    t.same(problems, []);
    t.same(foreign(requests, harness), [], 'nobody else is asked for anything');
  });
});

const foreign = (requests: readonly string[], { url }: Harness): readonly string[] =>
  requests.filter((requested) => !belongs(requested, url));

/** Summaries of the operations that the document has in each of its groups. */
async function summariesByTag(harness: Harness): Promise<ReadonlyMap<string, readonly string[]>> {
  const { body } = await harness.call('GET', '/openapi.json');
  const summaries = new Map<string, string[]>();
  const operations = Object.values<Record<string, { tags?: string[]; summary: string }>>(body.paths).flatMap(
    (item) => Object.entries(item).filter(([key]) => ['get', 'put', 'post', 'patch', 'delete'].includes(key)),
  );
  for (const [, { tags = [], summary }] of operations)
    for (const tag of tags) summaries.set(tag, [...(summaries.get(tag) ?? []), summary]);
  return summaries;
}

/** Groups that are opened: those of the operations that are looked for, and a sample of the others. */
function opened(wanted: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const needed = (tag: string): boolean =>
    OPENED.includes(tag) || OPERATIONS.some((summary) => wanted.get(tag)?.includes(summary));
  const tags = [...wanted.keys()];
  const others = sampled(
    'groups of the documentation',
    tags.filter((tag) => !needed(tag)),
    1 / 6,
  );
  return tags.filter((tag) => needed(tag) || others.includes(tag));
}

/** Uses "Try it out" of an operation without parameters; answers the status that the page shows. */
async function executed(page: Page, path: string): Promise<string> {
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
  await operation.locator('.opblock-summary').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await status.waitFor();
  return (await status.innerText()).trim();
}

/** Kept in the folder that PATCHBAY_TEST_SCREENSHOTS names. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['PATCHBAY_TEST_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
