/**
 * Features owned by orchestration where such a controller is the brain of a site: VLANs, their addresses, their DHCP.
 */
export const ownedOnBrain: readonly string[] = [
  'interfaces.vlan',
  'interfaces.assignment',
  'dhcp.subnet4',
  'dhcp.reservation4',
  'dhcp.subnet6',
  'dhcp.reservation6',
  'dhcp.dnsmasq_range',
  'dhcp.dnsmasq_host',
  'dhcp.relay',
];
