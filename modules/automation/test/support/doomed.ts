import { randomUUID } from 'node:crypto';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootDoomed, publishUntilKilled } from '@patchbay/test/kit';
import { action, addRule } from './platform.ts';

/** A platform that publishes until it is killed; tells its parent which events were committed. */
const [databaseUrl = '', sink = '', dataDir = ''] = process.argv.slice(2);
const harness = await bootDoomed(databaseUrl, dataDir);
const owner = await harness.owner();
await addRule(harness, owner, {
  actions: [
    action('webhook', { url: `${sink}/first/{{trigger.payload.key}}` }),
    action('create_alert', { title: '{{trigger.payload.key}}' }),
    action('webhook', { url: `${sink}/last/{{trigger.payload.key}}` }),
  ],
});
await publishUntilKilled(
  harness,
  owner.organization_id,
  100,
  (work) =>
    Array.from({ length: 10 }, () => {
      const key = randomUUID();
      return { key, id: work.events.publish(ingestExternal, { name: null, payload: { key } }) };
    }),
  (committed) => process.send?.(committed),
);
