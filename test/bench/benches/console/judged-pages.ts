import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchProfile } from '../../../browser/chromium.ts';
import { signInto } from '../../../browser/console/support/signed-in-context.ts';
import { showMainJob } from '../../../demo/main-job.ts';
import { Narrator } from '../../../demo/narrator.ts';
import { OWNER } from '../../../demo/scene.ts';
import { type DemoStart, startDemo } from '../../../demo/start.ts';
import { furnish } from '../../../screenshots/furnish.ts';
import type { Bar, Line } from '../../bench.ts';
import { freePort } from '../../processes/free-port.ts';
import type { Stage } from '../../stage.ts';

/** Too large for everybody's `npm ci`; npm fetches it when it is asked for. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const REPORT_BYTES = 50_000_000;
const good: Bar = { of: 'product', at: 'least', value: 95 };

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null }>>;
}

interface Judged {
  readonly name: string;
  readonly path: string;
  readonly isSignedOut?: boolean;
}

/** Scores of the pages that people see most, by Google's tool and its settings for desktops, with what the demonstration did. */
export async function judgedPages(stage: Stage): Promise<readonly Line[]> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    return await judgeAll(stage, (work) => closers.push(work));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function judgeAll(stage: Stage, defer: DemoStart['defer']): Promise<readonly Line[]> {
  const narrator = new Narrator(() => {});
  const base = join(await stage.folder('judged'), 'demo');
  const { platform, lab, folder } = await startDemo({ narrator, base, port: 0, defer });
  const scene = await showMainJob(narrator, platform.url, lab, folder);
  await furnish(scene);
  const pages: readonly Judged[] = [
    { name: 'sign-in', path: '/', isSignedOut: true },
    { name: 'home', path: '/' },
    { name: 'devices', path: '/devices' },
    { name: 'a change', path: `/changes/${scene.change_id}` },
    { name: 'the editor', path: `/connections/${scene.connection_id}/edit` },
  ];
  const lines: Line[] = [];
  for (const page of pages) lines.push(await judge(stage, platform.url, page));
  return lines;
}

/** Each in a browser that has nothing in its cache. */
async function judge(stage: Stage, url: string, { name, path, isSignedOut }: Judged): Promise<Line> {
  const port = await freePort();
  const context = await launchProfile(await stage.folder('profile'), [`--remote-debugging-port=${port}`]);
  try {
    if (!isSignedOut) await signInto(context, { url }, OWNER);
    const report = await reportOf(stage, port, `${url}/console${path}`);
    const scores = CATEGORIES.map((id) => Math.round((report.categories[id]?.score ?? 0) * 100));
    return {
      name: `Lighthouse, ${name}`,
      unit: 'points',
      floor: [],
      product: [Math.min(...scores)],
      bar: good,
      note: `${CATEGORIES.map((id, place) => `${id} ${scores[place]}`).join(', ')}; below full marks: ${lacking(report).join(', ') || 'nothing'}.`,
    };
  } finally {
    await context.close();
  }
}

async function reportOf(stage: Stage, port: number, address: string): Promise<Report> {
  const args = [
    address,
    `--port=${port}`,
    '--preset=desktop',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--disable-storage-reset',
    '--quiet',
  ];
  const { stdout } = await promisify(execFile)('npm', ['exec', '--yes', '--', LIGHTHOUSE, ...args], {
    cwd: await stage.folder('lighthouse'),
    maxBuffer: REPORT_BYTES,
  });
  return JSON.parse(stdout);
}

/** Audits that kept a category from full marks. */
const lacking = ({ categories, audits }: Report): readonly string[] => [
  ...new Set(
    CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
      .map(({ id }) => id)
      .filter((id) => (audits[id]?.score ?? 1) < 0.9),
  ),
];
