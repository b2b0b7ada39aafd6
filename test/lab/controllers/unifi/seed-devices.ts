import { randomUUID } from 'node:crypto';
import type { LabSite, Row, Tables } from './tables.ts';

interface SeededDevices {
  readonly clients: number;
  readonly now: number;
}

interface Model {
  readonly name: string;
  readonly model: string;
  readonly type: string;
  readonly features: readonly string[];
  readonly ports: number;
}

const models: readonly Model[] = [
  { name: 'Gateway', model: 'UDMPRO', type: 'udm', features: ['gateway', 'switching'], ports: 8 },
  { name: 'Switch 1', model: 'USW-24-POE', type: 'usw', features: ['switching'], ports: 24 },
  { name: 'AP Lobby', model: 'U6-PRO', type: 'uap', features: ['accessPoint'], ports: 1 },
  { name: 'AP Office', model: 'U6-PRO', type: 'uap', features: ['accessPoint'], ports: 1 },
];

const macOf = (family: string, index: number): string =>
  `${family}:${[16, 8, 0].map((shift) => ((index >> shift) & 255).toString(16).padStart(2, '0')).join(':')}`;

/** Network devices in both interfaces, one that waits for adoption, and the clients behind them. */
export function seedDevices(tables: Tables, site: LabSite, { clients, now }: SeededDevices): void {
  for (const [index, model] of models.entries()) seedDevice(tables, site, model, index, now);
  tables.insert(site, '/pending-devices', {
    macAddress: '02:aa:00:00:01:00',
    ipAddress: '192.168.1.200',
    model: 'U6-LITE',
    state: 'PENDING_ADOPTION',
    supported: true,
    firmwareVersion: '6.6.77',
    firmwareUpdatable: false,
    features: ['accessPoint'],
    adoptionTargetSiteIds: [site.id],
  });
  for (let index = 0; index < clients; index += 1) seedClient(tables, site, index, now);
  tables.insert(site, 'user', {
    _id: tables.objectId(),
    mac: macOf('02:dd:00', 1),
    name: 'Old printer',
    last_seen: 1_700_000_000,
  });
}

function seedDevice(tables: Tables, site: LabSite, model: Model, index: number, now: number): void {
  const mac = macOf('02:aa:00', index + 1);
  const poe = { standard: '802.3at', type: 2, enabled: true, state: 'UP' };
  const ports = Array.from({ length: model.ports }, (_each, port) => ({
    idx: port + 1,
    state: 'UP',
    connector: 'RJ45',
    maxSpeedMbps: 1_000,
    ...(model.type === 'usw' ? { poe } : {}),
  }));
  tables.insert(site, '/devices', {
    id: randomUUID(),
    macAddress: mac,
    ipAddress: `192.168.1.${index + 1}`,
    name: model.name,
    model: model.model,
    state: 'ONLINE',
    supported: true,
    firmwareVersion: '7.1.26',
    firmwareUpdatable: index > 0,
    adoptedAt: new Date(now).toISOString(),
    configurationId: '1',
    features: model.features,
    interfaces: { ports },
  });
  const radios = [
    { radio: 'ng', name: 'wifi0', channel: 'auto', ht: 20, tx_power_mode: 'auto' },
    { radio: 'na', name: 'wifi1', channel: 'auto', ht: 80, tx_power_mode: 'auto' },
  ];
  tables.insert(site, 'device', {
    _id: tables.objectId(),
    site_id: site._id,
    mac,
    ip: `192.168.1.${index + 1}`,
    name: model.name,
    model: model.model,
    type: model.type,
    serial: mac.replaceAll(':', '').toUpperCase(),
    version: '7.1.26.15869',
    state: 1,
    adopted: true,
    upgradable: index > 0,
    upgrade_to_firmware: '7.1.66',
    locating: false,
    ...(model.type === 'uap'
      ? { radio_table: radios }
      : { port_overrides: [], port_table: ports.map(({ idx }) => ({ port_idx: idx })) }),
  });
}

function seedClient(tables: Tables, site: LabSite, index: number, now: number): void {
  const mac = macOf('02:cc:00', index + 1);
  const ip = `10.${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  const name = `client-${String(index + 1).padStart(5, '0')}`;
  const isGuest = index % 8 === 7;
  const place: Row = index % 3 === 0 ? { type: 'WIRED' } : { type: 'WIRELESS' };
  tables.insert(site, '/clients', {
    ...place,
    id: randomUUID(),
    name,
    connectedAt: new Date(now).toISOString(),
    ipAddress: ip,
    macAddress: mac,
    access: isGuest ? { type: 'GUEST', authorized: false } : { type: 'DEFAULT' },
  });
  tables.insert(site, 'sta', { mac, ip, hostname: name, is_wired: index % 3 === 0, uptime: 3_600 });
  tables.insert(site, 'user', { _id: tables.objectId(), mac, hostname: name, last_ip: ip });
}
