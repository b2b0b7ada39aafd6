import {
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VpnReading,
  type VpnTunnel,
} from '@patchbay/vendor-kit';

/** Configured tunnels; the configuration does not show whether they stand. */
export const firewallTunnels: VpnReading = {
  features: [
    ...['vpn.wireguard_server', 'vpn.wireguard_peer', 'vpn.ipsec_connection', 'vpn.ipsec_child'],
    'vpn.openvpn_instance',
  ],
  tunnels: (objects) => [...wireguard(objects), ...ipsec(objects), ...openvpn(objects)],
};

function wireguard(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const peers = objectsOf(objects, 'vpn.wireguard_peer');
  return objectsOf(objects, 'vpn.wireguard_server').map((row) => {
    const id = textIn(row, 'uuid');
    const named = listIn(row, 'peers');
    const own = peers.filter(
      (peer) => named.includes(textIn(peer, 'uuid')) || listIn(peer, 'servers').includes(id),
    );
    const called = own.map((peer) => textIn(peer, 'serveraddress')).filter((address) => address !== '');
    return {
      feature: 'vpn.wireguard_server',
      target_id: id,
      name: textIn(row, 'name'),
      protocol: 'wireguard',
      role: own.length === 1 && called.length === 1 ? 'peer' : 'server',
      enabled: isOn(row, 'enabled', true),
      up: null,
      local: textIn(row, 'port') === '' ? null : `:${textIn(row, 'port')}`,
      remote: called.join(', ') || null,
      local_networks: listIn(row, 'tunneladdress'),
      remote_networks: own.flatMap((peer) => listIn(peer, 'tunneladdress')),
      peers: own.length,
    };
  });
}

function ipsec(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const children = objectsOf(objects, 'vpn.ipsec_child');
  return objectsOf(objects, 'vpn.ipsec_connection').map((row) => {
    const id = textIn(row, 'uuid');
    const own = children.filter((child) => textIn(child, 'connection') === id);
    return {
      feature: 'vpn.ipsec_connection',
      target_id: id,
      name: textIn(row, 'description') || id,
      protocol: 'ipsec',
      role: textIn(row, 'remote_addrs') === '' ? 'server' : 'site_to_site',
      enabled: isOn(row, 'enabled', true),
      up: null,
      local: textIn(row, 'local_addrs') || null,
      remote: textIn(row, 'remote_addrs') || null,
      local_networks: own.flatMap((child) => listIn(child, 'local_ts')),
      remote_networks: own.flatMap((child) => listIn(child, 'remote_ts')),
      peers: 1,
    };
  });
}

const openvpn = (objects: ObjectsByFeature): readonly VpnTunnel[] =>
  objectsOf(objects, 'vpn.openvpn_instance').map((row) => {
    const isServer = textIn(row, 'role') === 'server';
    const port = textIn(row, 'port');
    return {
      feature: 'vpn.openvpn_instance',
      target_id: textIn(row, 'uuid'),
      name: textIn(row, 'description') || `OpenVPN ${textIn(row, 'vpnid')}`,
      protocol: 'openvpn',
      role: isServer ? 'server' : 'client',
      enabled: isOn(row, 'enabled', true),
      up: null,
      local: isServer ? `${textIn(row, 'local')}${port === '' ? '' : `:${port}`}` || null : null,
      remote: isServer ? null : textIn(row, 'remote') || null,
      local_networks: listIn(row, 'push_route'),
      remote_networks: listIn(row, 'route'),
      peers: 1,
    };
  });
