import type { WeighedFeature } from '@patchbay/vendor-kit';

type WriteRisks = Pick<WeighedFeature, 'escalates' | 'harmless'>;

/** A configuration of a maker's program, taken whole: hooks may stand in it. */
const wholeConfigurations = ['openvpn_configuration', 'wireguard_client_configuration_file'];

/** Fields by which the console runs something or lets someone in, although their names do not say so. */
const escalating: Readonly<Record<string, WriteRisks['escalates']>> = {
  'vpn.site_to_site': wholeConfigurations,
  'vpn.server': wholeConfigurations,
  'vpn.client': wholeConfigurations,
  'routing.dynamic_dns': ['options', 'custom_service'],
  // A sign-in to the console itself, though to little of it.
  'hotspot.operator': ['name', 'x_password'],
};

const ONE_WORD = 'is one of the words that its schema lists';
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

const NETWORK = 'opens a network, a tunnel or a service of others, not the console';
const CRYPTO = 'names parameters of a key exchange';
const GEAR = 'is a group of networks, addresses or access points';
const SENT_TO_CLIENTS = 'is told to clients of the network, or asked for at a DHCP server';
const SHOWN = 'is how a page for guests looks, or what they pay by';

const harmless: Readonly<Record<string, string>> = {
  additionalHostIpSubnets: 'lists addresses',
  advanced_filtering_preference: 'is one of two words',
  ap_group_ids: GEAR,
  ap_group_mode: GEAR,
  blackoutScheduleConfiguration: 'is when a network is silent',
  custom_ip: 'is an address',
  custom_services: 'names services of a network',
  groupRekeyIntervalSeconds: 'is a time',
  group_members: GEAR,
  group_rekey: 'is a time',
  group_type: GEAR,
  ipsec_dh_group: CRYPTO,
  ipsec_esp_dh_group: CRYPTO,
  ipsec_ike_dh_group: CRYPTO,
  login: NETWORK,
  mdns_proxy_custom: 'names services of a network',
  network_members_group_ids: GEAR,
  openvpn_username: NETWORK,
  optionNumber: SENT_TO_CLIENTS,
  password: NETWORK,
  password_enabled: NETWORK,
  portal_customized_unsplash_author_username: SHOWN,
  pptpc_username: NETWORK,
  radius_macacl_empty_password: NETWORK,
  sae_groups: CRYPTO,
  schedule: 'is when a rule or a network holds',
  schedule_enabled: 'is when a rule or a network holds',
  schedule_reversed: 'is when a rule or a network holds',
  schedule_with_duration: 'is when a rule or a network holds',
  src_firewall_group_id: GEAR,
  uid_vpn_custom_routing: 'lists networks',
  ulp_user_id: NETWORK,
  username: 'reads figures of the console, and nothing else',
  venue_group: 'is a kind of place',
  wan_dhcp_options: SENT_TO_CLIENTS,
  wan_dhcpv6_options: SENT_TO_CLIENTS,
  wan_network_group: GEAR,
  wan_pppoe_password_enabled: NETWORK,
  wan_pppoe_username_enabled: NETWORK,
  wan_username: NETWORK,
  x_client_private_key_password: NETWORK,
  x_openvpn_password: NETWORK,
  x_password: NETWORK,
  x_paypal_password: SHOWN,
  x_paypal_username: SHOWN,
  x_pptpc_password: NETWORK,
  x_wan_password: NETWORK,
};

/** Risks of a payload of a feature. */
export const risksOf = (feature: string): WriteRisks => {
  const escalates = escalating[feature];
  return {
    harmless: commands.includes(feature) ? { ...harmless, cmd: ONE_WORD } : harmless,
    ...(escalates === undefined ? {} : { escalates }),
  };
};
