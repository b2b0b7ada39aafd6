import t from 'tap';
import { gateState } from '../services/platform-write-gate.ts';

t.test('the override outranks the environment, that the default, and nothing at all is closed', async (t) => {
  const all = { ADAPTER_READ_ONLY: true, ADAPTER_READ_ONLY_DEFAULT: false };
  t.same(gateState(false, all), { read_only: false, source: 'override' });
  t.same(gateState(null, all), { read_only: true, source: 'environment' });
  t.same(gateState(null, { ADAPTER_READ_ONLY_DEFAULT: false }), { read_only: false, source: 'default' });
  t.same(gateState(null, {}), { read_only: true, source: 'fallback' });
});
