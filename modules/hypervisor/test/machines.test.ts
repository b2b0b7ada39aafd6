import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ProxmoxController } from '@patchbay/lab';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { bootPlatform, registered, started, tokenLogin, waitFor } from '@patchbay/test/harness';
import t from 'tap';

type Running = {
  readonly guests: Readonly<Record<string, { readonly status: string }>>;
};

t.test('machines of a Proxmox VE cluster', async (t) => {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const call = platform.call.bind(platform);
  const site_id = await platform.site(owner, 'Office');
  const lab = new ProxmoxController({ devices: 9, unauthorized_ms: 1 });
  const endpoint = await started(t, lab);
  const login = tokenLogin(endpoint.credentials.api_key);
  const cluster = { name: 'cluster', site_id, vendor: 'proxmox', endpoint, login };
  const controller_id = await registered(platform, owner, cluster);
  const statusOf = (vmid: string) => (lab.state()['running'] as Running).guests[vmid]?.status;
  const apply = (id: string) =>
    call('POST', `/gateway-vpn/changes/${id}/apply`, { as: owner, body: { force: true } });
  const invoke = (id: string, params: object, as = owner) =>
    call('POST', `/fabric/operations/${id}/invoke`, { as, body: { params: { controller_id, ...params } } });

  t.test('an event stages the start of a machine, which runs once that is applied', async (t) => {
    const stopped = Object.entries((lab.state()['running'] as Running).guests).find(
      ([, { status }]) => status === 'stopped',
    );
    const vmid = stopped?.[0] ?? '';
    const connection = await call('POST', '/fabric/connections', {
      as: owner,
      body: {
        name: 'Wake',
        source_event: 'ingest.external',
        steps: [
          {
            operation_id: 'hypervisor.vm.start',
            params: { controller_id, target_id: '{{trigger.payload.vmid}}' },
          },
        ],
      },
    });
    t.equal(connection.status, 201, connection.text);
    await platform
      .get(DATABASE)
      .write(systemPrincipal(owner.organization_id), async (work) =>
        work.events.publish(ingestExternal, { name: null, payload: { vmid } }),
      );
    const run = await waitFor('the run', async () => {
      const { body } = await call('GET', `/fabric/connections/${connection.body.id}/runs`, { as: owner });
      return body.items[0]?.finished_at ? body.items[0] : null;
    });
    t.match(run, { status: 'succeeded', steps: [{ output: { feature: 'vmhost.vm.start' } }] });
    t.equal(statusOf(vmid), 'stopped', 'staging starts nothing');
    const { change_id } = run.steps[0];
    t.match((await call('GET', `/changes/${change_id}`, { as: owner })).body, {
      status: 'pending',
      vendor: 'proxmox',
      target_id: vmid,
    });
    t.match(await apply(change_id), {
      status: 200,
      body: { change: { status: 'applied' }, attempt: { after: { status: 'running' } } },
    });
    t.equal(statusOf(vmid), 'running');
  });

  t.test('stop, shutdown, reboot and snapshot reach the cluster the same way', async (t) => {
    const steps: readonly (readonly [string, object])[] = [
      ['hypervisor.vm.snapshot', { vmid: 100, snapname: 'before-work', description: 'by the chain' }],
      ['hypervisor.vm.reboot', { target_id: '100' }],
      ['hypervisor.vm.shutdown', { target_id: '100', timeout: 30, forceStop: true }],
      ['hypervisor.vm.start', { target_id: '100' }],
      ['hypervisor.vm.stop', { target_id: '100' }],
    ];
    for (const [id, params] of steps) {
      const staged = await invoke(id, params);
      t.match(staged, { status: 200, body: { staged: true, feature: /^vmhost\./ } }, staged.text);
      const answer = await apply(staged.body.change_id);
      t.match(answer.body, { change: { status: 'applied' } }, `${id}: ${answer.text}`);
    }
    t.equal(statusOf('100'), 'stopped');
    const snapshots = lab.ledger.entries().filter(({ path }) => path.endsWith('/qemu/100/snapshot'));
    t.equal(snapshots.length, 1);
  });

  t.test('what does not fit is refused, and nothing is staged', async (t) => {
    const total = async () => (await call('GET', '/changes', { as: owner })).body.total;
    const before = await total();
    const viewer = await platform.person('viewer');
    const stranger = await platform.person('org_admin', await platform.organization('Other'));
    t.equal((await invoke('hypervisor.vm.start', { target_id: '100' }, viewer)).status, 403);
    t.match(await invoke('hypervisor.vm.start', { target_id: '100' }, stranger), {
      status: 404,
      body: { error: { type: 'CROSS_TENANT_TARGET' } },
    });
    t.match(await invoke('hypervisor.vm.start', { controller_id: 'x', target_id: '1' }), {
      status: 422,
      body: { error: { type: 'BAD_TARGET' } },
    });
    t.match(await invoke('hypervisor.vm.start', { controller_id: null, target_id: '1' }), {
      status: 422,
      body: { error: { type: 'NO_TARGET' } },
    });
    t.equal((await invoke('hypervisor.vm.start', {})).status, 422);
    t.equal((await invoke('hypervisor.vm.start', { target_id: '100', skiplock: true })).status, 422);
    t.equal((await invoke('hypervisor.vm.snapshot', { vmid: '../9', snapname: 'a1' })).status, 422);
    t.equal((await invoke('hypervisor.vm.snapshot', { vmid: 100, snapname: '9;rm' })).status, 422);
    t.equal(await total(), before);
  });

  t.test('a router has no machines', async (t) => {
    const router = await call('POST', '/controllers', {
      as: owner,
      body: { name: 'router', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' },
    });
    const answer = await invoke('hypervisor.vm.start', { controller_id: router.body.id, target_id: '100' });
    t.equal(answer.status, 404);
  });
});
