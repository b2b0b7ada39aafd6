import { closed } from '@patchbay/kernel/schema';
import type { ChangeOperation } from '@patchbay/vendor-kit';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { features, proxmoxFeatures } from '../vendor.ts';
import { examples } from './feature-examples.ts';
import { copyOf, featureOf, labHost, push } from './lab-host.ts';

/** Objects that are empty when they are made again. */
const holdingData = new Set(['container.snapshot', 'storage.volume', 'storage.zfs_pool']);
const validators = new Map<string, ValidateFunction>();

function accepts(name: string, operation: ChangeOperation, payload: unknown): boolean | string {
  const key = `${name} ${operation}`;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
  const validate = validators.get(key) ?? ajv.compile(closed(featureOf(name).payload(operation)));
  validators.set(key, validate);
  return validate(payload) || JSON.stringify(validate.errors);
}

t.test('every row of the table is a feature with its area, permission, risk and operations', async (t) => {
  t.equal(proxmoxFeatures.length, 62);
  for (const { name, area, catastrophic, operations } of features)
    t.match(featureOf(name), {
      key: `vmhost.${name}`,
      area,
      permission: 'hypervisor:write',
      risk: catastrophic ? 'catastrophic' : 'normal',
      operations,
      vendor: 'proxmox',
    });
  t.same(
    proxmoxFeatures.filter(({ singleton }) => singleton).map(({ key }) => key),
    ['vmhost.cluster.options', 'vmhost.cluster.bulk_start'],
  );
  t.equal(features.filter(({ catastrophic }) => catastrophic).length, 15);
});

t.test('what can be undone says how, and commands and destruction say nothing', (t) => {
  const undone = proxmoxFeatures
    .filter(({ inverse }) => inverse)
    .map(({ key }) => key.slice('vmhost.'.length));
  t.same(undone, [
    'vm.config',
    'container.config',
    'container.snapshot',
    'snapshot.config',
    'storage.definition',
    'storage.volume',
    'storage.zfs_pool',
    'backup.job',
    'cluster.options',
    'cluster.pool',
    'ha.resource',
    'ha.rule',
    'ha.group',
    'node.network',
    'node.dns',
    'replication.job',
    'sdn.zone',
    'sdn.vnet',
    'sdn.subnet',
    'sdn.controller',
    'firewall.rule',
    'firewall.cluster_rule',
  ]);
  t.end();
});

t.test(
  'every operation of every feature works on the cluster, holds there and is undone in its words',
  async (t) => {
    const { session, lab } = await labHost(t, { devices: 12 });
    const run = async (name: string, operation: ChangeOperation, payload: object, target: string | null) => {
      const feature = featureOf(name);
      const sent = push(operation, { ...payload }, target);
      const applied = await feature.apply(session, sent);
      const seen = await feature.verify?.(session, sent, applied);
      return { applied, seen };
    };
    // Objects that rows need and no row before them makes.
    const prepared: Readonly<Record<string, () => Promise<unknown>>> = {
      'snapshot.delete': () => run('snapshot.create', 'create', { vmid: 103, snapname: 'extra' }, null),
      'ha.rule': async () => {
        await run('ha.resource', 'create', { sid: 'vm:103' }, null);
        await run('ha.resource', 'create', { sid: 'vm:104' }, null);
      },
      'replication.run': () =>
        run('replication.job', 'create', { id: '103-0', target: 'pve2', type: 'local' }, null),
      'sdn.vnet': () => run('sdn.zone', 'create', { zone: 'lab', type: 'vlan', bridge: 'vmbr0' }, null),
      'sdn.subnet': () => run('sdn.vnet', 'create', { vnet: 'vnet1', zone: 'lab', tag: 10 }, null),
    };
    // Rows that take a node away, or the interface itself, come last.
    const last = ['cluster.join', 'cluster.node_remove', 'node.stopall', 'node.shutdown', 'node.reboot'];
    const ordered = [...features.filter(({ name }) => !last.includes(name)).map(({ name }) => name), ...last];
    let tried = 0;
    for (const name of ordered) {
      const feature = featureOf(name);
      const steps = examples[name] ?? [];
      t.same(
        steps.map(({ operation }) => operation),
        feature.operations,
        `${name} is tried whole`,
      );
      if (name === 'cluster.join') {
        // A host that is to join a cluster is in none: it stands alone.
        const alone = await labHost(t, { devices: 0 });
        for (const node of ['pve2', 'pve3'])
          await featureOf('cluster.node_remove').apply(alone.session, push('delete', {}, node));
        await feature.apply(alone.session, push('create', { ...steps[0]?.payload }));
        t.equal(alone.lab.ledger.entries().at(-1)?.outcome.result, 'executed', name);
        t.equal(accepts(name, 'create', steps[0]?.payload), true, name);
        tried += 1;
        continue;
      }
      if (name === 'cluster.node_remove')
        for (const { vmid, type } of await guestsOn('pve3'))
          await run(
            type === 'lxc' ? 'container.migrate' : 'vm.migrate',
            'update',
            { target: 'pve1', online: true },
            String(vmid),
          );
      await prepared[name]?.();
      let id: string | null = null;
      for (const step of steps) {
        const label = `${name} ${step.operation}`;
        const archive = name === 'backup.restore' ? { archive: await newestBackup() } : {};
        const payload = { ...step.payload, ...archive };
        t.equal(accepts(name, step.operation, payload), true, `${label}: the payload is taken`);
        t.not(
          accepts(name, step.operation, { ...payload, 'no-such-field': 1 }),
          true,
          `${label}: no unknown field`,
        );
        const target: string | null = step.target_id ?? id;
        const before = step.operation === 'create' ? null : await feature.read?.(session, target);
        if (feature.read && step.operation !== 'create' && name !== 'snapshot.config')
          t.ok(before, `${label} can be read`);
        const { applied, seen } = await run(name, step.operation, payload, target);
        tried += 1;
        t.equal(lab.ledger.entries().at(-1)?.outcome.result, 'executed', label);
        t.equal(seen?.holds, true, `${label} ${seen?.mismatch ?? ''}`);
        t.notMatch(JSON.stringify(seen?.value ?? null), /Very-Secret/, `${label} shows no secret`);
        id = applied.target_id ?? id;
        for (const copy of ['network', 'sdn'])
          t.same(copyOf(lab, 'running')[copy], copyOf(lab, 'saved')[copy], `${label} is in service`);
        if (step.operation === 'create' && feature.operations.includes('delete')) {
          t.type(id, 'string', `${label} is named`);
          const listed = await session.list(name);
          t.ok(
            listed?.some((value) => identify(name, value) === id),
            `${label} is in its list as ${id}`,
          );
        }
        if (step.operation === 'delete' && feature.operations.includes('create')) {
          const done = {
            operation: 'delete' as const,
            target_id: target,
            payload,
            before: before ?? null,
            after: null,
          };
          const inverse = feature.inverse?.(done) ?? null;
          t.equal(inverse === null, holdingData.has(name), `${label} is undone unless data went with it`);
          if (inverse === null) continue;
          t.equal(accepts(name, 'create', inverse.payload), true, `${label}: what undoes it is taken`);
          const again = await run(name, 'create', inverse.payload, null);
          t.equal(again.seen?.holds, true, `${label} undone ${again.seen?.mismatch ?? ''}`);
          t.same(await feature.read?.(session, again.applied.target_id), before, `${label} stands as before`);
          await run(name, 'delete', step.payload, again.applied.target_id);
        }
        if (step.operation === 'update' && feature.operations.includes('create') && feature.read) {
          const after = seen?.value ?? null;
          const inverse = feature.inverse?.({
            operation: 'update',
            target_id: id,
            payload,
            before: before ?? null,
            after,
          });
          t.ok(inverse, `${label} is undone`);
          if (!inverse) continue;
          t.equal(accepts(name, 'update', inverse.payload), true, `${label}: what undoes it is taken`);
          const undone = await run(name, 'update', inverse.payload, inverse.target_id);
          t.equal(undone.seen?.holds, true, `${label} undone ${undone.seen?.mismatch ?? ''}`);
          t.same(await feature.read(session, id), before, `${label} stands as before`);
        }
      }
    }
    t.equal(
      tried,
      features.reduce((sum, { operations }) => sum + operations.length, 0),
    );

    async function newestBackup(): Promise<string> {
      const listed = (await session.list('storage.volume')) ?? [];
      return String(listed.find(({ content }) => content === 'backup')?.['volid']);
    }
    async function guestsOn(node: string) {
      const listed = [
        ...((await session.list('vm.config')) ?? []),
        ...((await session.list('container.config')) ?? []),
      ];
      return listed
        .filter((value) => value['node'] === node)
        .map((value) => ({ vmid: value['vmid'], type: value['hostname'] === undefined ? 'qemu' : 'lxc' }));
    }
  },
);

const { proxmoxVendor } = await import('../vendor.ts');
const vendor = proxmoxVendor({ send: () => Promise.reject(new Error('nothing is sent')) });
const identify = (name: string, value: Readonly<Record<string, unknown>>) => vendor.identify?.(name, value);
