import type { LabSite, Row, Tables } from './tables.ts';

/** Settings a fresh controller has, by key, with a value for what is usually looked at. */
const settings: Readonly<Record<string, Row>> = {
  auto_speedtest: { enabled: false },
  country: { code: 276 },
  connectivity: { enabled: true },
  dpi: { enabled: true },
  global_ap: {},
  global_switch: {
    stp_version: 'rstp',
    dhcp_snoop: false,
    flowctrl_enabled: false,
    jumboframe_enabled: false,
  },
  guest_access: { auth: 'none', portal_enabled: false, expire: '480', redirect_enabled: false },
  ips: { ips_mode: 'disabled', enabled_categories: [] },
  lcm: { enabled: true, brightness: 80 },
  locale: { timezone: 'Etc/UTC' },
  mgmt: {
    auto_upgrade: false,
    led_enabled: true,
    x_ssh_enabled: true,
    x_ssh_username: 'ubnt',
    x_ssh_password: 'Seeded-Ssh-1',
  },
  netflow: { enabled: false, port: 2055, server: 'collector.example' },
  ntp: { ntp_server_1: 'time1.example', setting_preference: 'auto' },
  radius: { enabled: false, x_secret: 'Seeded-Secret-1' },
  rsyslogd: { enabled: false, ip: '', port: 514, debug: false },
  snmp: { enabled: false, enabledV3: false, community: 'public' },
  super_mgmt: { autobackup_enabled: true },
  teleport: { enabled: false, subnet_cidr: '' },
  usg: { broadcast_ping: false, upnp_enabled: false },
};

export function seedSettings(tables: Tables, site: LabSite): void {
  for (const [key, values] of Object.entries(settings))
    tables.insert(site, 'setting', { _id: tables.objectId(), site_id: site._id, key, ...values });
}
