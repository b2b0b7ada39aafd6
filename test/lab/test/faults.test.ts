import t from 'tap';
import { bench, row, rows } from './support/bench.ts';

const vlan = { interface: 'bridge', 'vlan-id': '99', name: 'vlan99' };

t.test('drop_after_read loses the request, drop_before_answer only its answer', async (t) => {
  const { call, router } = await bench(t);
  router.faults.set({ kind: 'drop_after_read', count: 1, method: 'PUT' });
  await t.rejects(call('PUT', '/interface/vlan', vlan), { code: 'ECONNRESET' });
  t.same((await call('GET', '/interface/vlan?name=vlan99')).json, []);
  t.match(router.ledger.entries().at(-1), {
    outcome: { result: 'not_executed', status: 0, fault: 'drop_after_read' },
  });
  router.faults.set({ kind: 'drop_before_answer', count: 1, path: '/rest/interface/*' });
  await t.rejects(call('PUT', '/interface/vlan', vlan), { code: 'ECONNRESET' });
  t.equal(rows(await call('GET', '/interface/vlan?name=vlan99')).length, 1);
  t.match(router.ledger.entries().at(-1), {
    outcome: { result: 'executed', status: 201, fault: 'drop_before_answer' },
  });
  t.equal(router.ledger.size, 2);
  t.same(router.faults.list(), []);
});

t.test('half_answer acts and breaks off in the middle of the body', async (t) => {
  const { call, router } = await bench(t);
  router.faults.set({ kind: 'half_answer', count: 1 });
  await t.rejects(call('PUT', '/interface/vlan', vlan), { code: 'ECONNRESET' });
  t.equal(rows(await call('GET', '/interface/vlan?name=vlan99')).length, 1);
});

t.test('unauthorized and rate_limited refuse good requests in the vendor shape', async (t) => {
  const { call, router } = await bench(t);
  router.faults.set({ kind: 'unauthorized', count: 1 });
  router.faults.set({ kind: 'rate_limited', count: 1 });
  t.same((await call('PUT', '/interface/vlan', vlan)).json, { error: 401, message: 'Unauthorized' });
  const limited = await call('PUT', '/interface/vlan', vlan);
  t.equal(limited.status, 429);
  t.equal(limited.headers['retry-after'], '1');
  t.same(
    router.ledger.entries().map((entry) => entry.outcome.result),
    ['refused', 'refused'],
  );
  t.equal((await call('PUT', '/interface/vlan', vlan)).status, 201);
});

t.test('slow acts at once and answers later; hang never acts and ends with the session', async (t) => {
  const { call, router } = await bench(t);
  router.faults.set({ kind: 'slow', delay_ms: 300_000, count: 1 });
  const slow = call('PUT', '/interface/vlan', vlan);
  while (router.ledger.size === 0) await call('GET', '/system/identity', undefined, '');
  t.same(rows(await call('GET', '/interface/vlan?name=vlan99')).length, 1);
  router.clock.advance(300_000);
  t.equal((await slow).status, 201);
  router.faults.set({ kind: 'hang', count: 1 });
  const hung = call('DELETE', '/interface/vlan/vlan99');
  while (router.ledger.size === 1) await call('GET', '/system/identity', undefined, '');
  router.clock.advance(60_000);
  t.equal(row(await hung)['detail'], 'Session closed');
  t.match(router.ledger.entries().at(-1)?.outcome, { result: 'not_executed', fault: 'hang' });
  t.equal(rows(await call('GET', '/interface/vlan?name=vlan99')).length, 1);
});

t.test('faults keep to their method, path and count', async (t) => {
  const { call, router } = await bench(t);
  router.faults.set({ kind: 'unauthorized', method: 'GET', path: '/rest/interface', count: 2 });
  t.equal((await call('GET', '/interface/vlan')).status, 200);
  t.equal((await call('POST', '/interface/print', {})).status, 200);
  t.equal((await call('GET', '/interface?name=ether1')).status, 401);
  t.match(router.faults.list(), [{ kind: 'unauthorized', remaining: 1 }]);
  router.faults.clear();
  t.equal((await call('GET', '/interface')).status, 200);
});

t.test('the control server arms and clears faults, and refuses what is no fault', async (t) => {
  const { call, control, router } = await bench(t);
  const armed = await control('POST', '/faults', { kind: 'unauthorized', count: 5 });
  t.equal(armed.status, 201);
  t.equal((await call('GET', '/interface')).status, 401);
  t.equal((await control('DELETE', '/faults')).status, 200);
  t.equal((await call('GET', '/interface')).status, 200);
  for (const bad of [
    { kind: 'melt' },
    { kind: 'slow' },
    { kind: 'hang', count: 0 },
    { kind: 'hang', other: 1 },
    [],
    'x',
  ]) {
    t.equal((await control('POST', '/faults', bad)).status, 400, JSON.stringify(bad));
  }
  t.same(router.faults.list(), []);
  t.equal((await control('POST', '/clock', { advance_ms: -1 })).status, 400);
  t.equal((await control('GET', '/nothing')).status, 404);
});
