import type { Browser, Page } from 'playwright-core';
import { type Line, noMoreThan } from '../../bench.ts';
import type { Stage } from '../../stage.ts';
import type { ConsoleWorld } from './console-world.ts';
import { closePage, openPage } from './open-console.ts';
import { heapMb } from './page-metrics.ts';
import { longestTasksDuring } from './script-tasks.ts';

const TIMES = 30;
const WHEEL_PX = 400;
const WHEEL_TURNS = 6;
/** With fewer of them the list shows something else. */
const LEAST_ROWS = 50;
const LONGEST_SCRIPT_MS = 50;
const MOST_HEAP_MB = 60;
/** Rows that were read a moment ago are shown without asking again. */
const ANSWER_MS = 1_500;
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Turns to the next page, sorts by the next column, or scrolls down and up again. */
async function look(page: Page, time: number): Promise<void> {
  if (time % 3 === 0) await changed(page, () => page.getByRole('button', { name: 'Next page' }).click());
  else if (time % 3 === 1) await changed(page, () => sort(page, time));
  else await scroll(page);
  await page.evaluate(TWO_FRAMES);
}

async function changed(page: Page, work: () => Promise<void>): Promise<void> {
  const answered = page
    .waitForResponse((response) => response.url().includes('/api/v1/devices?'), { timeout: ANSWER_MS })
    .catch(() => null);
  await work();
  await answered;
}

async function sort(page: Page, time: number): Promise<void> {
  const headings = page.getByRole('columnheader').getByRole('button');
  await headings.nth(Math.floor(time / 3) % (await headings.count())).click();
}

async function scroll(page: Page): Promise<void> {
  await page.getByRole('table').hover();
  for (const direction of [1, -1])
    for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
      await page.mouse.wheel(0, direction * WHEEL_PX);
      await page.evaluate(TWO_FRAMES);
    }
}

/** A list of 10,000 devices, of which the platform sorts and cuts out what is shown. */
export async function devicesSpeed(
  stage: Stage,
  browser: Browser,
  world: ConsoleWorld,
): Promise<readonly Line[]> {
  const page = await openPage(browser, world, '/devices');
  const times = stage.of(TIMES, 6);
  const { scriptMs, taskMs } = await longestTasksDuring(browser, page, async () => {
    for (let time = 0; time < times; time += 1) await look(page, time);
  });
  const rows = await page.getByRole('row').count();
  if (rows < LEAST_ROWS) throw new Error(`the list showed ${rows} rows`);
  const heap = await heapMb(page);
  await closePage(page);
  const note = `${rows} rows at once. Longest task with layout and painting ${taskMs.toFixed(0)} ms; processor time both.`;
  return [
    {
      name: 'devices, longest script',
      unit: 'ms',
      floor: [],
      product: [scriptMs],
      bar: noMoreThan(LONGEST_SCRIPT_MS),
      note,
    },
    { name: 'devices, heap', unit: 'MB', floor: [], product: [heap], bar: noMoreThan(MOST_HEAP_MB) },
  ];
}
