import { AdapterError, type Push, type StagedFeature } from '@patchbay/vendor-kit';
import t from 'tap';
import { pushToDevice } from '../services/applying/push-to-device.ts';
import { feature } from './support/rows.ts';

const push: Push = { attempt_id: 'a', operation: 'update', target_id: '*1', payload: { name: 'blue' } };
const before = { name: 'red' };

const pushed = async (facts: Partial<StagedFeature>) => {
  const { result, verified } = await pushToDevice(feature(facts), null, push, before, () => true);
  const { failure, ...stored } = result;
  return { ...stored, failure: (failure as { id?: string } | null)?.id ?? failure, verified };
};
const taken = async () => ({ target_id: null });
const refuse = (error: Error) => () => Promise.reject(error);

t.test('a push that reads back as sent has succeeded, with the value kept', async (t) => {
  const verify = async () => ({ holds: true, value: { name: 'blue', password: 'p' } });
  t.same(await pushed({ apply: taken, verify }), {
    outcome: 'succeeded',
    target_id: '*1',
    before,
    after: { name: 'blue', password: '[redacted]' },
    error: null,
    error_type: null,
    failure: null,
    verified: { name: 'blue', password: 'p' },
  });
});

t.test('a creation answers the id the device gave', async (t) => {
  t.match(await pushed({ apply: async () => ({ target_id: '*9' }) }), {
    outcome: 'succeeded',
    target_id: '*9',
  });
});

t.test('a push that reads back otherwise has failed and says how', async (t) => {
  const verify = async () => ({ holds: false, value: { name: 'red' }, mismatch: 'name is red' });
  const found = await pushed({ apply: taken, verify });
  t.match(found, {
    outcome: 'failed',
    error: 'name is red',
    failure: 'changes.not_verified',
    after: { name: 'red' },
  });
});

t.test('a push that cannot be read back is unknown', async (t) => {
  const verify = refuse(new AdapterError('adapter_connection_error', 'not_sent', 'gone'));
  t.match(await pushed({ apply: taken, verify }), { outcome: 'unknown', failure: 'changes.outcome_unknown' });
});

t.test('an adapter that knows that nothing happened makes a failure', async (t) => {
  for (const outcome of ['not_sent', 'refused'] as const)
    t.match(
      await pushed({ apply: refuse(new AdapterError('adapter_error', outcome, 'no such interface')) }),
      {
        outcome: 'failed',
        error: 'no such interface',
        error_type: 'adapter_error',
        failure: 'gateway.adapter_error',
      },
    );
});

t.test(
  'everything else that goes wrong in a push is unknown, and tells nothing of our insides',
  async (t) => {
    t.match(await pushed({ apply: refuse(new AdapterError('adapter_timeout', 'unknown', 'no answer')) }), {
      outcome: 'unknown',
      error: 'no answer',
      failure: 'changes.outcome_unknown',
    });
    const thrown: StagedFeature['apply'] = () => {
      throw new TypeError('x of undefined');
    };
    t.match(await pushed({ apply: thrown }), {
      outcome: 'unknown',
      error: 'The adapter failed unexpectedly.',
    });
  },
);

t.test('what a device says of a failure is cut and spelled so that it can be stored', async (t) => {
  const said = `${'x'.repeat(499)}\u{1F600}`;
  t.match(await pushed({ apply: refuse(new AdapterError('adapter_error', 'refused', said)) }), {
    outcome: 'failed',
    error: `${'x'.repeat(499)}\ufffd`,
  });
  const verify = async () => ({ holds: false, value: null, mismatch: 'a\0b' });
  t.match(await pushed({ apply: async () => ({ target_id: '*\x009' }), verify }), {
    outcome: 'failed',
    error: 'ab',
    target_id: '*9',
  });
});

t.test('what a diagnosis printed is kept, whether it can be verified or not', async (t) => {
  const apply = async () => ({ target_id: null, output: [{ host: '192.0.2.1', secret: 's' }] });
  const output = { value: [{ host: '192.0.2.1', secret: '[redacted]' }], is_truncated: false };
  t.match(await pushed({ apply }), { outcome: 'succeeded', output });
  const verify = refuse(new AdapterError('adapter_connection_error', 'not_sent', 'gone'));
  t.match(await pushed({ apply, verify }), { outcome: 'unknown', output });
});

t.test('a marker that was left in a push never goes to the device', async (t) => {
  const sent: unknown[] = [];
  const apply = async (_session: unknown, each: Push) => {
    sent.push(each);
    return { target_id: null };
  };
  const marked: Push = { ...push, operation: 'create', payload: { servers: [{ secret: '[redacted]' }] } };
  const { result } = await pushToDevice(feature({ apply }), null, marked, null, () => true);
  t.match(result, {
    outcome: 'failed',
    failure: { id: 'changes.secret_needed' },
    error: /servers\.0\.secret/,
  });
  t.same(sent, []);
});
