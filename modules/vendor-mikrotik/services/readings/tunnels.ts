import {
  listIn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
  type VpnProtocol,
  type VpnReading,
  type VpnTunnel,
} from '@patchbay/vendor-kit';

/** Under this name a snapshot carries which tunnels stood; no feature is called so. */
export const TUNNEL_STATE = 'reading.vpn_state';

/** Lists that a sync reads for the sake of tunnels; packages may be missing. */
export const tunnelMenus = {
  'vpn.wireguard': '/interface/wireguard',
  'vpn.wireguard_peer': '/interface/wireguard/peers',
  'vpn.ipsec_peer': '/ip/ipsec/peer',
  'vpn.ipsec_policy': '/ip/ipsec/policy',
  'vpn.l2tp_client': '/interface/l2tp-client',
  'vpn.gre': '/interface/gre',
} as const;

export const routerTunnels: VpnReading = {
  features: [...Object.keys(tunnelMenus), TUNNEL_STATE],
  tunnels: (objects) => [...wireguard(objects), ...ipsec(objects), ...l2tp(objects), ...gre(objects)],
};

/** Of each tunnel whether it stood. That is no part of its configuration, so it is kept apart from it. */
export const tunnelStates = (objects: ObjectsByFeature): readonly VendorValue[] =>
  Object.keys(tunnelMenus).flatMap((feature) =>
    objectsOf(objects, feature)
      .filter((row) => row['running'] !== undefined || row['ph2-state'] !== undefined)
      .map((row) => ({
        '.id': `${feature} ${textIn(row, '.id')}`,
        up: row['running'] === 'true' || row['ph2-state'] === 'established',
      })),
  );

function tunnel(
  objects: ObjectsByFeature,
  feature: string,
  row: VendorValue,
  facts: Pick<VpnTunnel, 'role' | 'remote'> & { readonly protocol: VpnProtocol } & Partial<VpnTunnel>,
): VpnTunnel {
  const id = textIn(row, '.id');
  const state = objectsOf(objects, TUNNEL_STATE).find((each) => each['.id'] === `${feature} ${id}`);
  return {
    feature,
    target_id: id,
    name: textIn(row, 'name') || textIn(row, 'comment') || id,
    enabled: textIn(row, 'disabled') !== 'true',
    up: typeof state?.['up'] === 'boolean' ? state['up'] : null,
    local: null,
    local_networks: [],
    remote_networks: [],
    peers: 1,
    ...facts,
  };
}

/** An interface with its peers; one that names their addresses calls them, one that does not is called. */
function wireguard(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const peers = objectsOf(objects, 'vpn.wireguard_peer');
  return objectsOf(objects, 'vpn.wireguard').map((row) => {
    const own = peers.filter((peer) => textIn(peer, 'interface') === textIn(row, 'name'));
    const called = own.map((peer) => textIn(peer, 'endpoint-address')).filter((address) => address !== '');
    return tunnel(objects, 'vpn.wireguard', row, {
      protocol: 'wireguard',
      role: own.length === 1 && called.length === 1 ? 'peer' : 'server',
      local: textIn(row, 'listen-port') === '' ? null : `:${textIn(row, 'listen-port')}`,
      remote: called.join(', ') || null,
      remote_networks: own.flatMap((peer) => listIn(peer, 'allowed-address')),
      peers: own.length,
    });
  });
}

function ipsec(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const policies = objectsOf(objects, 'vpn.ipsec_policy').filter((row) => textIn(row, 'template') !== 'true');
  return objectsOf(objects, 'vpn.ipsec_peer').map((row) => {
    const own = policies.filter((policy) => textIn(policy, 'peer') === textIn(row, 'name'));
    const states = objectsOf(objects, TUNNEL_STATE);
    const up = own.map(
      (policy) => states.find((each) => each['.id'] === `vpn.ipsec_policy ${textIn(policy, '.id')}`)?.['up'],
    );
    return tunnel(objects, 'vpn.ipsec_peer', row, {
      protocol: 'ipsec',
      role: textIn(row, 'passive') === 'true' ? 'server' : 'site_to_site',
      local: textIn(row, 'local-address') || null,
      remote: textIn(row, 'address') || null,
      local_networks: own.map((policy) => textIn(policy, 'src-address')).filter((network) => network !== ''),
      remote_networks: own.map((policy) => textIn(policy, 'dst-address')).filter((network) => network !== ''),
      up: up.some((each) => typeof each === 'boolean') ? up.includes(true) : null,
    });
  });
}

const l2tp = (objects: ObjectsByFeature): readonly VpnTunnel[] =>
  objectsOf(objects, 'vpn.l2tp_client').map((row) =>
    tunnel(objects, 'vpn.l2tp_client', row, {
      protocol: 'l2tp',
      role: 'client',
      remote: textIn(row, 'connect-to') || null,
    }),
  );

const gre = (objects: ObjectsByFeature): readonly VpnTunnel[] =>
  objectsOf(objects, 'vpn.gre').map((row) =>
    tunnel(objects, 'vpn.gre', row, {
      protocol: 'gre',
      role: 'site_to_site',
      local: textIn(row, 'local-address') || null,
      remote: textIn(row, 'remote-address') || null,
    }),
  );
