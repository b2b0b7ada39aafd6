import { sql } from '@patchbay/kernel/database';
import { bootPlatform, waitFor } from '@patchbay/test/harness';
import { DoomedProcess, doomedPlace } from '@patchbay/test/kit';
import t from 'tap';
import { behind, makeDue, open } from './support/make-due.ts';
import { receiver } from './support/receiver.ts';

t.test('a process killed while it notifies loses no notice and sends none as two', async (t) => {
  const sink = await receiver(t);
  const { databaseUrl, dataDir } = await doomedPlace(t);
  const told: string[] = [];
  const doomed = DoomedProcess.start(
    t,
    new URL('./support/doomed.ts', import.meta.url),
    [databaseUrl, sink.url, dataDir],
    ({ key }: { readonly key: string }) => told.push(key),
  );
  await waitFor('notices to go out', () => told.length >= 40, { timeoutMs: 60_000 });
  await doomed.kill();

  const harness = await bootPlatform(t, {
    work: false,
    databaseUrl,
    environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
  });
  const { rows: accepted } = await waitFor('the database', () =>
    behind(harness, sql`select effect_id from notices`).catch(() => null),
  );
  await behind(
    harness,
    sql`update notification_targets set lease_until = now() - interval '1 second' where claim_id is not null`,
  );
  await waitFor('all of it to get through', async () => {
    await makeDue(harness);
    return (await open(harness)) === 0;
  });
  const ids = new Map<string, Set<unknown>>();
  for (const { body, headers } of sink.received)
    ids.set(body.title, (ids.get(body.title) ?? new Set()).add(headers['x-fabric-delivery']));
  const keys = (accepted as { readonly effect_id: string }[]).map(({ effect_id }) => effect_id);
  t.same([...ids.keys()].sort(), keys.sort(), 'every accepted notice, and no other');
  t.same(
    told.filter((key) => !ids.has(key)),
    [],
  );
  t.ok(
    [...ids.values()].every(({ size }) => size === 1),
    'each under one id',
  );
  t.ok(new Set([...ids.values()].flatMap((each) => [...each])).size === keys.length, 'no two under the same');
  t.ok(sink.received.length - keys.length <= 4, 'at most one repetition for each receiver');
});
