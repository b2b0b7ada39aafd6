import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { postAll } from '../floors/bare-poster.ts';
import { answers } from './answers.ts';

/** Publishes events, posts as a bare client does, or moves the platform's time on; each answers when it is done. */
export type HooksAsk =
  | { readonly organization_id: string; readonly events: number }
  | { readonly url: string; readonly body: string; readonly posts: number; readonly atOnce: number }
  | { readonly advanceMs: number };

const PER_UNIT = 250;
let aheadMs = 0;

/** The machine's time, moved on by the bench. */
const clock: Clock = {
  now: () => new Date(Date.now() + aheadMs),
  monotonicMs: () => performance.now() + aheadMs,
};

const platform = await createPlatform({
  clock,
  environment: { ...process.env, FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
});
const database = platform.get(DATABASE);
let published = 0;

async function publish(organization_id: string, events: number): Promise<void> {
  for (let left = events; left > 0; left -= PER_UNIT)
    await database.write(systemPrincipal(organization_id), async (work) => {
      for (let each = 0; each < Math.min(left, PER_UNIT); each += 1) {
        published += 1;
        const payload = { device_id: `device-${published}`, new_status: 'offline' };
        work.events.publishNamed('ingest.external', { name: 'bench', payload });
      }
    });
}

async function answer(ask: HooksAsk): Promise<void> {
  if ('events' in ask) await publish(ask.organization_id, ask.events);
  else if ('posts' in ask) await postAll(ask.url, ask.body, ask.posts, ask.atOnce);
  else aheadMs += ask.advanceMs;
}

answers(
  async (ask: HooksAsk) => {
    await answer(ask);
    return {};
  },
  () => platform.stop(),
);
process.send?.({ url: platform.url });
