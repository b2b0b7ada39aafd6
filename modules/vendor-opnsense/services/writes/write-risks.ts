import type { WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'harmless'>;

/** Fields by which the firewall runs something, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  // Programs that the watchdog starts as root: the check itself, and the start and stop of the service.
  'services.monit_service': ['path', 'start', 'stop'],
};

/** By feature, for names that are escalating elsewhere. */
const harmlessIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ids.settings': { UpdateCron: 'refers to a job that stands already; what that runs is the job’s own' },
};

const TUNNEL = 'opens a tunnel or an address list, not the firewall';
const SENT_TO_CLIENTS = 'is told to clients of the network';

const harmless: Readonly<Record<string, string>> = {
  authEnforceGroup: 'narrows who may use the captive portal',
  custom: 'lists fields of a log',
  gateway_group: 'is the object itself',
  group: 'is a group of interfaces',
  groups: 'narrows who may use the tunnel',
  local_group: 'narrows who may use the tunnel',
  option: SENT_TO_CLIENTS,
  option_data: SENT_TO_CLIENTS,
  option_data_autocollect: SENT_TO_CLIENTS,
  password: TUNNEL,
  program: 'filters a log by the name of a program',
  role: 'is the side of the tunnel',
  sched: 'names times at which a rule holds',
  scheduler: 'orders packets',
  toclient_groups: 'is a number of the detection',
  toserver_groups: 'is a number of the detection',
  trigger: 'says when a gateway counts as down',
  username: TUNNEL,
  username_as_common_name: TUNNEL,
};

/** Risks of a payload of a feature (key without prefix). */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless: { ...harmless, ...harmlessIn[feature] },
    ...(escalates === undefined ? {} : { escalates }),
  };
};
