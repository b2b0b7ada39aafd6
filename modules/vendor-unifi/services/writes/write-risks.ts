import type { WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'harmless'>;

/** A configuration of a maker's program, taken whole: hooks may stand in it. */
const wholeConfigurations = ['openvpn_configuration', 'wireguard_client_configuration_file'];

/** Fields whose names do not tell that the console runs something by them, or lets someone in. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  'vpn.site_to_site': wholeConfigurations,
  'vpn.server': wholeConfigurations,
  'vpn.client': wholeConfigurations,
  'routing.dynamic_dns': ['options', 'custom_service'],
  // A sign-in to the console itself, though to little of it.
  'hotspot.operator': ['name', 'x_password'],
};

const oneWord = 'is one of the words that its schema lists';
const commands = [
  'wifi.client_block',
  'wifi.client_kick',
  'diagnostics.speedtest',
  'diagnostics.spectrum_scan',
  'diagnostics.locate',
  'system.backup_create',
  'insights.alarm_archive',
  'insights.dpi_reset',
];

const network = 'opens a network, a tunnel or a service of others, not the console';
const crypto = 'names parameters of a key exchange';
const gear = 'is a group of networks, addresses or access points';
const told = 'is told to clients of the network, or asked for at a DHCP server';
const shown = 'is how a page for guests looks, or what they pay by';

const harmless: Readonly<Record<string, string>> = {
  additionalHostIpSubnets: 'lists addresses',
  advanced_filtering_preference: 'is one of two words',
  ap_group_ids: gear,
  ap_group_mode: gear,
  blackoutScheduleConfiguration: 'is when a network is silent',
  custom_ip: 'is an address',
  custom_services: 'names services of a network',
  groupRekeyIntervalSeconds: 'is a time',
  group_members: gear,
  group_rekey: 'is a time',
  group_type: gear,
  ipsec_dh_group: crypto,
  ipsec_esp_dh_group: crypto,
  ipsec_ike_dh_group: crypto,
  login: network,
  mdns_proxy_custom: 'names services of a network',
  network_members_group_ids: gear,
  openvpn_username: network,
  optionNumber: told,
  password: network,
  password_enabled: network,
  portal_customized_unsplash_author_username: shown,
  pptpc_username: network,
  radius_macacl_empty_password: network,
  sae_groups: crypto,
  schedule: 'is when a rule or a network holds',
  schedule_enabled: 'is when a rule or a network holds',
  schedule_reversed: 'is when a rule or a network holds',
  schedule_with_duration: 'is when a rule or a network holds',
  src_firewall_group_id: gear,
  uid_vpn_custom_routing: 'lists networks',
  ulp_user_id: network,
  username: 'reads figures of the console, and nothing else',
  venue_group: 'is a kind of place',
  wan_dhcp_options: told,
  wan_dhcpv6_options: told,
  wan_network_group: gear,
  wan_pppoe_password_enabled: network,
  wan_pppoe_username_enabled: network,
  wan_username: network,
  x_client_private_key_password: network,
  x_openvpn_password: network,
  x_password: network,
  x_paypal_password: shown,
  x_paypal_username: shown,
  x_pptpc_password: network,
  x_wan_password: network,
};

/** What a payload of a feature may make of a write. */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless: commands.includes(feature) ? { ...harmless, cmd: oneWord } : harmless,
    ...(escalates === undefined ? {} : { escalates }),
  };
};
