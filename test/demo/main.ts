import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noBrowser } from '../browser/chromium.ts';
import { showMainJob } from './main-job.ts';
import { Narrator } from './narrator.ts';
import { COLLEAGUE, ENGINEER, OTHER, OWNER } from './scene.ts';
import { startDemo } from './start.ts';

const { values } = parseArgs({
  options: { exit: { type: 'boolean', default: false }, port: { type: 'string' } },
});
const narrator = new Narrator();
const startedMs = performance.now();
const disposers: (() => Promise<unknown>)[] = [];

async function finish(code: number): Promise<never> {
  for (const dispose of disposers.reverse()) await dispose().catch((error: unknown) => console.error(error));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void finish(values.exit ? 1 : 0));

try {
  console.log(
    'Patchbay: stage, review, apply. A simulated router and firewall stand in for live gear; all else is real.',
  );
  const { platform, folder, lab } = await startDemo({
    narrator,
    base: process.env['DATA_DIR'] ?? join('.data', 'demo'),
    port: Number(values.port ?? process.env['PORT'] ?? 8080),
    defer: (work) => disposers.push(work),
  });
  const { router, firewall } = lab;
  console.log(`   platform at ${platform.url}, router at ${router.url}, firewall at ${firewall.url}`);
  await showMainJob(narrator, platform.url, lab, folder, { isInBrowser: values.exit && noBrowser === false });
  if (values.exit && noBrowser !== false) console.log(`\nIt was not done in a browser: ${noBrowser}.`);
  console.log(
    `\nEvery step showed what it must, in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s.`,
  );
  if (values.exit) await finish(0);
  console.log(`
Everything is left running, and what was done is there to look at:
   Console  ${platform.url}/console/
   API      ${platform.url}/api/v1
   Docs     ${platform.url}/api/v1/docs
   Lab      ${router.control_url} and ${firewall.control_url}
   Sign in as ${OWNER.email} / ${OWNER.password} (super_admin),
              ${ENGINEER.email} / ${ENGINEER.password} (site_admin),
              ${COLLEAGUE.email} / ${COLLEAGUE.password} (site_admin) or
              ${OTHER.email} / ${OTHER.password} (org_admin of the other organization).
   Ctrl-C ends it.`);
} catch (error) {
  console.error(`\nThe demonstration failed: ${error instanceof Error ? error.message : String(error)}`);
  if (narrator.failures.length === 0 && error instanceof Error) console.error(error.stack);
  await finish(1);
}
