import t from 'tap';
import type { ProxmoxController } from '../controllers/proxmox/controller.ts';
import { exchange } from './support/bench.ts';
import { clusterBench, dataOf, listOf, messageOf, objectOf } from './support/proxmox-bench.ts';

const upid = /^UPID:pve\d:[0-9A-F]{8}:[0-9A-F]{8}:[0-9A-F]{8}:[a-z]+:[^:]*:[^:]+:$/;

interface Copies {
  readonly saved: { readonly network: Record<string, unknown[]>; readonly guests: Record<string, object> };
  readonly running: {
    readonly network: Record<string, unknown[]>;
    readonly guests: Record<
      string,
      { readonly status: string; readonly config: object; readonly node: string }
    >;
  };
}

function copiesOf(cluster: ProxmoxController): Copies {
  const { saved, running } = cluster.state();
  return { saved: saved as Copies['saved'], running: running as Copies['running'] };
}

t.test('signing in: tokens, tickets with their word, and the wait of every refusal', async (t) => {
  const { cluster, endpoint, call } = await clusterBench(t, { unauthorized_ms: 3_000 });
  const { username, password } = endpoint.credentials;
  const waiting = call('GET', '/version', undefined, 'PVEAPIToken=root@pam!lab=wrong');
  const settled = await Promise.race([
    waiting.then(() => 'told'),
    call('GET', '/version').then(() => 'waits'),
  ]);
  t.equal(settled, 'waits');
  await t.resolves(untilAnswered(waiting, () => cluster.clock.advance(3_000)));
  const given = await call('POST', '/access/ticket', { username, password }, '');
  const { ticket, CSRFPreventionToken: csrf } = objectOf(given) as Record<string, string>;
  t.match(ticket, /^PVE:root@pam:[0-9A-F]{8}::/);
  const as = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${endpoint.url}/api2/json${path}`, {
      method,
      headers: { cookie: `PVEAuthCookie=${ticket}`, ...headers },
    });
  t.equal((await as('GET', '/nodes', {})).status, 200);
  const bare = as('DELETE', '/nodes/pve1/network', {});
  await untilAnswered(bare, () => cluster.clock.advance(3_000));
  t.equal((await bare).status, 401, 'a write without the word');
  t.equal((await as('DELETE', '/nodes/pve1/network', { CSRFPreventionToken: csrf ?? '' })).status, 200);
  const renewed = await call('POST', '/access/ticket', { username, password: ticket ?? '' }, '');
  t.not(objectOf(renewed)['ticket'], ticket, 'a ticket is renewed with itself');
  cluster.clock.advance(7_200_001);
  const late = as('GET', '/nodes', {});
  await untilAnswered(late, () => cluster.clock.advance(3_000));
  t.equal((await late).status, 401);
});

/** Moves the clock until the answer is there. */
async function untilAnswered(work: Promise<unknown>, move: () => void): Promise<void> {
  let isOver = false;
  const over = work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    move();
    await Promise.race([over, new Promise((resolve) => setImmediate(resolve))]);
  }
}

t.test('unknown paths, bodies where none belong and what only looks are refused', async (t) => {
  const { endpoint, call } = await clusterBench(t);
  t.equal((await call('GET', '/nodes/pve1/nothing')).status, 501);
  t.equal((await call('PATCH', '/version')).status, 501);
  const { url, credentials } = endpoint;
  const token = `PVEAPIToken=${credentials.api_key}`;
  const removed = await fetch(`${url}/api2/json/pools/x`, {
    method: 'DELETE',
    body: 'a=1',
    headers: { authorization: token },
  });
  t.equal(removed.status, 501);
  const reader = `PVEAPIToken=${credentials.reader_key}`;
  t.equal((await call('GET', '/cluster/resources', { type: 'vm' }, reader)).status, 200);
  const refused = await call('POST', '/nodes/pve1/qemu/100/status/stop', {}, reader);
  t.equal(refused.status, 403);
  t.match(messageOf(refused), 'Permission check failed (/vms/100, VM.PowerMgmt)');
  t.match(await call('GET', '/nodes/pve1/qemu/999/config'), { status: 500, text: /does not exist/ });
  t.match(await call('GET', '/nodes/pve9/dns'), { status: 500, text: /hostname lookup/ });
  const twice = await call('PUT', '/nodes/pve1/network/vmbr0', { iface: 'vmbr1', type: 'bridge' });
  t.match(twice, { status: 400, text: /conflicting values/ });
});

t.test('a long call answers with a task; what it does shows when the task has ended', async (t) => {
  const { cluster, call } = await clusterBench(t);
  const copies = () => copiesOf(cluster);
  const begun = dataOf(await call('POST', '/nodes/pve1/qemu/100/migrate', { target: 'pve2', online: true }));
  t.match(begun, upid);
  const path = `/nodes/pve1/tasks/${encodeURIComponent(String(begun))}`;
  t.match(objectOf(await call('GET', `${path}/status`)), { status: 'running', type: 'qmigrate', id: '100' });
  t.match(await call('PUT', '/nodes/pve1/qemu/100/config', { cores: 4 }), {
    status: 500,
    text: /VM is locked \(migrate\)/,
  });
  t.equal(copies().running.guests['100']?.node, 'pve1');
  cluster.clock.advance(1_000);
  t.match(objectOf(await call('GET', `${path}/status`)), { status: 'stopped', exitstatus: 'OK' });
  t.match(listOf(await call('GET', `${path}/log`)).at(-1), { t: 'TASK OK' });
  t.equal(copies().running.guests['100']?.node, 'pve2');
  t.match(listOf(await call('GET', '/cluster/tasks'))[0], { upid: begun, status: 'OK' });
  const other = dataOf(await call('POST', '/nodes/pve2/qemu/100/status/reboot'));
  const stopped = await call('DELETE', `/nodes/pve2/tasks/${encodeURIComponent(String(other))}`);
  t.equal(stopped.status, 200);
  const ended = await call('GET', `/nodes/pve2/tasks/${encodeURIComponent(String(other))}/status`);
  t.match(objectOf(ended), { status: 'stopped', exitstatus: 'interrupted by signal' });
  t.match(await call('GET', `/nodes/pve1/tasks/${encodeURIComponent(String(other))}/status`), {
    status: 500,
  });
});

t.test('a task that fails leaves no lock and nothing half made', async (t) => {
  const { cluster, call, done } = await clusterBench(t);
  cluster.failTask('qmcreate', 'unable to create VM 500 - no space left');
  await done('POST', '/nodes/pve1/qemu', { vmid: 500, scsi0: 'local-lvm:8' });
  t.match(await call('GET', '/nodes/pve1/qemu/500/config'), { status: 500 });
  t.notMatch((await call('GET', '/nodes/pve1/storage/local-lvm/content')).text, /vm-500/);
  cluster.failTask('qmsnapshot', 'snapshot feature is not available');
  await done('POST', '/nodes/pve1/qemu/100/snapshot', { snapname: 'xy' });
  t.match(await done('POST', '/nodes/pve1/qemu/100/snapshot', { snapname: 'xy' }), { status: 200 });
  t.same(
    listOf(await call('GET', '/nodes/pve1/qemu/100/snapshot')).map(({ name }) => name),
    ['xy', 'current'],
  );
});

t.test('the network waits in a file of its own until it is reloaded or thrown away', async (t) => {
  const { cluster, call, done } = await clusterBench(t);
  const copies = () => copiesOf(cluster);
  const bridge = { iface: 'vmbr5', type: 'bridge', cidr: '198.51.100.1/24' };
  t.equal((await call('POST', '/nodes/pve1/network', bridge)).status, 200);
  const shown = await call('GET', '/nodes/pve1/network');
  t.match((shown.json as { changes: string }).changes, /\+.*vmbr5/);
  t.match(listOf(shown).at(-1), { iface: 'vmbr5', address: '198.51.100.1', netmask: '255.255.255.0' });
  t.equal(copies().running.network['pve1']?.length, 3);
  await done('PUT', '/nodes/pve1/network');
  t.equal(copies().running.network['pve1']?.length, 4);
  t.equal((await call('GET', '/nodes/pve1/network')).text.includes('changes'), false);
  await call('DELETE', '/nodes/pve1/network/vmbr5');
  await call('DELETE', '/nodes/pve1/network');
  t.equal(copies().saved.network['pve1']?.length, 4);
  t.match(await call('POST', '/nodes/pve1/network', bridge), {
    status: 400,
    text: /interface already exists/,
  });
  t.match(await call('PUT', '/nodes/pve1/network/vmbr5', { type: 'eth' }), { status: 400 });
});

t.test('software defined networks run only after they were applied', async (t) => {
  const { call, done } = await clusterBench(t);
  t.match(await call('POST', '/cluster/sdn/zones', { zone: 'office', type: 'vlan' }), {
    status: 400,
    text: /bridge/,
  });
  t.match(await call('POST', '/cluster/sdn/vnets', { vnet: 'v1', zone: 'office' }), {
    status: 500,
    text: /does not exist/,
  });
  await call('POST', '/cluster/sdn/zones', { zone: 'office', type: 'vlan', bridge: 'vmbr0' });
  await call('POST', '/cluster/sdn/vnets', { vnet: 'v1', zone: 'office', tag: 10 });
  await call('POST', '/cluster/sdn/vnets/v1/subnets', { subnet: '10.1.0.0/24', type: 'subnet' });
  t.same(listOf(await call('GET', '/cluster/sdn/vnets', { running: '1' })), []);
  await done('PUT', '/cluster/sdn');
  t.match(listOf(await call('GET', '/cluster/sdn/vnets', { running: '1' })), [{ vnet: 'v1', tag: 10 }]);
  t.match(listOf(await call('GET', '/cluster/sdn/vnets/v1/subnets')), [
    { subnet: 'office-10.1.0.0-24', cidr: '10.1.0.0/24' },
  ]);
  t.match(await call('DELETE', '/cluster/sdn/zones/office'), { status: 500, text: /used by 'v1'/ });
});

t.test('settings of a running guest wait for its restart', async (t) => {
  const { cluster, call, done } = await clusterBench(t);
  const copies = () => copiesOf(cluster);
  await call('PUT', '/nodes/pve1/qemu/100/config', { cores: 8, name: 'renamed' });
  t.match(objectOf(await call('GET', '/nodes/pve1/qemu/100/config')), { cores: 8, name: 'renamed' });
  t.match(objectOf(await call('GET', '/nodes/pve1/qemu/100/config', { current: '1' })), {
    cores: 2,
    name: 'renamed',
  });
  const pending = listOf(await call('GET', '/nodes/pve1/qemu/100/pending'));
  t.match(
    pending.find(({ key }) => key === 'cores'),
    { value: '2', pending: '8' },
  );
  t.match(copies().running.guests['100']?.config, { cores: '2' });
  await done('POST', '/nodes/pve1/qemu/100/status/reboot');
  t.match(copies().running.guests['100']?.config, { cores: '8' });
});

t.test('guests are made, cloned and destroyed with their volumes', async (t) => {
  const { cluster, call, done } = await clusterBench(t);
  await done('POST', '/nodes/pve1/qemu', { vmid: 600, scsi0: 'local-lvm:4', net0: 'virtio,bridge=vmbr0' });
  const made = objectOf(await call('GET', '/nodes/pve1/qemu/600/config'));
  t.match(made, {
    scsi0: 'local-lvm:vm-600-disk-0,size=4G',
    net0: /^virtio=BC:24:11:[0-9A-F:]{8},bridge=vmbr0$/,
  });
  await done('POST', '/nodes/pve1/qemu/600/clone', { newid: 601, full: true });
  const copy = objectOf(await call('GET', '/nodes/pve1/qemu/601/config'));
  t.match(copy, { scsi0: 'local-lvm:vm-601-disk-0,size=4G' });
  t.not(copy['net0'], made['net0']);
  await done('PUT', '/nodes/pve1/qemu/601/resize', { disk: 'scsi0', size: '+6G' });
  t.match(objectOf(await call('GET', '/nodes/pve1/qemu/601/config')), { scsi0: /size=10G$/ });
  await call('PUT', '/nodes/pve1/qemu/601/config', { delete: 'scsi0' });
  t.match(objectOf(await call('GET', '/nodes/pve1/qemu/601/config')), { unused0: 'local-lvm:vm-601-disk-0' });
  const words = [
    ['POST', '/nodes/pve1/qemu/601/status/reboot', {}, /VM 601 not running/],
    ['POST', '/nodes/pve1/qemu/100/migrate', { target: 'pve2' }, /without --online/],
    ['POST', '/nodes/pve1/qemu/600/migrate', { target: 'pve1' }, /target is local node/],
    ['DELETE', '/nodes/pve1/qemu/100', undefined, /is running/],
    ['PUT', '/nodes/pve1/qemu/600/resize', { disk: 'scsi0', size: '1G' }, /shrinking/],
    ['POST', '/nodes/pve1/qemu/600/template', { disk: 'scsi9' }, null],
  ] as const;
  for (const [method, path, params, refusal] of words) {
    const answer = await call(method, path, params);
    if (refusal === null) t.equal(answer.status, 200);
    else t.match(answer, { text: refusal }, `${path} ${answer.text}`);
  }
  cluster.clock.advance(1_000);
  await done('DELETE', '/nodes/pve1/qemu/601', { purge: '1' });
  t.notMatch((await call('GET', '/nodes/pve1/storage/local-lvm/content')).text, /vm-601/);
});

t.test('backups are made, thinned out and brought back', async (t) => {
  const { cluster, call, done } = await clusterBench(t);
  const listed = async () =>
    listOf(await call('GET', '/nodes/pve1/storage/shared/content', { content: 'backup' })).map(({ volid }) =>
      String(volid),
    );
  for (let count = 0; count < 3; count += 1) {
    await done('POST', '/nodes/pve1/vzdump', { vmid: '100', storage: 'shared' });
    cluster.clock.advance(60_000);
  }
  t.equal((await listed()).length, 3);
  await done('DELETE', '/nodes/pve1/storage/shared/prunebackups', { 'prune-backups': 'keep-last=1' });
  const [kept = ''] = await listed();
  t.match(kept, /^shared:backup\/vzdump-qemu-100-/);
  t.match(await call('POST', '/nodes/pve1/qemu', { vmid: 100, archive: kept }), { text: /already exists/ });
  t.match(await call('POST', '/nodes/pve1/qemu', { vmid: 100, archive: kept, force: true }), {
    text: /vm is running/,
  });
  await done('POST', '/nodes/pve1/qemu/100/status/stop');
  await done('POST', '/nodes/pve1/qemu', { vmid: 100, archive: kept, force: true, name: 'restored' });
  t.match(objectOf(await call('GET', '/nodes/pve1/qemu/100/config')), { name: 'restored', cores: 2 });
});

t.test('the ledger has every write, and the summary says what is there', async (t) => {
  const { cluster, endpoint, call } = await clusterBench(t);
  await call('POST', '/pools', { poolid: 'one' });
  await call('POST', '/pools', { poolid: 'one' });
  await call('GET', '/pools');
  t.match(cluster.ledger.entries(), [
    { method: 'POST', path: '/api2/json/pools', outcome: { result: 'executed', status: 200 } },
    { outcome: { result: 'refused', status: 500, detail: "pool 'one' already exists" } },
  ]);
  const summary = await exchange(endpoint.control_url, 'GET');
  t.match(summary.json, { vendor: 'proxmox', product: 'Proxmox VE 9.1.2', nodes: 3, guests: 6, writes: 2 });
  t.notMatch(JSON.stringify(cluster.state()), new RegExp(endpoint.credentials.password));
});
