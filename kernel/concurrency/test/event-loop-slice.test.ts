import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { EventLoopSlice } from '../index.ts';

function workMs(milliseconds: number): void {
  const untilMs = performance.now() + milliseconds;
  while (performance.now() < untilMs);
}

t.test('long work leaves turns to others every few milliseconds, whatever a step costs', async (t) => {
  for (const [stepMs, least] of [
    [0.1, 14],
    [1, 14],
    [8, 9],
  ] as const) {
    let turns = 0;
    let isWorking = true;
    const others = (async () => {
      for (; isWorking; turns += 1) await setImmediate();
    })();
    const slice = new EventLoopSlice();
    for (let worked = 0; worked < 100; worked += stepMs) {
      workMs(stepMs);
      if (slice.isOver) await slice.yield();
    }
    isWorking = false;
    await others;
    t.ok(turns >= least, `${turns} turns within 100 ms of steps of ${stepMs} ms`);
  }
});

t.test('short work stays in its turn', async (t) => {
  let turned = false;
  const other = setImmediate().then(() => {
    turned = true;
  });
  await new EventLoopSlice().yield();
  t.equal(turned, false);
  await other;
});
