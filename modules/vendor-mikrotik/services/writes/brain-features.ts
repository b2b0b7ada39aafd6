/**
 * Features owned by orchestration where such a controller is the brain of a site: VLANs, their addresses, their DHCP.
 */
export const ownedOnBrain: readonly string[] = [
  'interfaces.vlan',
  'interfaces.bridge_vlan',
  'interfaces.address',
  'dhcp.server',
  'dhcp.network',
  'dhcp.lease',
  'dhcp.option',
  'dhcp.relay',
  'dhcp.pool',
];
