/**
 * Features owned by orchestration where such a controller is the brain of a site: VLANs, their addresses, their DHCP.
 */
export const ownedOnBrain: readonly string[] = [
  'interfaces.vlan',
  'interfaces.assignment',
  'dhcp.server',
  'dhcp.static_mapping',
  'dhcp.address_pool',
  'dhcp.custom_option',
  'dhcp.relay',
  'dhcp.backend',
];
