import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { contribute } from '@patchbay/kernel/extension';
import type { Harness, Person } from '@patchbay/test/harness';
import { moduleOf } from '@patchbay/test/kit';
import {
  type DeviceFacts,
  type ObjectsByFeature,
  type Snapshot,
  VENDORS,
  type Vendor,
} from '@patchbay/vendor-kit';

/** A simulated controller: its content, and its faults. */
export class PretendedController {
  devices: DeviceFacts[] = [];
  objects: Record<string, Record<string, unknown>[]> = {};
  reads = 0;
  /** Thrown by every contact while set. */
  failure: Error | null = null;
  /** Awaited in a reading, after everything was read. */
  afterRead: (() => Promise<unknown>) | null = null;

  async snapshot(): Promise<Snapshot> {
    this.reads += 1;
    if (this.failure) throw this.failure;
    const read = structuredClone({ devices: this.devices, objects: this.objects });
    await this.afterRead?.();
    return { controller: facts, ...read };
  }

  async probe(): Promise<Snapshot['controller']> {
    if (this.failure) throw this.failure;
    return facts;
  }
}

const facts = { version: '1.0', model: null, serial: null, name: null, capabilities: [] };

/** By the port of the controller's address. */
export const pretended = new Map<string, PretendedController>();

const one = (url: string): PretendedController => {
  const found = pretended.get(new URL(url).port);
  if (!found) throw new Error(`nothing is pretended at ${url}`);
  return found;
};

const listed = (objects: ObjectsByFeature, feature: string) =>
  (objects[feature] ?? []).map((value) => ({ feature, target_id: String(value['id']), ...value }));

export const pretendedVendor: Vendor = {
  id: 'pretended',
  title: 'Pretended',
  gateway: false,
  routing: { kind: 'controller_scoped', families: ['pretended'] },
  areas: ['interfaces'],
  vlans: {
    features: ['lan.vlan', 'lan.port'],
    read: (objects) =>
      ['lan.vlan', 'lan.port'].flatMap((feature) =>
        listed(objects, feature).map(({ feature, target_id, ...value }) => ({
          feature,
          target_id,
          vlan_id: Number(Object(value)['tag']),
          name: String(Object(value)['name']),
          subnet: null,
          enabled: true,
        })),
      ),
    write: () => ({ refused: 'it only pretends' }),
  },
  wifi: {
    features: ['air.ssid'],
    read: (objects) =>
      listed(objects, 'air.ssid').map(({ feature, target_id, ...value }) => ({
        feature,
        target_id,
        ssid: String(Object(value)['ssid']),
        security: null,
        enabled: Boolean(Object(value)['enabled']),
      })),
  },
  connect: ({ url, guard = (exchange) => exchange() }) => ({
    probe: () => guard(() => one(url).probe()),
    snapshot: () => guard(() => one(url).snapshot()),
    list: async () => null,
  }),
};

export const pretendedModule = moduleOf(import.meta.filename, {
  id: 'vendor-pretended',
  title: 'Pretended vendor',
  requires: ['gateway'],
  contributes: [...contribute(VENDORS, pretendedVendor)],
});

export const device = (external_id: string, more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  external_id,
  name: `device ${external_id}`,
  kind: 'client',
  status: 'online',
  ip: null,
  mac: null,
  model: null,
  firmware: null,
  serial: null,
  ...more,
});

let ports = 20_000;

export interface Registered {
  readonly id: string;
  readonly site: string;
  readonly controller: PretendedController;
}

/** A pretended controller with a credential at a site of its own. */
export async function registered(harness: Harness, owner: Person, name: string): Promise<Registered> {
  const controller = new PretendedController();
  ports += 1;
  pretended.set(String(ports), controller);
  const site = await harness.site(owner, name);
  const made = await harness.call('POST', '/credentials', {
    as: owner,
    body: { name, kind: 'token', secret: 'a token' },
  });
  const body = {
    name,
    site_id: site,
    vendor: 'pretended',
    url: `http://127.0.0.1:${ports}`,
    credential_id: made.body.id,
  };
  const answer = await harness.call('POST', '/controllers', { as: owner, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return { id: answer.body.id, site, controller };
}

export { synced } from '@patchbay/test/harness';

export interface Told {
  readonly event_type: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads of different events stand in one list
  readonly payload: any;
}

const readsLog = exempt('test.reads-inventory-log', 'the test looks at what was published at its site');

/** Events of a site whose type begins so, oldest first. */
export function toldAt(harness: Harness, site: string, begins: string): Promise<readonly Told[]> {
  return harness.get(DATABASE).asSystem(readsLog, async (db) => {
    const { rows } = await sql<Told>`
      select event_type, payload from event_log
      where site_id = ${site}::uuid and starts_with(event_type, ${begins}) order by id`.execute(db);
    return rows;
  });
}

/** Every row version of a table that a site holds; the same texts mean that nothing was written. */
export function versionsAt(harness: Harness, site: string, table: 'devices' | 'controller_objects') {
  return harness.get(DATABASE).asSystem(readsLog, async (db) => {
    const { rows } = await sql<{ version: string }>`
      select xmin::text || ' ' || ctid::text as version from ${sql.table(table)}
      where site_id = ${site}::uuid order by 1`.execute(db);
    return rows.map(({ version }) => version);
  });
}
