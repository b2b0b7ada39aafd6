import { randomUUID } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { Harness, TEST_SECRET_KEY } from '@patchbay/test/harness';
import { ingestExternal } from '../../contract.ts';
import { connect, logs } from './platform.ts';

/** A platform that publishes until it is killed; tells its parent which events were committed. */
const [databaseUrl = '', sink = '', DATA_DIR = ''] = process.argv.slice(2);
const platform = await createPlatform({
  environment: {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR,
    PORT: '0',
    LOG_LEVEL: 'error',
  },
});
const harness = new Harness(platform, databaseUrl);
const owner = await harness.owner();
await connect(harness, owner, { name: 'Instant', steps: [logs('{{trigger.payload.key}}'), logs('b')] });
await connect(harness, owner, {
  name: 'Effect',
  source_event: 'ingest.*',
  steps: [
    logs('a'),
    { operation_id: 'fabric.webhook', params: { url: `${sink}/{{trigger.payload.key}}` } },
    logs('c'),
  ],
});
await connect(harness, owner, {
  name: 'Flaky',
  conditions: { logic: 'and', conditions: [{ field: 'payload.key', operator: 'starts_with', value: 'a' }] },
  steps: [
    logs('a'),
    {
      operation_id: 'fabric.webhook',
      params: { url: `${sink}/flaky/{{trigger.payload.key}}` },
      on_failure: 'retry',
      retry: { attempts: 5, delay_seconds: 1 },
    },
  ],
});

/** So that on a slow machine the ones who come after have no more to do than on a fast one. */
const MOST_EVENTS = 1_200;
const deadlineMs = performance.now() + 60_000;
let published = 0;
while (performance.now() < deadlineMs) {
  if (published >= MOST_EVENTS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    continue;
  }
  const committed = await harness.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) =>
    Array.from({ length: 20 }, () => {
      const key = randomUUID();
      return { key, id: work.events.publish(ingestExternal, { name: null, payload: { key } }) };
    }),
  );
  published += committed.length;
  process.send?.(committed);
  await new Promise((resolve) => setImmediate(resolve));
}
