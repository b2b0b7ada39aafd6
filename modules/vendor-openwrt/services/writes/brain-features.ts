/**
 * Features owned by orchestration where such a controller is the brain of a site: VLANs, their addresses, their DHCP.
 */
export const ownedOnBrain: readonly string[] = [
  'interfaces.bridge_vlan',
  'interfaces.device',
  'interfaces.interface',
  'dhcp.pool',
  'dhcp.host',
  'dhcp.tag',
  'dhcp.relay',
  'dhcp.odhcpd',
];
