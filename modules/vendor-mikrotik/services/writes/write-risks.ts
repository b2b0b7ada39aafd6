import type { WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'escalatesAsWhole' | 'harmless'>;

const isSignIn = (value: unknown): boolean => /(^|,)\s*(login|!login)\s*(,|$)/.test(String(value));

/** Fields by which the router runs something or lets someone in, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  // A container is a program that runs on the router: its image, its arguments, and the resources it may reach.
  'container.container': [
    'remote-image',
    'file',
    'root-dir',
    'layer-dir',
    'env',
    'envlists',
    'mount',
    'mountlists',
    'devices',
    'user',
    'workdir',
  ],
  'services.radius': [{ field: 'service', when: isSignIn }],
};

/** Servers that decide whether a sign-in is right. */
const asked = ['address', 'secret', 'authentication-port', 'certificate', 'protocol', 'src-address'];

/**
 * Another server for a client that may sign people in to the router: its services are not in the payload, and
 * stand there.
 */
const otherServer: WriteRisks['escalatesAsWhole'] = {
  fields: [...asked, 'disabled'],
  because: ({ operation, payload }) =>
    operation === 'update' && payload['service'] === undefined
      ? [
          ...asked.filter((name) => payload[name] !== undefined),
          // It is asked again for all of its services.
          ...(['no', 'false', ''].includes(String(payload['disabled'] ?? 'yes')) ? ['disabled'] : []),
        ]
      : [],
};

const PEER = 'opens a network, a peer or a file, not the router';
const CRYPTO = 'names parameters of a key exchange or of a radio, not accounts';
const MATCHED = 'is matched in packets';
const SENT_TO_CLIENTS = 'is told to clients of the network';

const harmless: WriteRisks['harmless'] = {
  'aaa.password-format': 'says how a MAC address is written',
  'aaa.username-format': 'says how a MAC address is written',
  'address-list-extra-time': 'is a time',
  'connect-group': CRYPTO,
  'dh-groups': CRYPTO,
  'dhcp-option': SENT_TO_CLIENTS,
  'dhcp-option-set': SENT_TO_CLIENTS,
  'dhcp-options': 'is asked for at a DHCP server',
  'eap-password': PEER,
  'eap-username': PEER,
  group: CRYPTO,
  'group-encryption': CRYPTO,
  'group-key-update': CRYPTO,
  'icmp-options': MATCHED,
  'interworking.3gpp-info-raw': SENT_TO_CLIENTS,
  'interworking.realms-raw': SENT_TO_CLIENTS,
  'ipv4-options': MATCHED,
  'lacp-user-key': 'is a number of link aggregation',
  'local.role': 'is a role in a routing protocol',
  'login-timeout': 'is a time of the hotspot',
  'multi-passphrase-group': 'names passphrases of a wireless network',
  password: PEER,
  'pfs-group': CRYPTO,
  'policy-template-group': CRYPTO,
  'restricted-role': 'is a role in a spanning tree',
  'security.connect-group': CRYPTO,
  'security.dh-groups': CRYPTO,
  'security.eap-password': PEER,
  'security.eap-username': PEER,
  'security.group-encryption': CRYPTO,
  'security.group-key-update': CRYPTO,
  'security.multi-passphrase-group': 'names passphrases of a wireless network',
  'steering.neighbor-group': CRYPTO,
  user: PEER,
  username: PEER,
};

/** Risks of a payload of a feature (key without prefix). */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless,
    ...(escalates === undefined ? {} : { escalates }),
    ...(feature === 'services.radius' ? { escalatesAsWhole: otherServer } : {}),
  };
};
