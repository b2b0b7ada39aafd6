import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { connect, finished, publish } from './support/platform.ts';
import { receiver } from './support/receiver.ts';

t.test('while a run of a queued Connection waits for its next try, those after it wait too', async (t) => {
  const sink = await receiver(t);
  const harness = await bootPlatform(t, { environment: { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } });
  const owner = await harness.owner();
  const steps = (name: string) => [
    {
      operation_id: 'fabric.webhook',
      params: { url: `${sink.url}/{{trigger.payload.path}}/${name}` },
      on_failure: 'retry',
      retry: { attempts: 3, delay_seconds: 1 },
    },
  ];
  const queued = await connect(harness, owner, { mode: 'queued', steps: steps('queued') });
  const parallel = await connect(harness, owner, { source_event: 'ingest.*', steps: steps('parallel') });
  await publish(harness, owner.organization_id, [
    { path: 'flaky/one' },
    { path: 'ok/200/two' },
    { path: 'ok/200/three' },
  ]);
  await finished(harness, owner, parallel, 3);
  await finished(harness, owner, queued, 3);
  const paths = sink.deliveries.map(({ path }) => String(path)).filter((path) => path.endsWith('/queued'));
  t.same(paths, ['/flaky/one/queued', '/flaky/one/queued', '/ok/200/two/queued', '/ok/200/three/queued']);
});
