import { isDeepStrictEqual } from 'node:util';
import { ProxmoxController, type ProxmoxOptions } from '@patchbay/lab';
import {
  type FeatureSample,
  isRestCall,
  type LabDevice,
  type Refusal,
  type Samples,
  vendorContract,
} from '@patchbay/test/contract';
import t from 'tap';
import { features } from '../vendor.ts';
import { examples } from './feature-examples.ts';
import { copyOf, featureOf } from './lab-host.ts';

const base = '/api2/json';

async function start(options: ProxmoxOptions = {}): Promise<LabDevice<ProxmoxController>> {
  const quick = { task_ms: 15, unauthorized_ms: 1, reboot_ms: 50 };
  const lab = new ProxmoxController({ plain_http: true, devices: 12, ...quick, ...options });
  const endpoint = await lab.start();
  return { lab, endpoint, credential: { kind: 'token', secret: endpoint.credentials.api_key ?? '' } };
}

/** A host that is in no cluster. */
async function startAlone(): Promise<LabDevice<ProxmoxController>> {
  const device = await start({ devices: 0 });
  for (const node of ['pve2', 'pve3'])
    await fetch(`${device.endpoint.url}${base}/cluster/config/nodes/${node}`, {
      method: 'DELETE',
      headers: { authorization: `PVEAPIToken=${device.credential.secret}` },
    });
  return device;
}

/** A disk that is gone stays gone. */
const lost: FeatureSample['stays'] = { delete: 'changes.no_inverse' };

/** Objects that rows need and no row before them makes, and rows that take a node away. */
const more: Readonly<Record<string, Partial<FeatureSample>>> = {
  'vm.destroy': { stays: lost },
  'container.destroy': { stays: lost },
  'container.snapshot': { stays: lost },
  'storage.volume': { stays: lost },
  'storage.zfs_pool': { stays: lost },
  'snapshot.delete': {
    first: [['snapshot.create', { vmid: 103, snapname: 'extra' }]],
    stays: lost,
  },
  'node.dns': { update: { search: 'lab.internal', dns1: '192.0.2.53' } },
  // Replication clears up on its next run.
  'replication.job': { lingers: true },
  'ha.rule': {
    first: [
      ['ha.resource', { sid: 'vm:103' }],
      ['ha.resource', { sid: 'vm:104' }],
    ],
  },
  'replication.run': { first: [['replication.job', { id: '103-0', target: 'pve2', type: 'local' }]] },
  'sdn.vnet': { first: [['sdn.zone', { zone: 'lab', type: 'vlan', bridge: 'vmbr0' }]] },
  'sdn.subnet': { first: [['sdn.vnet', { vnet: 'vnet1', zone: 'lab', tag: 10 }]] },
  'backup.restore': {
    lookUp: async (live) => ({
      archive: (await live('storage.volume')).find(({ content }) => content === 'backup')?.['volid'],
    }),
  },
  'cluster.join': { isEnd: true, start: startAlone },
  'cluster.node_remove': { isEnd: true, start: () => start({ devices: 0 }) },
  'node.stopall': { isEnd: true },
  'node.shutdown': { isEnd: true },
  'node.reboot': { isEnd: true },
};

const noInverse = (operations: readonly string[]): FeatureSample['stays'] =>
  Object.fromEntries(operations.map((operation): [string, Refusal] => [operation, 'changes.no_inverse']));

const samples: Samples = Object.fromEntries(
  features.map(({ name, operations }) => {
    const steps = examples[name] ?? [];
    const { read, inverse } = featureOf(name);
    const sample: FeatureSample = {
      ...Object.fromEntries(steps.map(({ operation, payload }) => [operation, payload])),
      ...(steps[0]?.target_id === undefined ? {} : { target: steps[0].target_id }),
      ...(!read && !inverse ? { stays: noInverse(operations) } : {}),
      ...more[name],
    };
    return [name, sample];
  }),
);

t.test('proxmox', (t) =>
  vendorContract(t, {
    vendor: 'proxmox',
    start: () => start(),
    samples: () => samples,
    secrets: ['Very-Secret'],
    waiting: ({ lab }) =>
      ['network', 'sdn'].filter(
        (copy) => !isDeepStrictEqual(copyOf(lab, 'running')[copy], copyOf(lab, 'saved')[copy]),
      ),
    isCall: (template, written) =>
      isRestCall(template, { ...written, path: written.path.slice(base.length) }),
    faults: [
      {
        feature: 'cluster.pool',
        operation: 'create',
        payload: { poolid: 'office' },
        meets: { method: 'POST', path: `${base}/pools` },
      },
    ],
  }),
);
