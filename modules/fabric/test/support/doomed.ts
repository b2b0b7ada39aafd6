import { bootDoomed, publishKeysUntilKilled } from '@patchbay/test/kit';
import { ingestExternal } from '../../contract.ts';
import { connect, logs } from './platform.ts';

/** A platform that publishes until it is killed; sends its parent the committed events. */
const [databaseUrl = '', sink = '', dataDir = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir);
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

await publishKeysUntilKilled(harness, owner.organization_id, { most: 1_200, atOnce: 20 }, (work, key) =>
  work.events.publish(ingestExternal, { name: null, payload: { key } }),
);
