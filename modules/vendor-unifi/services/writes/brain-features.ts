/**
 * Features owned by orchestration where such a controller is the brain of a site: VLANs, their addresses, their DHCP.
 */
export const ownedOnBrain: readonly string[] = ['network.vlan', 'network.dhcp_reservation'];
