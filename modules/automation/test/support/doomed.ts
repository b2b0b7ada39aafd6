import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootDoomed, publishKeysUntilKilled } from '@patchbay/test/kit';
import { action, addRule } from './platform.ts';

/** A platform that publishes until it is killed; sends its parent the committed events. */
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
await addRule(harness, owner, {
  conditions: {
    logic: 'or',
    conditions: ['0', '1', '2', '3'].map((value) => ({
      field: 'payload.key',
      operator: 'starts_with',
      value,
    })),
  },
  actions: [
    {
      ...action('webhook', { url: `${sink}/flaky/{{trigger.payload.key}}` }),
      on_failure: 'retry',
      retry: { attempts: 5, delay_seconds: 1 },
    },
    action('create_alert', { title: 'flaky {{trigger.payload.key}}' }),
  ],
});
await publishKeysUntilKilled(harness, owner.organization_id, { most: 100, atOnce: 10 }, (work, key) =>
  work.events.publish(ingestExternal, { name: null, payload: { key } }),
);
