import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootDoomed, publishUntilKilled } from '@patchbay/test/kit';

/** A platform that publishes until it is killed; sends its parent its receivers and the committed events. */
const [databaseUrl = '', sink = '', dataDir = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir);
const owner = await harness.owner();
const body = { name: 'Doomed', url: sink, events: ['ingest.external'] };
const { body: webhook } = await harness.call('POST', '/webhooks', { as: owner, body });
process.send?.({ webhook_id: webhook.id, keys: [] });

let key = 0;
await publishUntilKilled(
  harness,
  owner.organization_id,
  200,
  (work) =>
    Array.from({ length: 5 }, () => {
      key += 1;
      work.events.publish(ingestExternal, { name: null, payload: { key } });
      return key;
    }),
  (keys) => process.send?.({ webhook_id: webhook.id, keys }),
);
