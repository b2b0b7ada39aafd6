import { World } from '../world/world.ts';
import {
  beginConfirmation,
  type Confirmation,
  earlyConfirmationPoints,
  judgeConfirmation,
  type PointResult,
} from './confirmation-points.ts';

const ENDED_WITHIN_MS = 150_000;

/**
 * One SIGKILL with an apply or a confirmation at each point, every one on a router of its own. Afterwards each attempt
 * tells the truth, what was not confirmed is off its router, and nothing was pushed twice or stays armed.
 */
export async function killsAroundConfirmations(): Promise<readonly PointResult[]> {
  const world = await World.create({ ADAPTER_READ_ONLY: 'false' });
  const running: Confirmation[] = [];
  const calls: Promise<unknown>[] = [];
  try {
    for (const point of earlyConfirmationPoints) {
      const begun = await beginConfirmation(world, point, point.name);
      running.push(begun.running);
      calls.push(...begun.calls);
    }
    await world.platform.kill();
    await Promise.all(calls);
    await world.platform.start();
    await world.drained(
      `select id from change_attempts where outcome in ('running', 'awaiting_confirmation') or armed_at is not null and sent_hash is null`,
      ENDED_WITHIN_MS,
    );
    return await Promise.all(running.map((each) => judgeConfirmation(world, each)));
  } finally {
    await Promise.all(running.map(({ lab }) => lab.stop()));
    await world.dispose();
  }
}
