import type { DeviceFacts } from '@patchbay/vendor-kit';
import t from 'tap';
import { diffDevices, type KnownDevice } from '../services/devices/device-diff.ts';

const facts = (external_id: string, more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  external_id,
  name: `device ${external_id}`,
  kind: 'client',
  status: 'online',
  ip: '10.0.0.1',
  mac: 'AA:BB:CC:00:00:01',
  model: null,
  firmware: null,
  serial: null,
  ...more,
});

/** State after these facts were kept. */
const kept = (all: readonly DeviceFacts[]): KnownDevice[] =>
  diffDevices([], all).created.map(({ external_id, hash, status }) => ({
    id: `id-${external_id}`,
    external_id,
    hash,
    status,
    is_deleted: false,
  }));

t.test('what was read twice alike is unchanged', async (t) => {
  const all = [facts('a'), facts('b', { status: 'offline' })];
  t.same(diffDevices(kept(all), all), { created: [], changed: [], unchanged: 2, missing: [] });
});

t.test('new, changed, gone and unchanged devices are told apart', async (t) => {
  const known = kept([facts('a'), facts('b'), facts('c'), facts('d')]);
  const diff = diffDevices(known, [
    facts('a'),
    facts('b', { name: 'renamed' }),
    facts('c', { status: 'offline' }),
    facts('e'),
  ]);
  t.same(
    diff.created.map(({ external_id }) => external_id),
    ['e'],
  );
  t.same(
    diff.changed.map(({ id }) => id),
    ['id-b', 'id-c'],
  );
  t.equal(diff.unchanged, 1);
  t.same(
    diff.missing.map(({ id }) => id),
    ['id-d'],
  );
});

t.test('a device that a person deleted is neither brought back nor missed', async (t) => {
  const known = kept([facts('a'), facts('b')]).map((device) => ({ ...device, is_deleted: true }));
  t.same(diffDevices(known, [facts('a')]), { created: [], changed: [], unchanged: 0, missing: [] });
});

t.test('one device per external id, however often it is named', async (t) => {
  t.equal(diffDevices([], [facts('a'), facts('a', { name: 'again' })]).created.length, 1);
});

t.test('what is no address is left out, zones are cut, texts are bounded and printable', async (t) => {
  const [odd, zoned] = diffDevices(
    [],
    [
      facts('a', { ip: 'not an address', name: `x\u0000${'y'.repeat(1_000)}` }),
      facts('b', { ip: 'fe80::1%ether1', name: '' }),
    ],
  ).created;
  t.match(odd, { ip: null });
  t.equal(odd?.name.length, 300);
  t.notOk(odd?.name.includes('\u0000'));
  t.match(zoned, { ip: 'fe80::1', name: 'b' });
});
