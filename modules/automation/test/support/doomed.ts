import { randomUUID } from 'node:crypto';
import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { Harness, TEST_SECRET_KEY } from '@patchbay/test/harness';
import { action, addRule } from './platform.ts';

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
await addRule(harness, owner, {
  actions: [
    action('webhook', { url: `${sink}/first/{{trigger.payload.key}}` }),
    action('create_alert', { title: '{{trigger.payload.key}}' }),
    action('webhook', { url: `${sink}/last/{{trigger.payload.key}}` }),
  ],
});

/** So that on a slow machine the ones who come after have no more to do than on a fast one. */
const MOST_EVENTS = 100;
const deadlineMs = performance.now() + 60_000;
let published = 0;
while (performance.now() < deadlineMs) {
  if (published >= MOST_EVENTS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    continue;
  }
  const committed = await harness.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) =>
    Array.from({ length: 10 }, () => {
      const key = randomUUID();
      return { key, id: work.events.publish(ingestExternal, { name: null, payload: { key } }) };
    }),
  );
  published += committed.length;
  process.send?.(committed);
  await new Promise((resolve) => setImmediate(resolve));
}
