import { type Call, type Handlers, itemsOf, Reply, settings, textOf } from '../call.ts';
import { stopped } from '../guests/guest-power.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Node } from './cluster.ts';

const nodeOf = (call: Call): Node => call.cluster.node(textOf(call, 'node'));
const bootMs = 60_000;

/** The node goes away once it has answered; so does the whole interface, if it is the one that answers. */
function command(call: Call): Reply {
  const node = nodeOf(call);
  const isReboot = call.given['command'] === 'reboot';
  const afterwards = (): void => {
    for (const guest of call.cluster.guests.values()) if (guest.node === node.name) stopped(guest);
    if (node.name === call.power.node) {
      node.bootedAt = call.cluster.clock.now();
      if (isReboot) call.power.restart();
      else call.power.powerOff();
      return;
    }
    node.status = 'offline';
    if (!isReboot) return;
    call.cluster.clock.after(bootMs, () => {
      node.status = 'online';
      node.bootedAt = call.cluster.clock.now();
    });
  };
  return new Reply(null, {}, afterwards);
}

function stopAll(call: Call): string {
  const node = nodeOf(call);
  const { vms } = call.given;
  const wanted = vms === undefined ? null : new Set(itemsOf(vms));
  return call.cluster.tasks.start({
    node: node.name,
    type: 'stopall',
    user: call.user.name,
    run: () => {
      for (const guest of call.cluster.guests.values())
        if (guest.node === node.name && (wanted === null || wanted.has(String(guest.vmid)))) stopped(guest);
    },
  });
}

function restartService(call: Call): string {
  const node = nodeOf(call);
  const name = textOf(call, 'service');
  const service = node.services.get(name);
  if (service === undefined) throw refused(`no such service '${name}'`);
  return call.cluster.tasks.start({
    node: node.name,
    type: 'srvrestart',
    id: name,
    user: call.user.name,
    run: () => {
      service.state = 'running';
      service.restarts += 1;
    },
  });
}

const shownService = (service: string, state: string) => ({
  service,
  name: service,
  desc: `the service ${service}`,
  state,
  'active-state': state === 'running' ? 'active' : 'inactive',
  'unit-state': 'enabled',
});

function join(call: Call): string {
  const { cluster } = call;
  if (cluster.nodes.size > 1)
    throw refused('this host already contains virtual guests or is already part of a cluster');
  const host = textOf(call, 'hostname');
  return cluster.tasks.start({
    node: call.power.node,
    type: 'clusterjoin',
    user: call.user.name,
    run: () => {
      cluster.options = { ...cluster.options, description: `joined ${host}` };
    },
  });
}

function leave(call: Call): null {
  const { cluster } = call;
  const name = textOf(call, 'node');
  const node = cluster.nodes.get(name);
  if (node === undefined) throw refused(`Node/IP: ${name} is not a known host of the cluster.`);
  if (name === call.power.node) throw refused(`Cannot delete myself from cluster!`);
  if ([...cluster.guests.values()].some((guest) => guest.node === name))
    throw refused(`node '${name}' is in use by guests`);
  cluster.nodes.delete(name);
  return null;
}

export const nodes: Handlers = {
  'POST /nodes/{node}/status': command,
  'POST /nodes/{node}/stopall': stopAll,
  'POST /nodes/{node}/services/{service}/restart': restartService,
  'GET /nodes/{node}/services': (call) =>
    [...nodeOf(call).services].map(([name, { state }]) => shownService(name, state)),
  'GET /nodes/{node}/services/{service}/state'(call) {
    const service = nodeOf(call).services.get(textOf(call, 'service'));
    if (service === undefined) throw refused(`no such service '${textOf(call, 'service')}'`);
    return shownService(textOf(call, 'service'), service.state);
  },
  'GET /nodes/{node}/dns': (call) => nodeOf(call).dns,
  'PUT /nodes/{node}/dns'(call) {
    const node = nodeOf(call);
    node.dns = settings(call);
    return null;
  },
  'GET /nodes/{node}/apt/update': (call) => nodeOf(call).updates,
  'POST /nodes/{node}/apt/update'(call) {
    const node = nodeOf(call);
    return call.cluster.tasks.start({
      node: node.name,
      type: 'aptupdate',
      user: call.user.name,
      run: () => {
        const own = {
          Package: 'pve-manager',
          Title: 'management tools',
          OldVersion: '9.1.2',
          Version: '9.1.4',
        };
        const kind = { Arch: 'amd64', Origin: 'Proxmox', Section: 'admin', Priority: 'optional' };
        node.updates = [{ ...own, ...kind, Description: 'management tools' }];
      },
    });
  },
  'POST /cluster/config/join': join,
  'DELETE /cluster/config/nodes/{node}': leave,
  'GET /cluster/config/nodes': ({ cluster }) =>
    [...cluster.nodes.keys()].map((node, index) => ({
      node,
      name: node,
      nodeid: index + 1,
      quorum_votes: 1,
    })),
  'GET /cluster/options'({ cluster }) {
    const parsed = Object.entries(cluster.options).map(([name, value]) => [
      name,
      settingOf(name, String(value)),
    ]);
    return { keyboard: 'en-us', ...Object.fromEntries(parsed) };
  },
  'PUT /cluster/options'(call) {
    const removed = new Set(itemsOf(call.given['delete']));
    const merged = Object.entries({ ...call.cluster.options, ...settings(call) });
    if (call.given['console'] === 'applet') throw new Refusal(500, "invalid console 'applet'");
    call.cluster.options = Object.fromEntries(merged.filter(([name]) => !removed.has(name)));
    return null;
  },
};

const told = new Set([
  'crs',
  'ha',
  'migration',
  'next-id',
  'notify',
  'tag-style',
  'u2f',
  'user-tag-access',
  'webauthn',
]);

/** Some settings are told as objects. */
function settingOf(name: string, value: string): unknown {
  if (!told.has(name)) return name === 'max_workers' ? Number(value) : value;
  const parts = value.split(',').map((part) => (part.includes('=') ? part.split('=') : ['type', part]));
  return Object.fromEntries(parts);
}
