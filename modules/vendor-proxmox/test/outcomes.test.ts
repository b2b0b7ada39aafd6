import type { AdapterError } from '@patchbay/vendor-kit';
import t from 'tap';
import { copyOf, failureOf, featureOf, labHost, push } from './lab-host.ts';

const tasks = /\/tasks\//;
const guest = (lab: Parameters<typeof copyOf>[0], vmid: number) =>
  (
    copyOf(lab, 'running')['guests'] as Record<
      string,
      { status: string; node: string; parent: string | null }
    >
  )[vmid];

t.test('a long task is followed to its end, past what stands in its way', async (t) => {
  const { lab, session, calls } = await labHost(t, { task_ms: 400 });
  const sent = push('update', { target: 'pve3', online: true }, '100');
  const following = featureOf('vm.migrate').apply(session, sent);
  // Looks that fail on the way say nothing of the task.
  lab.faults.set({
    kind: 'drop_before_answer',
    method: 'GET',
    path: '/api2/json/nodes/pve1/tasks/*',
    count: 2,
  });
  lab.faults.set({ kind: 'half_answer', method: 'GET', path: '/api2/json/nodes/pve1/tasks/*', count: 1 });
  t.same(await following, { target_id: '100' });
  t.equal(guest(lab, 100)?.node, 'pve3');
  t.ok(calls.filter((call) => tasks.test(call)).length > 3, 'it was looked at until it ended');
  t.match(await featureOf('vm.migrate').verify?.(session, sent, { target_id: '100' }), { holds: true });
});

t.test('a task that ends with an error is refused with its exit status', async (t) => {
  const { lab, session } = await labHost(t);
  const words = "migration aborted (duration 00:00:01): can't connect to destination";
  lab.failTask('qmigrate', words);
  const failure = await failureOf(
    featureOf('vm.migrate').apply(session, push('update', { target: 'pve3', online: true }, '100')),
  );
  t.match(failure, { type: 'adapter_error', outcome: 'refused', message: /migration aborted/ });
  t.equal(guest(lab, 100)?.node, 'pve1');
  lab.failTask('vzdump', 'unexpected status');
  const lost = featureOf('backup.run').apply(
    session,
    push('create', { node: 'pve1', vmid: '100', storage: 'shared' }),
  );
  t.match(await failureOf(lost), { outcome: 'unknown' }, 'the node died under it');
  lab.failTask('qmreboot', 'WARNINGS: 1');
  t.same(
    await featureOf('vm.reboot').apply(session, push('update', {}, '100')),
    { target_id: '100' },
    'warnings are no error',
  );
});

t.test('a task that outlasts the push is unknown, and what came of it can be read later', async (t) => {
  const { lab, session } = await labHost(t, { task_ms: 60_000 });
  const sent = push('create', { vmid: 103, snapname: 'slow' }, null, AbortSignal.timeout(60));
  const failure = await failureOf(featureOf('snapshot.create').apply(session, sent));
  t.match(failure, {
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: /still busy with its task qmsnapshot/,
  });
  t.match((failure as { detail: string }).detail, /^UPID:pve1:/);
  const verify = () => featureOf('snapshot.create').verify?.(session, sent, { target_id: '103/slow' });
  t.match(await verify(), { holds: false });
  lab.clock.advance(60_000);
  t.match(await verify(), { holds: true, value: { name: 'slow' } }, 'reading back settles it');
});

t.test('a task that may not be looked at is unknown', async (t) => {
  const { lab, session } = await labHost(t, { task_ms: 200 });
  lab.faults.set({ kind: 'unauthorized', method: 'GET', path: '/api2/json/nodes/pve1/tasks/*' });
  const failure = await failureOf(featureOf('vm.reboot').apply(session, push('update', {}, '100')));
  t.match(failure, {
    type: 'adapter_authentication_error',
    outcome: 'unknown',
    message: /was started, but not followed/,
  });
});

t.test('a commit that fails after the write leaves the outcome unknown', async (t) => {
  const { lab, session } = await labHost(t);
  const bridge = { node: 'pve1', iface: 'vmbr7', type: 'bridge' };
  lab.failTask('srvreload', 'command ifreload -a failed: exit code 1');
  const failure = await failureOf(featureOf('node.network').apply(session, push('create', bridge)));
  t.match(failure, { outcome: 'unknown', message: /saved, but is not known to be in service.*ifreload/ });
  t.notSame(copyOf(lab, 'running')['network'], copyOf(lab, 'saved')['network']);
  const seen = await featureOf('node.network').verify?.(session, push('create', bridge), {
    target_id: 'pve1/vmbr7',
  });
  t.match(seen, { holds: false, mismatch: /still wait/ });
  t.same(await featureOf('node.network_revert').apply(session, push('delete', {}, 'pve1')), {
    target_id: 'pve1',
  });
  t.same(copyOf(lab, 'running')['network'], copyOf(lab, 'saved')['network']);

  lab.faults.set({ kind: 'drop_after_read', method: 'PUT', path: '/api2/json/cluster/sdn', count: 1 });
  const zone = push('create', { zone: 'lost', type: 'simple' });
  t.match(await failureOf(featureOf('sdn.zone').apply(session, zone)), { outcome: 'unknown' });
  const saved = await featureOf('sdn.zone').verify?.(session, zone, { target_id: 'lost' });
  t.match(saved, { holds: false, mismatch: /Saved, but not in service/ });
});

t.test('what the host refuses is refused, in its words', async (t) => {
  const { lab, session } = await labHost(t);
  const tried = (name: string, ...given: Parameters<typeof push>) =>
    failureOf(featureOf(name).apply(session, push(...given)));
  lab.lock(100, 'backup');
  t.match(await tried('vm.config', 'update', { cores: 3 }, '100'), {
    type: 'adapter_error',
    outcome: 'refused',
    status: 500,
    message: /VM is locked \(backup\)/,
  });
  lab.lock(100, null);
  t.match(await tried('vm.config', 'update', { cores: 3, digest: 'a'.repeat(40) }, '100'), {
    outcome: 'refused',
    message: /detected modified configuration/,
  });
  t.match(await tried('vm.create', 'create', { node: 'pve1', vmid: 100 }), {
    outcome: 'refused',
    message: /VM 100 already exists/,
  });
  t.match(await tried('vm.create', 'create', { node: 'pve1', vmid: 990, net0: 'bridge=vmbr0' }), {
    outcome: 'refused',
    status: 400,
    message: /Parameter verification failed.*net0\.model: property is missing/,
  });
  t.match(await tried('vm.start', 'update', {}, '777'), {
    type: 'adapter_not_found',
    outcome: 'not_sent',
    message: /no virtual machine 777/,
  });
  t.match(await tried('container.start', 'update', {}, '100'), {
    type: 'adapter_not_found',
    outcome: 'not_sent',
  });
  t.match(await tried('snapshot.rollback', 'update', {}, '100/none'), {
    type: 'adapter_not_found',
    outcome: 'refused',
  });
  t.match(
    await tried('snapshot.delete', 'delete', {}, '100'),
    { outcome: 'not_sent' },
    'a target that is no snapshot',
  );
  t.match(await tried('firewall.cluster_rule', 'delete', {}, '40'), {
    type: 'adapter_not_found',
    outcome: 'not_sent',
  });
  t.equal(lab.ledger.entries().filter(({ outcome }) => outcome.result === 'executed').length, 0);
});

t.test('a node that is off refuses in the name of the one that answers', async (t) => {
  const { lab, session } = await labHost(t);
  lab.nodePower('pve2', false);
  const failure = await failureOf(
    featureOf('node.dns').apply(session, push('update', { search: 'x' }, 'pve2')),
  );
  t.match(failure, { type: 'adapter_connection_error', outcome: 'refused', status: 595 });
  const listed = await session.list('node.network');
  t.notOk(listed?.some(({ node }) => node === 'pve2'));
  t.ok(listed?.some(({ node }) => node === 'pve3'));
});

t.test('every fault of the way gives the failure and the outcome it stands for', async (t) => {
  const { lab, as, endpoint } = await labHost(t);
  const session = as({ kind: 'token', token: endpoint.credentials.api_key }, { timeoutMs: 150 });
  const path = '/api2/json/nodes/pve1/dns';
  const write = () =>
    failureOf(featureOf('node.dns').apply(session, push('update', { search: 'x' }, 'pve1')));
  const read = () => failureOf(featureOf('node.dns').read?.(session, 'pve1') ?? Promise.resolve());
  const expected = [
    ['slow', 'adapter_timeout', 'unknown'],
    ['hang', 'adapter_timeout', 'unknown'],
    ['drop_after_read', 'adapter_connection_error', 'unknown'],
    ['drop_before_answer', 'adapter_connection_error', 'unknown'],
    ['half_answer', 'adapter_connection_error', 'unknown'],
    ['rate_limited', 'adapter_rate_limit', 'refused'],
    ['unauthorized', 'adapter_authentication_error', 'refused'],
  ] as const;
  for (const [kind, type, outcome] of expected) {
    lab.faults.set({ kind, path, count: 1, ...(kind === 'slow' ? { delay_ms: 2_000 } : {}) });
    t.match(await write(), { type, outcome }, kind);
    lab.faults.set({ kind, path, count: 1, ...(kind === 'slow' ? { delay_ms: 2_000 } : {}) });
    const failure = await read();
    t.match(failure, { type }, `${kind} on a read`);
    t.not((failure as AdapterError).outcome, 'unknown', `${kind} on a read changes nothing`);
  }
  await lab.power(false);
  t.match(await write(), { type: 'adapter_connection_error', outcome: 'not_sent' });
});

t.test('a place in a list that was moved in between is not written to', async (t) => {
  const { lab, session, calls } = await labHost(t);
  const rule = { type: 'in', action: 'DROP', comment: 'mine' };
  await featureOf('firewall.cluster_rule').apply(session, push('create', rule));
  await featureOf('firewall.cluster_rule').apply(session, push('delete', {}, '0'));
  t.match(calls.at(-1), /^DELETE \/cluster\/firewall\/rules\/0/);
  t.match(lab.ledger.entries().at(-1)?.path, /digest=[0-9a-f]{40}/);
  const stale = push('update', { comment: 'other', digest: 'b'.repeat(40) }, '0');
  t.match(await failureOf(featureOf('firewall.cluster_rule').apply(session, stale)), { outcome: 'refused' });
  await featureOf('firewall.cluster_rule').apply(session, push('create', rule));
  const moved = await featureOf('firewall.cluster_rule').apply(session, push('update', { moveto: 2 }, '0'));
  t.same(moved, { target_id: '1' });
  t.match(await featureOf('firewall.cluster_rule').read?.(session, '1'), { comment: 'mine' });
});
