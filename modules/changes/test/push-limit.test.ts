import { AdapterError, type Push } from '@patchbay/vendor-kit';
import t from 'tap';
import { pushLimitMs } from '../services/applying/push-limit.ts';
import { pushToDevice } from '../services/applying/push-to-device.ts';
import { feature } from './support/rows.ts';

const push: Push = { attempt_id: 'a', operation: 'update', target_id: '*1', payload: {} };

t.test('a push lasts half a minute, or what its feature asks for, up to an hour', (t) => {
  t.equal(pushLimitMs({}), 30_000);
  t.equal(pushLimitMs({ push_limit_ms: 600_000 }), 600_000);
  t.equal(pushLimitMs({ push_limit_ms: 1_000 }), 30_000);
  t.equal(pushLimitMs({ push_limit_ms: 86_400_000 }), 3_600_000);
  t.end();
});

t.test('whoever follows long work hears that its time is over before the push is given up', async (t) => {
  const apply = ({ signal }: Push) =>
    new Promise<never>((_resolve, reject) => {
      const busy = () => reject(new AdapterError('adapter_timeout', 'unknown', 'the task UPID:1 still runs'));
      signal?.addEventListener('abort', busy, { once: true });
    });
  const following = feature({ apply: (_session, sent) => apply(sent) });
  const { result } = await pushToDevice(following, null, push, null, () => true, 1_020);
  t.match(result, { outcome: 'unknown', error_type: 'adapter_timeout', error: 'the task UPID:1 still runs' });
});
