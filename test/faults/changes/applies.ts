import type { Tally } from '../world/tally.ts';
import { World } from '../world/world.ts';
import { ApplyBook } from './apply-book.ts';
import { ApplyScenes } from './apply-scenes.ts';

/**
 * SIGKILL while changes are applied: at any moment, at chosen points of an apply, of an undo, of a change set, before
 * and at a scheduled time, and around confirmations. An acknowledged apply is on the router exactly once and its event
 * in the log exactly once; any other was pushed once or not at all, and its attempt says which as far as anybody can
 * know; nothing stays in the middle for a minute.
 */
export async function killsDuringApplies(
  kills: number,
  /** Answers whether to go on. */
  onProgress: (done: number) => boolean = () => true,
): Promise<Tally> {
  const world = await World.create({ ADAPTER_READ_ONLY: 'false' });
  const book = new ApplyBook(world);
  const scenes = new ApplyScenes(world, book);
  const each = scenes.list();
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const scene = each[kill % each.length];
      const reached = await scene?.(kill).catch((error: unknown) => {
        console.error(`kill ${kill} came early:`, error);
        book.missed(kill);
      });
      const killedMs = Date.now();
      await world.platform.kill();
      await reached?.held?.release();
      await Promise.all(reached?.calls ?? []);
      world.lab.faults.clear();
      await world.platform.start();
      book.down(killedMs, Date.now());
      if (!onProgress(kill + 1)) break;
    }
    await scenes.end();
    return await book.close();
  } finally {
    await world.dispose();
  }
}
