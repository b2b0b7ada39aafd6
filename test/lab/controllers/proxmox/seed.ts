import type { Cluster, Guest } from './cluster/cluster.ts';
import { newGuest } from './guests/guest-config.ts';
import { kept } from './guests/guest-disks.ts';
import { started } from './guests/guest-power.ts';
import type { Row } from './row.ts';

const services = ['pveproxy', 'pvedaemon', 'pvestatd', 'corosync', 'cron', 'chrony', 'ssh'];

/** Three nodes, their storage, and guests behind them: two machines of a fixed kind, two containers, and the rest. */
export function seedCluster(cluster: Cluster, guests: number): void {
  for (const [index, name] of ['pve1', 'pve2', 'pve3'].entries()) addNode(cluster, name, index + 11);
  cluster.storages.set('local', {
    type: 'dir',
    path: '/var/lib/vz',
    content: 'iso,vztmpl,backup,import,snippets,images',
  });
  cluster.storages.set('local-lvm', {
    type: 'lvmthin',
    thinpool: 'data',
    vgname: 'pve',
    content: 'images,rootdir',
  });
  cluster.storages.set('shared', {
    type: 'nfs',
    server: '192.0.2.40',
    export: '/pool/pve',
    shared: '1',
    content: 'images,rootdir,backup',
  });
  for (const name of cluster.nodes.keys()) {
    const common = { storage: 'local', node: name, size: 126_000_000, vmid: undefined };
    if (name !== 'pve1') continue;
    cluster.keep({
      ...common,
      volid: 'local:vztmpl/debian-13-standard_13.1-2_amd64.tar.zst',
      content: 'vztmpl',
      format: 'tzst',
    });
    cluster.keep({
      ...common,
      volid: 'local:iso/debian-13.2.0-amd64-netinst.iso',
      content: 'iso',
      format: 'iso',
    });
  }
  cluster.options = { keyboard: 'en-us', mac_prefix: 'BC:24:11' };
  cluster.rules.push({
    type: 'in',
    action: 'ACCEPT',
    proto: 'tcp',
    dport: '8006',
    enable: '1',
    comment: 'management',
  });
  for (let index = 0; index < guests; index += 1) addGuest(cluster, index);
}

function addNode(cluster: Cluster, name: string, host: number): void {
  const ip = `192.0.2.${host}`;
  const network: Row[] = [
    { iface: 'eno1', type: 'eth', autostart: '1' },
    { iface: 'eno2', type: 'eth' },
    {
      iface: 'vmbr0',
      type: 'bridge',
      autostart: '1',
      bridge_ports: 'eno1',
      address: ip,
      netmask: '255.255.255.0',
      cidr: `${ip}/24`,
      gateway: '192.0.2.1',
    },
  ];
  const disk = (letter: string, used?: string) => ({
    devpath: `/dev/sd${letter}`,
    size: 1_000_204_886_016,
    model: 'LAB SSD 1TB',
    used,
  });
  cluster.nodes.set(name, {
    name,
    ip,
    status: 'online',
    network: { saved: network, running: structuredClone(network) },
    dns: { search: 'lab.internal', dns1: '192.0.2.1' },
    services: new Map(services.map((service) => [service, { state: 'running', restarts: 0 }])),
    disks: [disk('a', 'mounted'), disk('b', 'partitions'), disk('c'), disk('d')],
    pools: new Map(),
    updates: [],
    bootedAt: cluster.clock.now() - 1_234_567_000,
  });
}

const roles = ['web', 'database', 'mail', 'build', 'directory', 'monitoring'];

/** Every third guest is a container; every fourth is off. */
function addGuest(cluster: Cluster, index: number): void {
  const isContainer = index % 3 === 2;
  const vmid = 100 + index;
  const node = `pve${(index % 3) + 1}`;
  const guest: Guest = newGuest(isContainer ? 'lxc' : 'qemu', vmid, node);
  const name = `${roles[index % roles.length] ?? 'guest'}-${String(index + 1).padStart(2, '0')}`;
  const config: Row = isContainer
    ? {
        hostname: name,
        arch: 'amd64',
        ostype: 'debian',
        cores: '1',
        memory: '512',
        swap: '512',
        rootfs: 'local-lvm:8',
        net0: 'name=eth0,bridge=vmbr0,ip=dhcp',
      }
    : {
        name,
        cores: '2',
        memory: '2048',
        ostype: 'l26',
        agent: '1',
        scsihw: 'virtio-scsi-single',
        boot: 'order=scsi0',
        scsi0: 'local-lvm:32',
        net0: 'virtio,bridge=vmbr0',
      };
  guest.config = kept(cluster, guest, config);
  cluster.guests.set(vmid, guest);
  if (index % 4 !== 3) started(guest);
}
