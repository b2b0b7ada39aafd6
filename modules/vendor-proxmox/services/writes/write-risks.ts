import type { WeighedFeature } from '@patchbay/vendor-kit';
import { containerReach, machineReach } from './host-reach.ts';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'escalatesAsWhole' | 'harmless'>;

/** A container without the confinement of its users: root in it is root on the host. */
const privileged = {
  field: 'unprivileged',
  when: (value: unknown) => ['0', 'false', 'no', 'off'].includes(String(value)),
};

/** Fields by which host or guest run something or let someone in, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  // Arguments of the emulator, and programs the guest runs when it starts.
  'vm.create': ['args', 'cicustom'],
  'vm.config': ['args', 'cicustom', 'ciuser', 'cipassword'],
  'container.create': ['env', privileged],
  'container.config': ['env', privileged],
  // Folders of the host, whose files guests then get as volumes.
  'storage.definition': ['options', 'path', 'content-dirs'],
  // Folders that are written with every right.
  'backup.run': ['dumpdir', 'tmpdir'],
  'backup.job': ['dumpdir', 'tmpdir'],
  'node.network': ['ovs_options'],
  // Methods of signing in to the host, and users who may set tags.
  'cluster.options': ['user-tag-access', 'webauthn', 'u2f'],
};

/** By which a guest gets at files and devices of the host, and so at the host. */
const reachesHost: Readonly<Record<string, WriteRisks['escalatesAsWhole']>> = {
  'vm.create': machineReach,
  'vm.config': machineReach,
  'container.create': containerReach,
  'container.config': containerReach,
};

const OWN_GUEST = 'is an account in the guest that the same order makes, and none of the host';

/** By feature, for names that are escalating elsewhere. */
const harmlessIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vm.create': { sshkeys: OWN_GUEST, cipassword: OWN_GUEST },
  'container.create': { 'ssh-public-keys': OWN_GUEST, password: OWN_GUEST },
};

const harmless: Readonly<Record<string, string>> = {
  group: 'is a group of hosts',
  password: 'signs in to a store elsewhere',
  schedule: 'is when copies are made, and runs nothing else',
  username: 'signs in to a store elsewhere',
  'vlan-raw-device': 'names an interface',
};

/** Risks of a payload of a feature (key without prefix). */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  const escalatesAsWhole = reachesHost[feature];
  return {
    harmless: { ...harmless, ...harmlessIn[feature] },
    ...(escalates === undefined ? {} : { escalates }),
    ...(escalatesAsWhole === undefined ? {} : { escalatesAsWhole }),
  };
};
