type WriteRisks = Pick<WeighedFeature, 'escalates' | 'harmless'>;

/** Fields whose names do not tell that the firewall runs something by them, or lets someone in. */
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
  'services.ssh': ['enable', { field: 'sshdkeyonly', evenEmpty: true }, 'sshdagentforwarding'],
};

/** By feature, for names that tell it by themselves elsewhere. */
const harmlessIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vpn.openvpn_client': { route_no_exec: 'keeps the client from adding routes' },
};

const network = 'opens a network, a tunnel or a page of figures, not the firewall';
const told = 'is told to clients of the network';
const crypto = 'names parameters of a key exchange';

const harmless: Readonly<Record<string, string>> = {
  agentoption: told,
  auth_user: network,
  encryption_algorithm_option: crypto,
  hash_algorithm_option: crypto,
  login_time: 'is when an account of the network may be used',
  monitor_username: network,
  numberoptions: told,
  password: network,
  password_encryption: network,
  proxy_passwd: network,
  proxy_user: network,
  remove_options: 'lists what a client is not told',
  sched: 'names times at which a rule holds, or orders packets',
  scheduler: 'orders packets',
  stats_password: network,
  stats_username: network,
  trigger: 'says when a gateway counts as down',
  username: network,
  username_as_common_name: network,
};

/** What a payload of a feature (key without prefix) may make of a write. */
import type { WeighedFeature } from '@patchbay/vendor-kit';
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless: { ...harmless, ...harmlessIn[feature] },
    ...(escalates === undefined ? {} : { escalates }),
  };
};
