import { DATABASE } from '@patchbay/kernel/database';
import { createPlatform } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { Harness, TEST_SECRET_KEY } from '@patchbay/test/harness';

/** A platform that publishes until it is killed; tells its parent whom it serves and which events were committed. */
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
const body = { name: 'Doomed', url: sink, events: ['ingest.external'] };
const { body: webhook } = await harness.call('POST', '/webhooks', { as: owner, body });
process.send?.({ webhook_id: webhook.id, keys: [] });

let key = 0;
const deadlineMs = performance.now() + 60_000;
while (key < 200 && performance.now() < deadlineMs) {
  const keys = await harness.get(DATABASE).write(systemPrincipal(owner.organization_id), async (work) =>
    Array.from({ length: 5 }, () => {
      key += 1;
      work.events.publish(ingestExternal, { name: null, payload: { key } });
      return key;
    }),
  );
  process.send?.({ webhook_id: webhook.id, keys });
  await new Promise((resolve) => setImmediate(resolve));
}
