import type { Push } from '@patchbay/vendor-kit';
export interface Step {
  readonly operation: Push['operation'];
  readonly payload: Push['payload'];
  /** Absent for what the step before made. */
  readonly target_id?: string;
}

const create = (payload: Push['payload']): Step => ({ operation: 'create', payload });
const update = (payload: Push['payload'], target_id?: string): Step => ({
  operation: 'update',
  payload,
  ...(target_id === undefined ? {} : { target_id }),
});
const remove = (target_id?: string, payload: Push['payload'] = {}): Step => ({
  operation: 'delete',
  payload,
  ...(target_id === undefined ? {} : { target_id }),
});

const template = 'local:vztmpl/debian-13-standard_13.1-2_amd64.tar.zst';
const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');

/** Every operation of every feature, in the order of the table; later ones build on what earlier ones left. */
export const examples: Readonly<Record<string, readonly Step[]>> = {
  'vm.create': [
    create({
      node: 'pve1',
      vmid: 900,
      name: 'made',
      memory: '1024',
      cores: 2,
      onboot: true,
      scsi0: 'local-lvm:8,discard=on',
      net0: 'virtio,bridge=vmbr0,tag=20',
      tags: 'lab;new',
      description: 'made by a test\nwith two lines',
      cipassword: 'Very-Secret-1',
    }),
  ],
  'vm.config': [update({ cores: 4, memory: 2048, delete: 'tags', onboot: 0 }, '900')],
  'vm.destroy': [remove('900', { purge: 1 })],
  'vm.start': [update({ timeout: 60 }, '103')],
  'vm.stop': [update({}, '103')],
  'vm.shutdown': [update({ timeout: 30, forceStop: true }, '101')],
  'vm.reboot': [update({}, '100')],
  'vm.suspend': [update({}, '100')],
  'vm.resume': [update({}, '100')],
  'vm.reset': [update({}, '100')],
  'vm.clone': [create({ vmid: 100, newid: 901, full: true, name: 'copy' })],
  'vm.migrate': [update({ target: 'pve3', online: true, 'with-local-disks': true }, '100')],
  'vm.resize_disk': [update({ disk: 'scsi0', size: '+10G' }, '100')],
  'vm.move_disk': [update({ disk: 'scsi0', storage: 'shared', delete: true }, '100')],
  'vm.template': [update({}, '901')],
  'container.create': [
    create({
      node: 'pve2',
      vmid: 910,
      ostemplate: template,
      hostname: 'made-ct',
      memory: 256,
      rootfs: 'local-lvm:4',
      net0: 'name=eth0,bridge=vmbr0,ip=dhcp',
      unprivileged: true,
      password: 'Very-Secret-2',
    }),
  ],
  'container.config': [update({ memory: 512, description: 'grown' }, '910')],
  'container.destroy': [remove('910', { purge: 1 })],
  'container.start': [update({}, '111')],
  'container.stop': [update({}, '111')],
  'container.shutdown': [update({}, '105')],
  'container.reboot': [update({}, '102')],
  'container.clone': [create({ vmid: 105, newid: 911, hostname: 'copy-ct' })],
  'container.migrate': [update({ target: 'pve1', restart: true }, '102')],
  'container.snapshot': [create({ vmid: 102, snapname: 'before', description: 'kept' }), remove()],
  'snapshot.create': [create({ vmid: 103, snapname: 'before', description: 'first', vmstate: false })],
  'snapshot.delete': [remove('103/extra')],
  'snapshot.rollback': [update({}, '103/before')],
  'snapshot.config': [update({ description: 'second' }, '103/before')],
  'storage.definition': [
    create({ storage: 'archive', type: 'dir', path: '/srv/archive', content: 'backup,iso' }),
    update({ content: 'iso,backup,vztmpl', disable: false }),
    remove(),
  ],
  'storage.volume': [
    create({ node: 'pve1', storage: 'local-lvm', filename: 'vm-101-disk-7', size: '4G', vmid: 101 }),
    remove(),
  ],
  'storage.download_url': [
    create({
      node: 'pve1',
      storage: 'local',
      url: 'https://images.example.test/tiny.iso',
      filename: 'tiny.iso',
      content: 'iso',
    }),
  ],
  'storage.prune': [remove('pve1/local', { 'prune-backups': 'keep-last=1', type: 'qemu' })],
  'storage.disk_wipe': [update({ disk: '/dev/sdb' }, 'pve2')],
  'storage.zfs_pool': [
    create({ node: 'pve1', name: 'tank', devices: '/dev/sdc,/dev/sdd', raidlevel: 'mirror', ashift: 12 }),
    remove(undefined, { 'cleanup-disks': true }),
  ],
  'backup.run': [
    create({ node: 'pve2', vmid: '101', storage: 'shared', mode: 'snapshot', compress: 'zstd' }),
  ],
  'backup.job': [
    create({
      schedule: 'mon..fri 02:30',
      storage: 'shared',
      vmid: '101,103',
      enabled: true,
      'prune-backups': 'keep-daily=7',
    }),
    update({ schedule: 'sat 03:00', comment: 'weekly' }),
    remove(),
  ],
  'backup.restore': [create({ node: 'pve1', vmid: 920, archive: '', storage: 'local-lvm' })],
  'cluster.options': [
    update({ migration: 'insecure,network=192.0.2.0/24', max_workers: 3, description: 'lab' }),
  ],
  'cluster.pool': [
    create({ poolid: 'office', comment: 'machines of the office' }),
    update({ vms: '101,103', comment: 'two machines' }),
    remove(),
  ],
  'cluster.join': [create({ hostname: '192.0.2.90', fingerprint, password: 'Very-Secret-3' })],
  'cluster.node_remove': [remove('pve3')],
  'cluster.bulk_start': [update({ vms: [104, 101] })],
  'ha.resource': [
    create({ sid: '101', state: 'started', max_restart: 2 }),
    update({ state: 'stopped', comment: 'off' }),
    remove(),
  ],
  'ha.rule': [
    create({ rule: 'apart', type: 'resource-affinity', resources: 'vm:103,vm:104', affinity: 'negative' }),
    update({ type: 'resource-affinity', affinity: 'positive', comment: 'together' }),
    remove(),
  ],
  'ha.group': [
    create({ group: 'first', nodes: 'pve1:2,pve2', comment: 'first choice' }),
    update({ nodes: 'pve2', restricted: true }),
    remove(),
  ],
  'node.shutdown': [update({}, 'pve2')],
  'node.reboot': [update({}, 'pve1')],
  'node.network': [
    create({
      node: 'pve1',
      iface: 'vmbr9',
      type: 'bridge',
      autostart: true,
      cidr: '198.51.100.1/24',
      bridge_ports: 'eno2',
    }),
    update({ type: 'bridge', cidr: '198.51.100.2/24', comments: 'second address' }),
    remove(),
  ],
  'node.network_revert': [remove('pve1')],
  'node.service': [update({}, 'pve1/cron')],
  'node.dns': [update({ search: 'lab.internal', dns1: '192.0.2.53', dns2: '192.0.2.54' }, 'pve1')],
  'node.apt_update': [update({ notify: false }, 'pve1')],
  'node.stopall': [update({ vms: '100,101' }, 'pve2')],
  'replication.job': [
    create({ id: '101-0', target: 'pve3', type: 'local', schedule: '*/30' }),
    update({ schedule: '*/15', rate: 10, comment: 'often' }),
    remove(undefined, { force: true }),
  ],
  'replication.run': [update({}, 'pve1/103-0')],
  'sdn.zone': [
    create({ zone: 'made', type: 'vlan', bridge: 'vmbr0' }),
    update({ mtu: 1450, nodes: 'pve1,pve2' }),
    remove(),
  ],
  'sdn.vnet': [
    create({ vnet: 'vnet9', zone: 'lab', tag: 90, alias: 'ninth' }),
    update({ tag: 91, delete: 'alias' }),
    remove(),
  ],
  'sdn.subnet': [
    create({ vnet: 'vnet1', subnet: '10.9.0.0/24', type: 'subnet', gateway: '10.9.0.1' }),
    update({ gateway: '10.9.0.254', snat: true }),
    remove(),
  ],
  'sdn.controller': [
    create({ controller: 'bgp1', type: 'bgp', asn: 65000, node: 'pve1', peers: '192.0.2.12' }),
    update({ asn: 65001, peers: '192.0.2.12,192.0.2.13' }),
    remove(),
  ],
  'firewall.rule': [
    create({
      vmid: 101,
      type: 'in',
      action: 'ACCEPT',
      proto: 'tcp',
      dport: '443',
      enable: 1,
      comment: 'web',
    }),
    update({ action: 'DROP', comment: 'closed' }),
    remove(),
  ],
  'firewall.cluster_rule': [
    create({ type: 'out', action: 'REJECT', dest: '203.0.113.0/24', log: 'info' }),
    update({ enable: 1, source: '10.0.0.0/8' }),
    remove(),
  ],
};
