import type { WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'escalatesAsWhole' | 'harmless'>;

/** As the device takes it: a value that is not plainly off is on, and so is an option that is unset. */
const isOn = (value: unknown): boolean => !['0', 'false', 'no', 'off', 'disabled'].includes(String(value));

/** Options by which the device runs something or lets someone in, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  // Programs that the point-to-point daemon starts, and files it reads.
  'interfaces.interface': ['connect', 'disconnect', 'file'],
  // Lines of a configuration that the firewall takes as they are.
  'firewall.rule': ['extra'],
  'firewall.zone': ['extra', 'extra_src', 'extra_dest'],
  'nat.port_forward': ['extra'],
  'nat.snat': ['extra'],
  // A file of rules, or a shell script, that runs at each start of the firewall.
  'firewall.include': [
    'path',
    { field: 'type', when: (value) => value !== 'nftables' },
    // Options that put an existing script to work.
    { field: 'enabled', when: isOn },
    { field: 'fw4_compatible', when: isOn },
  ],
  'dhcp.pool': ['options'],
  // Runs at each lease; files and folders are written by a program with every right.
  'dhcp.odhcpd': ['leasetrigger', 'leasefile', 'hostsdir', 'piodir'],
  // Folders read for further configuration, files written or handed out with every right.
  'dns.settings': ['confdir', 'extraconftext', 'addnmount', 'leasefile', 'logfacility', 'tftp_root'],
  // A whole configuration by its path, in which anything may stand.
  'vpn.openvpn': ['config'],
  // The door to the shell: whether and where it stands open, who may enter, and a file shown to those who knock. Unset,
  // it is open to root, by password, on every address.
  'services.ssh': [
    { field: 'enable', when: isOn },
    { field: 'PasswordAuth', when: isOn },
    { field: 'RootPasswordAuth', when: isOn },
    { field: 'RootLogin', when: isOn },
    { field: 'Interface', evenEmpty: true },
    { field: 'DirectInterface', evenEmpty: true },
    { field: 'Port', evenEmpty: true },
    'keyfile',
    'rsakeyfile',
    'GatewayPorts',
    'BannerFile',
  ],
  // Takes the address from the output of a script that stands there already.
  'services.ddns': [{ field: 'ip_source', when: (value) => value === 'script' }],
  // Paths that are written with every right, and the sign-in at the serial console.
  'system.settings': ['log_file', 'urandom_seed', 'ttylogin'],
  'security.rpc_login': ['username', 'password', 'read', 'write'],
};

/** A new door to the shell is open as soon as it is there. */
const newDoor: WriteRisks['escalatesAsWhole'] = {
  fields: ['enable'],
  because: ({ operation }) => (operation === 'create' ? ['enable'] : []),
};

/** By which people or programs sign in, or scripts run; started, they are open. */
const doors = [
  'dropbear',
  'sshd',
  'telnet',
  'telnetd',
  'uhttpd',
  'nginx',
  'rpcd',
  'cron',
  'done',
  'boot',
  'ttyd',
];

/** Services by which others get in once they are started, and the one that keeps them out until it is stopped. */
const opening: WriteRisks['escalatesAsWhole'] = {
  fields: ['name', 'action'],
  because: ({ payload }) => {
    const { name, action } = payload;
    const isEnding = action === 'stop' || action === 'disable';
    const isOpening = name === 'firewall' ? isEnding : doors.includes(String(name)) && !isEnding;
    return isOpening ? ['name', 'action'] : [];
  },
};

const asWhole: Readonly<Record<string, WriteRisks['escalatesAsWhole']>> = {
  'services.ssh': newDoor,
  'services.control': opening,
};

const NETWORK = 'opens a network, a tunnel or a service of others, not the device';

const harmless: WriteRisks['harmless'] = {
  auth_user_pass: NETWORK,
  custom_chains: 'switches chains of the firewall on, and holds none of their rules',
  dhcp_option: 'is told to clients of the network',
  dhcpv6_raw: 'is told to clients of the network',
  eap_user_file: 'names a file of people who may join the network',
  he_mu_edca_qos_info_param_count: 'is a number of the radio',
  iw_venue_group: 'is a kind of place',
  password: NETWORK,
  priv_key: NETWORK,
  priv_key_pwd: NETWORK,
  private_key_passwd: NETWORK,
  qdisc_advanced: 'shows more fields in the device’s own pages',
  trigger: 'names the event of a light',
  username: NETWORK,
  venue_group: 'is a kind of place',
  wpa_group_rekey: 'is a time',
};

/** Risks of a payload of a feature (key without prefix). */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  const escalatesAsWhole = asWhole[feature];
  return {
    harmless,
    ...(escalates === undefined ? {} : { escalates }),
    ...(escalatesAsWhole === undefined ? {} : { escalatesAsWhole }),
  };
};
