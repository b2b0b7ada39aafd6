import {
  isOn,
  listIn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VpnProtocol,
  type VpnReading,
  type VpnTunnel,
} from '@patchbay/vendor-kit';

const roles = { 'vpn.site_to_site': 'site_to_site', 'vpn.server': 'server', 'vpn.client': 'client' } as const;

/** Configured tunnels; the configuration does not show whether they stand. */
export const consoleTunnels: VpnReading = {
  features: Object.keys(roles),
  tunnels: (objects) => Object.entries(roles).flatMap(([feature, role]) => tunnelsOf(objects, feature, role)),
};

const tunnelsOf = (
  objects: ObjectsByFeature,
  feature: string,
  role: VpnTunnel['role'],
): readonly VpnTunnel[] =>
  objectsOf(objects, feature).map((row) => ({
    feature,
    target_id: textIn(row, '_id'),
    name: textIn(row, 'name'),
    protocol: protocolOf(textIn(row, 'vpn_type')),
    role,
    enabled: isOn(row, 'enabled', true),
    up: null,
    local:
      textIn(row, 'ipsec_local_ip') ||
      textIn(row, 'ipsec_interface') ||
      textIn(row, 'wireguard_interface') ||
      null,
    remote:
      textIn(row, 'ipsec_peer_ip') ||
      textIn(row, 'openvpn_remote_host') ||
      textIn(row, 'wireguard_client_peer_ip') ||
      null,
    local_networks: listIn(row, 'ip_subnet'),
    remote_networks: listIn(row, 'remote_vpn_subnets'),
    peers: 1,
  }));

function protocolOf(type: string): VpnProtocol {
  const known: readonly VpnProtocol[] = ['wireguard', 'openvpn', 'ipsec', 'l2tp'];
  return known.find((protocol) => type.includes(protocol)) ?? 'other';
}
