import t from 'tap';
import { forbidden } from '../../errors/index.ts';
import type { Database, UnitOfWork } from '../../infrastructure/database/index.ts';
import { assemble, principalOf } from '../../infrastructure/http/test/support/assembly.ts';
import { bareRoute } from '../../infrastructure/http/test/support/bare-route.ts';
import { ManualClock, silentLogger } from '../../telemetry/index.ts';
import type { AuditFact } from '../audit-part.ts';
import { AuditedRefusals } from '../audited-refusals.ts';

function audited(write: () => Promise<void> = async () => {}) {
  const clock = new ManualClock();
  const facts: AuditFact[] = [];
  const database: Pick<Database, 'write'> = {
    write: async (_principal, work) => {
      await write();
      return work({ audit: { record: (fact: AuditFact) => facts.push(fact) } } as never as UnitOfWork);
    },
  };
  return { clock, facts, refusals: new AuditedRefusals({ database, clock, logger: silentLogger }) };
}

const refused = (route_id: string, user = 'u') => ({
  principal: principalOf('viewer', { user_id: user }),
  route_id,
  method: 'GET',
  path: '/x',
  ip: '127.0.0.1',
  error: forbidden(),
});

t.test('the same refusal counts once a minute, and the next tells how many were passed over', async (t) => {
  const { clock, facts, refusals } = audited();
  for (let knock = 0; knock < 5; knock += 1) refusals.note(refused('a.b'));
  refusals.note(refused('a.c'));
  refusals.note(refused('a.b', 'another'));
  await refusals.close();
  t.same(
    facts.map(({ target_id, detail }) => [target_id, detail?.['suppressed']]),
    [
      ['a.b', 0],
      ['a.c', 4],
      ['a.b', 0],
    ],
  );
  clock.advance(60_000);
  refusals.note(refused('a.b'));
  await refusals.close();
  t.equal(facts.length, 4);
});

t.test('somebody who knocks on every door fills nothing', async (t) => {
  const { facts, refusals } = audited();
  for (let door = 0; door < 1_000; door += 1) refusals.note(refused(`door.${door}`));
  await refusals.close();
  t.equal(facts.length, 20);
});

t.test('a record that cannot be written is no reason to fail', async (t) => {
  const { facts, refusals } = audited(() => Promise.reject(new Error('no database')));
  refusals.note(refused('a.b'));
  await refusals.close();
  t.same(facts, []);
});

t.test('every 403 of a known principal is told, whoever refuses; others are not', async (t) => {
  const { facts, refusals } = audited();
  const open = bareRoute('open', {
    access: { authenticated: true },
    handle: () => {
      throw forbidden();
    },
  });
  const closed = bareRoute('closed', { access: { permission: 'settings:read' } });
  const { call } = await assemble(t, [open, closed], { refusals });
  t.equal((await call('/open', { as: 'viewer' })).status, 403);
  t.equal((await call('/closed', { as: 'viewer' })).status, 403);
  t.equal((await call('/closed')).status, 401);
  t.equal((await call('/nothing', { as: 'viewer' })).status, 404);
  await refusals.close();
  t.same(
    facts.map(({ action, target_id }) => [action, target_id]),
    [
      ['access.refused', 'test.open'],
      ['access.refused', 'test.closed'],
    ],
  );
});
