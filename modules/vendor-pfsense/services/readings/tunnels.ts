import {
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
  type VpnReading,
  type VpnTunnel,
} from '@patchbay/vendor-kit';

/** Configured tunnels; the configuration does not show whether they stand. */
export const firewallTunnels: VpnReading = {
  features: [
    ...['vpn.ipsec_phase1', 'vpn.ipsec_phase2', 'vpn.wireguard_tunnel', 'vpn.wireguard_peer'],
    ...['vpn.openvpn_server', 'vpn.openvpn_client'],
  ],
  tunnels: (objects) => [
    ...ipsec(objects),
    ...wireguard(objects),
    ...openvpn(objects, 'vpn.openvpn_server'),
    ...openvpn(objects, 'vpn.openvpn_client'),
  ],
};

const unknown = { up: null, local_networks: [], remote_networks: [], peers: 1 } as const;

function ipsec(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const children = objectsOf(objects, 'vpn.ipsec_phase2');
  return objectsOf(objects, 'vpn.ipsec_phase1').map((row) => {
    const own = children.filter((child) => textIn(child, 'ikeid') === textIn(row, 'ikeid'));
    const remote = textIn(row, 'remote_gateway');
    return {
      ...unknown,
      feature: 'vpn.ipsec_phase1',
      target_id: textIn(row, 'target_id'),
      name: textIn(row, 'descr') || `IPsec ${textIn(row, 'ikeid')}`,
      protocol: 'ipsec',
      role: remote === '' || remote === '0.0.0.0' ? 'server' : 'site_to_site',
      enabled: !isOn(row, 'disabled'),
      local: textIn(row, 'interface') || null,
      remote: remote || null,
      local_networks: own.flatMap((child) => networkIn(child, 'localid')),
      remote_networks: own.flatMap((child) => networkIn(child, 'remoteid')),
    };
  });
}

/** An address with its length, or the interface whose network is meant. */
function networkIn(child: VendorValue, side: 'localid' | 'remoteid'): readonly string[] {
  const [address, bits] = [textIn(child, `${side}_address`), textIn(child, `${side}_netbits`)];
  if (address === '') return [textIn(child, `${side}_type`)].filter((type) => type !== '');
  return [bits === '' ? address : `${address}/${bits}`];
}

function wireguard(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const peers = objectsOf(objects, 'vpn.wireguard_peer');
  return objectsOf(objects, 'vpn.wireguard_tunnel').map((row) => {
    const own = peers.filter((peer) => textIn(peer, 'tun') === textIn(row, 'name'));
    const called = own.map((peer) => textIn(peer, 'endpoint')).filter((address) => address !== '');
    const port = textIn(row, 'listenport');
    return {
      ...unknown,
      feature: 'vpn.wireguard_tunnel',
      target_id: textIn(row, 'target_id'),
      name: textIn(row, 'descr') || textIn(row, 'name'),
      protocol: 'wireguard',
      role: own.length === 1 && called.length === 1 ? 'peer' : 'server',
      enabled: isOn(row, 'enabled', true),
      local: port === '' ? null : `:${port}`,
      remote: called.join(', ') || null,
      local_networks: networksIn(row['addresses']),
      remote_networks: own.flatMap((peer) => networksIn(peer['allowedips'])),
      peers: own.length,
    };
  });
}

function networksIn(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return [];
  return rows
    .filter((row): row is VendorValue => typeof row === 'object' && row !== null)
    .map((row) => `${textIn(row, 'address')}/${textIn(row, 'mask')}`);
}

function openvpn(
  objects: ObjectsByFeature,
  feature: 'vpn.openvpn_server' | 'vpn.openvpn_client',
): readonly VpnTunnel[] {
  const isServer = feature === 'vpn.openvpn_server';
  return objectsOf(objects, feature).map((row) => {
    const local = `${textIn(row, 'interface')}:${textIn(row, 'local_port')}`;
    const remote = `${textIn(row, 'server_addr')}:${textIn(row, 'server_port')}`;
    return {
      ...unknown,
      feature,
      target_id: textIn(row, 'target_id'),
      name: textIn(row, 'description') || `OpenVPN ${textIn(row, 'vpnid')}`,
      protocol: 'openvpn',
      role:
        isServer && !textIn(row, 'mode').startsWith('p2p') ? 'server' : isServer ? 'site_to_site' : 'client',
      enabled: !isOn(row, 'disable'),
      local: isServer ? local : null,
      remote: isServer ? null : remote,
      local_networks: [...listIn(row, 'local_network'), ...listIn(row, 'tunnel_network')],
      remote_networks: listIn(row, 'remote_network'),
    };
  });
}
