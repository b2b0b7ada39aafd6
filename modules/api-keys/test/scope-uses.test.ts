import type { Database } from '@patchbay/kernel/database';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import { ManualClock, silentLogger } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { unusedOf } from '../services/organization-keys.ts';
import { ScopeUses } from '../services/scope-uses.ts';

const keyOf = (key_id: string): Principal => ({
  ...systemPrincipal('0190a0a0-0000-7000-8000-000000000001'),
  kind: 'api_key',
  scopes: ['site:read'],
  key_id,
});

function usesOver(write: () => Promise<void>) {
  const clock = new ManualClock();
  let writes = 0;
  const database: Pick<Database, 'asSystem'> = {
    asSystem: async <T>(): Promise<T> => {
      writes += 1;
      await write();
      return undefined as T;
    },
  };
  return { clock, uses: new ScopeUses({ database, clock, logger: silentLogger }), written: () => writes };
}

t.test('a permission of a key is written once an hour, together with others', async (t) => {
  const { clock, uses, written } = usesOver(async () => {});
  for (let request = 0; request < 1_000; request += 1) {
    uses.note(keyOf('a'), 'site:read');
    uses.note(keyOf('a'), 'device:read');
  }
  t.equal(written(), 0, 'nothing is written while requests run');
  await uses.flush();
  t.equal(written(), 1);
  uses.note(keyOf('a'), 'site:read');
  await uses.flush();
  t.equal(written(), 1);
  clock.advance(3_600_000);
  uses.note(keyOf('a'), 'site:read');
  await uses.close();
  t.equal(written(), 2);
});

t.test('what could not be written is noted again', async (t) => {
  let broken = true;
  const { uses, written } = usesOver(async () => {
    if (broken) throw new Error('no database');
  });
  uses.note(keyOf('a'), 'site:read');
  await uses.flush();
  broken = false;
  uses.note(keyOf('a'), 'site:read');
  await uses.close();
  t.equal(written(), 2);
});

t.test('a scope is used when a permission it covers was', async (t) => {
  t.same(unusedOf(['site:*', 'device:read', '*'], ['site:write']), ['device:read', '*']);
  t.same(unusedOf(null, ['site:write']), []);
});
