import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { bench, row } from './support/bench.ts';

t.test('the ledger holds every write in order, accepted or not, and no read', async (t) => {
  const { call, control, router } = await bench(t);
  await call('GET', '/interface');
  await call('POST', '/interface/print', {});
  await call('POST', '/export', {});
  const made = row(await call('PUT', '/interface/vlan', { interface: 'bridge', 'vlan-id': '55' }));
  await call('PUT', '/interface/vlan', { interface: 'bridge', 'vlan-id': '5555' });
  await call('PATCH', `/interface/vlan/${made['.id']}`, { comment: 'x' });
  await call('POST', '/ip/dns/cache/flush', {});
  await call('DELETE', `/interface/vlan/${made['.id']}`);
  const answer = (await control('GET', '/ledger')).json as {
    entries: ReturnType<typeof router.ledger.entries>;
  };
  t.same(answer.entries, router.ledger.entries());
  t.same(
    answer.entries.map(({ sequence, method, path, outcome }) => [
      sequence,
      method,
      path.slice(0, 20),
      outcome.status,
    ]),
    [
      [1, 'PUT', '/rest/interface/vlan', 201],
      [2, 'PUT', '/rest/interface/vlan', 400],
      [3, 'PATCH', '/rest/interface/vlan', 200],
      [4, 'POST', '/rest/ip/dns/cache/f', 200],
      [5, 'DELETE', '/rest/interface/vlan', 204],
    ],
  );
  t.equal(answer.entries[0]?.body, '{"interface":"bridge","vlan-id":"55"}');
  t.equal(answer.entries[1]?.outcome.detail, 'value of vlan-id out of range (1..4094)');
  t.equal(((await control('GET', '/ledger?after=3')).json as { entries: unknown[] }).entries.length, 2);
});

t.test('the state hash changes with the configuration and only with it', async (t) => {
  const { call, router } = await bench(t);
  const hashes = () => router.ledger.entries().map((entry) => entry.state_hash);
  await call('PUT', '/interface/vlan', { interface: 'bridge', 'vlan-id': '55', name: 'v55' });
  await call('GET', '/ip/settings');
  await call('PUT', '/interface/vlan', { interface: 'bridge', 'vlan-id': '55', name: 'v55' });
  await call('PATCH', '/interface/vlan/v55', { name: 'v55' });
  await call('PATCH', '/interface/vlan/v55', { name: 'v56' });
  const [created, refused, same, renamed] = hashes();
  t.equal(refused, created);
  t.equal(same, created);
  t.not(renamed, created);
});

t.test('the ledger file has each entry before its answer, and outlives the controller', async (t) => {
  const file = join(t.testdir({}), 'ledger.jsonl');
  const { call, router } = await bench(t, { ledger_file: file });
  router.faults.set({ kind: 'drop_before_answer', count: 1 });
  await t.rejects(call('POST', '/system/identity/set', { name: 'edge' }));
  const lines = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  t.same(lines(), router.ledger.entries());
  await router.stop();
  await router.start();
  t.equal(lines().length, 1);
});
