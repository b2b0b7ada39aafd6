import type { Browser, Page } from 'playwright-core';
import { waitFor } from '../../../harness/wait-for.ts';
import { type Line, noMoreThan } from '../../bench.ts';
import type { Stage } from '../../stage.ts';
import type { ConsoleWorld } from './console-world.ts';
import { closePage, freshPage, openPage } from './open-console.ts';
import { framesDuring, heapMb } from './page-metrics.ts';
import { longestTasksDuring } from './script-tasks.ts';

/** Half an hour of 20 a second. */
const EVENTS = 36_000;
const PER_SECOND = 500;
const PER_BATCH = 500;
const FIRST = 25;
/** Under a trace, to tell what holds the page from what holds the machine. */
const TRACED = 2_000;
const MOST_GROWTH_MB = 10;
const LONGEST_GAP_MS = 100;
const HEARD_MS = 30_000;

/** Pages that hear of everything. */
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'event log', path: '/events' },
  { name: 'live tail', path: '/events?tab=tail' },
] as const;

/** Counts the events that reach the streams of a page. */
class Hearing {
  heard = 0;

  attach(page: Page): void {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"event"')) this.heard += 1;
      });
    });
  }
}

/** A page subscribes a moment after it is shown. */
const untilHeard = (world: ConsoleWorld, hearing: Hearing): Promise<unknown> =>
  waitFor(
    'the page to hear of devices',
    async () => {
      await world.publish(FIRST, PER_SECOND);
      return hearing.heard > 0;
    },
    { timeoutMs: HEARD_MS, everyMs: 500 },
  );

/** Publishes as fast as the page takes them, at most so many a second; answers how many a second it were. */
async function pour(world: ConsoleWorld, events: number, hearing: Hearing): Promise<number> {
  const startedMs = performance.now();
  for (let published = 0; published < events; published += PER_BATCH) {
    const before = hearing.heard;
    const count = Math.min(PER_BATCH, events - published);
    await world.publish(count, PER_SECOND);
    const isHeard = () => hearing.heard - before >= count;
    await waitFor(`the page to hear of ${count} events`, isHeard, { timeoutMs: HEARD_MS });
  }
  return events / ((performance.now() - startedMs) / 1_000);
}

async function measure(
  stage: Stage,
  browser: Browser,
  world: ConsoleWorld,
  { name, path }: (typeof PAGES)[number],
): Promise<readonly Line[]> {
  const events = stage.of(EVENTS, 500);
  const hearing = new Hearing();
  const page = await openPage(browser, world, path, (opened) => hearing.attach(opened));
  const empty = await freshPage(browser);
  await untilHeard(world, hearing);
  const before = await heapMb(page);
  let perSecond = 0;
  let emptyGapMs = 0;
  const frames = await framesDuring(page, async () => {
    const beside = await framesDuring(empty, async () => {
      perSecond = await pour(world, events, hearing);
    });
    emptyGapMs = beside.longestGapMs;
  });
  const growth = (await heapMb(page)) - before;
  const { scriptMs } = await longestTasksDuring(browser, page, () =>
    pour(world, stage.of(TRACED, 100), hearing),
  );
  await Promise.all([closePage(page), closePage(empty)]);
  const line = { floor: [] };
  return [
    {
      ...line,
      name: `${name}, heap more`,
      unit: 'MB',
      product: [growth],
      bar: noMoreThan(MOST_GROWTH_MB),
      note: `${events} events at ${perSecond.toFixed(0)} a second; heap ${before.toFixed(1)} MB before.`,
    },
    {
      ...line,
      name: `${name}, longest gap`,
      unit: 'ms',
      product: [frames.longestGapMs],
      bar: noMoreThan(LONGEST_GAP_MS),
      note: `${frames.perSecond.toFixed(0)} frames a second; an empty page beside it ${emptyGapMs.toFixed(0)} ms; longest script ${scriptMs.toFixed(0)} ms of processor time.`,
    },
  ];
}

/** Half an hour of news in little more than a minute, on pages that show all of it. */
export async function eventsSpeed(
  stage: Stage,
  browser: Browser,
  world: ConsoleWorld,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const page of PAGES) lines.push(...(await measure(stage, browser, world, page)));
  return lines;
}
