import { noBrowser } from '../../../browser/chromium.ts';
import type { Bench, Line } from '../../bench.ts';
import type { Stage } from '../../stage.ts';
import { canvasSpeed } from './canvas-speed.ts';
import { startWorld } from './console-world.ts';
import { devicesSpeed } from './devices-speed.ts';
import { eventsSpeed } from './events-speed.ts';
import { judgedPages } from './judged-pages.ts';
import { openBrowser } from './open-console.ts';

async function run(stage: Stage): Promise<readonly Line[]> {
  if (noBrowser !== false) {
    stage.say(`  nothing is measured: ${noBrowser}`);
    return [];
  }
  const { lighthouse, isBrief } = stage.options;
  return [...(await figures(stage)), ...(lighthouse && !isBrief ? await judgedPages(stage) : [])];
}

async function figures(stage: Stage): Promise<readonly Line[]> {
  const world = await startWorld(stage);
  const browser = await openBrowser();
  try {
    return [
      ...(await devicesSpeed(stage, browser, world)),
      ...(await eventsSpeed(stage, browser, world)),
      ...(await canvasSpeed(stage, browser, world)),
    ];
  } finally {
    await Promise.all([browser.close(), world.stop()]);
  }
}

export const consoleSpeed: Bench = {
  name: 'console-speed',
  about: '10,000 devices, half an hour of events and a long Connection in a browser',
  run,
};
