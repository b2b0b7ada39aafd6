import type { Browser, Page } from 'playwright-core';
import { type Bar, type Line, noMoreThan } from '../../bench.ts';
import type { Stage } from '../../stage.ts';
import type { ConsoleWorld } from './console-world.ts';
import { closePage, openPage } from './open-console.ts';
import { framesDuring } from './page-metrics.ts';

/** The most that a Connection may have. */
const STEPS = 50;
/** The event and the conditions have a card, too. */
const OTHER_CARDS = 2;
const TIMES = 9;
const MOVES = 150;
const MOVE_PX = 2;
const DRAWN_MS = 200;
const smooth: Bar = { of: 'product', at: 'least', value: 50 };

/** From the click that asks for the canvas until every card and line of it has been in a frame. */
const drawing = (cards: number): string => `new Promise((done) => {
  const count = (selector) => [...document.querySelectorAll(selector)]
    .filter((element) => getComputedStyle(element).visibility === 'visible').length;
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Canvas');
  const startedMs = performance.now();
  button.click();
  const look = () => requestAnimationFrame(() => {
    if (count('.react-flow__node') < ${cards} || count('.react-flow__edge') < ${cards - 1}) look();
    else requestAnimationFrame(() => done(performance.now() - startedMs));
  });
  look();
})`;

async function drawnMs(page: Page, cards: number): Promise<number> {
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  return page.evaluate<number>(drawing(cards));
}

/** Drags a step away and back, a little with each movement of the mouse. */
async function drag(page: Page, step: number): Promise<void> {
  const box = await page.getByRole('button', { name: new RegExp(`^Step ${step}\\b`) }).boundingBox();
  if (box === null) throw new Error(`step ${step} is not on the canvas`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 1; move <= MOVES; move += 1) {
    const distance = MOVE_PX * (move <= MOVES / 2 ? move : MOVES - move);
    await page.mouse.move(x + distance, y + distance / 2);
  }
  await page.mouse.up();
}

/** The longest Connection that there may be, in the editor. */
export async function canvasSpeed(
  stage: Stage,
  browser: Browser,
  world: ConsoleWorld,
): Promise<readonly Line[]> {
  const steps = stage.of(STEPS, 10);
  const connection = await world.post('/fabric/connections', {
    name: 'a long one',
    source_event: 'device.status.changed',
    is_enabled: false,
    conditions: {
      logic: 'and',
      conditions: [{ field: 'data.new_status', operator: 'eq', value: 'offline' }],
    },
    steps: Array.from({ length: steps }, (_, step) => ({
      operation_id: 'fabric.log',
      params: { message: `step ${step + 1}: {{trigger.device_id}} is {{trigger.data.new_status}}` },
    })),
  });
  const page = await openPage(browser, world, `/connections/${connection.id}/edit`);
  const drawn: number[] = [];
  for (let time = 0; time < stage.of(TIMES, 1); time += 1)
    drawn.push(await drawnMs(page, steps + OTHER_CARDS));
  const frames = await framesDuring(page, () => drag(page, Math.ceil(steps / 2)));
  await closePage(page);
  return [
    {
      name: `${steps} steps, drawn in`,
      unit: 'ms',
      floor: [],
      product: drawn,
      bar: noMoreThan(DRAWN_MS),
      note: `From the press of a button; the slowest of ${drawn.length} took ${Math.max(...drawn).toFixed(0)} ms.`,
    },
    {
      name: `${steps} steps, dragging one`,
      unit: 'frames/s',
      floor: [],
      product: [frames.perSecond],
      bar: smooth,
      note: `${frames.count} frames, the longest gap ${frames.longestGapMs.toFixed(0)} ms.`,
    },
  ];
}
