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
export const deviceTunnels: VpnReading = {
  features: ['vpn.wireguard_interface', 'vpn.wireguard_peer', 'vpn.openvpn', 'vpn.gre'],
  tunnels: (objects) => [...wireguard(objects), ...openvpn(objects), ...gre(objects)],
};

function wireguard(objects: ObjectsByFeature): readonly VpnTunnel[] {
  const peers = objectsOf(objects, 'vpn.wireguard_peer');
  return objectsOf(objects, 'vpn.wireguard_interface').map((row) => {
    const name = textIn(row, '.name');
    const own = peers.filter((peer) => textIn(peer, '.type') === `wireguard_${name}`);
    const called = own.map((peer) => textIn(peer, 'endpoint_host')).filter((address) => address !== '');
    const port = textIn(row, 'listen_port');
    return {
      feature: 'vpn.wireguard_interface',
      target_id: textIn(row, '.id'),
      name,
      protocol: 'wireguard',
      role: own.length === 1 && called.length === 1 ? 'peer' : 'server',
      enabled: isOn(row, 'auto', true),
      up: null,
      local: port === '' ? null : `:${port}`,
      remote: called.join(', ') || null,
      local_networks: listIn(row, 'addresses', /[\s,]+/),
      remote_networks: own.flatMap((peer) => listIn(peer, 'allowed_ips', /[\s,]+/)),
      peers: own.length,
    };
  });
}

const openvpn = (objects: ObjectsByFeature): readonly VpnTunnel[] =>
  objectsOf(objects, 'vpn.openvpn').map((row) => {
    const remote = listIn(row, 'remote').join(', ');
    const isClient = isOn(row, 'client') || remote !== '';
    const port = textIn(row, 'port');
    return {
      feature: 'vpn.openvpn',
      target_id: textIn(row, '.id'),
      name: textIn(row, '.name'),
      protocol: 'openvpn',
      role: isClient ? 'client' : 'server',
      enabled: isOn(row, 'enabled'),
      up: null,
      local: port === '' || isClient ? null : `:${port}`,
      remote: remote || null,
      local_networks: [],
      remote_networks: [],
      peers: 1,
    };
  });

const gre = (objects: ObjectsByFeature): readonly VpnTunnel[] =>
  objectsOf(objects, 'vpn.gre').map((row) => ({
    feature: 'vpn.gre',
    target_id: textIn(row, '.id'),
    name: textIn(row, '.name'),
    protocol: 'gre',
    role: 'site_to_site',
    enabled: isOn(row, 'auto', true),
    up: null,
    local: textIn(row, 'ipaddr') || null,
    remote: textIn(row, 'peeraddr') || null,
    local_networks: [],
    remote_networks: [],
    peers: 1,
  }));
