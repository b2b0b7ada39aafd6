import type { VendorValue, WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'escalatesAsWhole' | 'harmless'>;

/** Fields by which the firewall runs something or lets someone in, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  'dns.resolver_settings': ['python'],
  // Statements of the DHCP client's configuration, one of which names the script that it runs.
  'interfaces.assignment': [
    'adv_dhcp_config_advanced',
    'adv_dhcp_config_file_override',
    'adv_dhcp_config_file_override_path',
    'adv_dhcp_option_modifiers',
    'adv_dhcp_request_options',
    'adv_dhcp_required_options',
    'adv_dhcp_send_options',
  ],
  // Lines of the balancer's configuration, functions and actions that it runs.
  'services.haproxy_backend': ['advanced', 'advanced_backend', 'customaction', 'lua_function'],
  // The door to the shell; unset, it takes passwords.
  'services.ssh': [
    'enable',
    { field: 'port', evenEmpty: true },
    { field: 'sshdkeyonly', evenEmpty: true },
    'sshdagentforwarding',
  ],
  // Starts that door whenever it is shut.
  'services.watchdog': [{ field: 'name', when: (value) => value === 'sshd' }],
};

/** Fields that are shown to people only, and may have lines. */
const notes = ['descr', 'description', 'detail'];

/** Names of texts with lines of their own: most texts become part of a line of some program's configuration. */
function brokenLines(payload: VendorValue): readonly string[] {
  const found = new Set<string>();
  const waiting: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: payload }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, value } = next;
    if (typeof value === 'string' && /[\r\n]/.test(value) && !notes.includes(name)) found.add(name);
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, each] of Object.entries(value)) waiting.push({ name: isList ? name : key, value: each });
  }
  return [...found];
}

const opensDoor = ({ name, action }: VendorValue): boolean => name === 'sshd' && action !== 'stop';

/** A line break by which a text becomes more than its own line, and the start of the door to the shell. */
const asWhole = (feature: string): NonNullable<WriteRisks['escalatesAsWhole']> => ({
  fields: feature === 'services.control' ? ['name', 'action'] : [],
  because: ({ payload }) => [
    ...brokenLines(payload),
    ...(feature === 'services.control' && opensDoor(payload) ? ['name', 'action'] : []),
  ],
});

/** By feature, for names that are escalating elsewhere. */
const harmlessIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vpn.openvpn_client': { route_no_exec: 'keeps the client from adding routes' },
};

const NETWORK = 'opens a network, a tunnel or a page of figures, not the firewall';
const SENT_TO_CLIENTS = 'is told to clients of the network';
const CRYPTO = 'names parameters of a key exchange';

const harmless: Readonly<Record<string, string>> = {
  agentoption: SENT_TO_CLIENTS,
  auth_user: NETWORK,
  encryption_algorithm_option: CRYPTO,
  hash_algorithm_option: CRYPTO,
  login_time: 'is when an account of the network may be used',
  monitor_username: NETWORK,
  numberoptions: SENT_TO_CLIENTS,
  password: NETWORK,
  password_encryption: NETWORK,
  proxy_passwd: NETWORK,
  proxy_user: NETWORK,
  remove_options: 'lists what a client is not told',
  sched: 'names times at which a rule holds, or orders packets',
  scheduler: 'orders packets',
  stats_password: NETWORK,
  stats_username: NETWORK,
  trigger: 'says when a gateway counts as down',
  username: NETWORK,
  username_as_common_name: NETWORK,
};

/** Risks of a payload of a feature (key without prefix). */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless: { ...harmless, ...harmlessIn[feature] },
    escalatesAsWhole: asWhole(feature),
    ...(escalates === undefined ? {} : { escalates }),
  };
};
