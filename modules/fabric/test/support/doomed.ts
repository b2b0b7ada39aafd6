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

const deadlineMs = performance.now() + 60_000;
while (performance.now() < deadlineMs) {
  const committed = await harness.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) =>
    Array.from({ length: 20 }, () => {
      const key = randomUUID();
      return { key, id: work.events.publish(ingestExternal, { name: null, payload: { key } }) };
    }),
  );
  process.send?.(committed);
  await new Promise((resolve) => setImmediate(resolve));
}
