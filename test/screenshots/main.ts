import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser, noBrowser } from '../browser/chromium.ts';
import { builtConsole } from '../browser/console/support/built-console.ts';
import { addressOf } from '../browser/console/support/page-addresses.ts';
import { showMainJob } from '../demo/main-job.ts';
import { Narrator } from '../demo/narrator.ts';
import { type DemoScene, FEATURE, OWNER } from '../demo/scene.ts';
import { startDemo } from '../demo/start.ts';
import { furnish } from './furnish.ts';
import { KnownIds } from './known-ids.ts';
import { Pictures, type Shot } from './pictures.ts';
import { takeReadmePictures } from './readme-pictures.ts';

const USAGE = 'npm run screenshots -- <folder> [--readme]';
/** Pages before sign-in. The first is taken while nobody has set the platform up. */
const SETUP: Shot = { name: '/setup', address: '/setup' };
const ENTRANCE: readonly Shot[] = [
  { name: '/sign-in', address: '/' },
  { name: '/reset-password', address: '/reset-password' },
  { name: '/register', address: '/register' },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean', default: false } },
});
const [folder] = positionals;
const disposers: (() => Promise<unknown>)[] = [];
const defer = (work: () => Promise<unknown>): void => void disposers.push(work);

async function finish(code: number): Promise<never> {
  for (const dispose of disposers.toReversed())
    await dispose().catch((error: unknown) => console.error(error));
  process.exit(code);
}

async function firstRunOf({ api, owner, connection_id }: DemoScene): Promise<string> {
  const { body } = await api.call('GET', `/fabric/connections/${connection_id}/runs`, 200, { token: owner });
  return String(body.items[0].id);
}

/** Every page of the build that there is something to show on; what the demonstration did is the best to look at. */
async function shotsOfPages(scene: DemoScene, run_id: string, problems: string[]): Promise<readonly Shot[]> {
  const { site_id, router_id, change_id, connection_id } = scene;
  const known = await KnownIds.of(scene.url, scene.owner, {
    run_id,
    site_id,
    controller_id: router_id,
    change_id,
    connection_id,
  });
  const { pages } = await builtConsole();
  return pages.flatMap((page) => {
    const address = addressOf(page, known);
    if (address === null) problems.push(`${page.path}: nothing to show`);
    return address === null ? [] : [{ name: page.path, address }];
  });
}

/** Places within pages that are worth a picture. */
function shotsOfTabs({ router_id, site_id }: DemoScene, target_id: string): readonly Shot[] {
  const gear = `/controllers/${router_id}?tab=gear`;
  const feature = `feature=${FEATURE}`;
  return [
    { name: '/gear', address: gear },
    { name: '/gear/objects', address: `${gear}&${feature}` },
    { name: '/gear/form', address: `${gear}&${feature}&object=${encodeURIComponent(target_id)}` },
    { name: '/vlans', address: `/sites/${site_id}?tab=vlans` },
  ];
}

/** Those of the README, by the name that they have there. */
const readmeShots = ({ change_id, connection_id }: DemoScene, form: string): readonly Shot[] => [
  { name: 'home', address: '/' },
  { name: 'change', address: `/changes/${change_id}` },
  { name: 'gear', address: form },
  { name: 'fabric', address: `/connections/${connection_id}/edit` },
];

async function main(target: string): Promise<void> {
  await builtConsole();
  console.log('Starting a platform and doing the main job …');
  const narrator = new Narrator(() => {});
  const world = await startDemo({ narrator, base: join('.data', 'screenshots'), port: 0, defer });
  const browser = await launchBrowser();
  defer(() => browser.close());
  const { url } = world.platform;
  const pictures = new Pictures(browser, url, target);
  await pictures.signedOut([SETUP]);
  const scene = await showMainJob(narrator, url, world.lab, world.folder);
  const run_id = await firstRunOf(scene);
  const { target_id } = await furnish(scene);
  await pictures.signedOut(ENTRANCE);
  const tabs = shotsOfTabs(scene, target_id);
  await pictures.signedIn(OWNER, [...(await shotsOfPages(scene, run_id, pictures.problems)), ...tabs]);
  for (const problem of new Set(pictures.problems)) console.log(`   ${problem}`);
  console.log(`${pictures.taken} pictures in ${target}`);
  if (!values.readme) return;
  const form = tabs.find(({ name }) => name === '/gear/form')?.address ?? '/';
  for (const file of await takeReadmePictures(browser, url, OWNER, readmeShots(scene, form)))
    console.log(file);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void finish(130));
if (folder === undefined || noBrowser !== false) {
  console.error(folder === undefined ? USAGE : `No picture can be taken: ${noBrowser}`);
  process.exit(1);
}
try {
  await main(folder);
  await finish(0);
} catch (error) {
  console.error(error);
  await finish(1);
}
