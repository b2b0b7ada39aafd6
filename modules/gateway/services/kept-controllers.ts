import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import { inOrder, OBJECT_ORDER, type ObjectsByFeature, type Vendor } from '@patchbay/vendor-kit';
import {
  type Readings,
  type SyncedController,
  type SyncedControllers,
  type SyncedScope,
  tooWide,
} from '../contract.ts';

const MAX_CONTROLLERS = 1_000;
/** A row of a firewall is about a kilobyte. */
const MAX_OBJECTS = 20_000;

interface Kept {
  readonly feature: string;
  readonly id: string;
  readonly value: ObjectsByFeature[string][number];
}

/** Objects kept by syncs, given to the vendors' readings. */
export class KeptControllers
  extends Service<{ database: Pick<Database, 'read'>; vendors: Contributions<Vendor> }>
  implements SyncedControllers
{
  read<K extends keyof Readings>(
    principal: Principal,
    scope: SyncedScope,
    kind: K,
  ): Promise<readonly SyncedController<K>[]> {
    return this.parts.database.read(principal, (unit) => this.readIn(unit, scope, kind));
  }

  async readIn<K extends keyof Readings>(
    unit: UnitOfWork,
    scope: SyncedScope,
    kind: K,
  ): Promise<readonly SyncedController<K>[]> {
    const rows = await controllersIn(unit, scope);
    const vendors = new Map(this.parts.vendors.values.map((vendor) => [vendor.id, vendor]));
    const readable = rows.filter(({ vendor, last_sync_at }) => {
      return last_sync_at !== null && vendors.get(vendor)?.[kind] !== undefined;
    });
    const wanted = readable.flatMap(({ vendor }) => vendors.get(vendor)?.[kind]?.features ?? []);
    const ids = readable.map(({ id }) => id);
    const kept = await objectsOf(unit, ids, [...new Set([...wanted, OBJECT_ORDER])]);
    return rows.map((row) => {
      const vendor = vendors.get(row.vendor);
      const reading = (vendor?.[kind] ?? null) as Readings[K] | null;
      const of = kept.get(row.id);
      return {
        ...row,
        feature_prefix: vendor?.feature_prefix ?? '',
        reading,
        objects: of ? ordered(of) : {},
        gap: gapOf(row, vendor, reading !== null),
        is_read: reading !== null && row.last_sync_at !== null,
      };
    });
  }
}

async function controllersIn({ sql: db }: UnitOfWork, { site_id, controller_id, vendor }: SyncedScope) {
  let found = db.selectFrom('controllers').where('deleted_at', 'is', null);
  if (site_id !== undefined) found = found.where('site_id', '=', site_id);
  if (controller_id !== undefined) found = found.where('id', '=', controller_id);
  if (vendor !== undefined) found = found.where('vendor', '=', vendor);
  const rows = await found
    .select(['id', 'name', 'vendor', 'site_id', 'status', 'last_sync_at', 'last_error'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_CONTROLLERS + 1)
    .execute();
  if (rows.length > MAX_CONTROLLERS) throw tooWide();
  return rows;
}

async function objectsOf(
  { sql: db }: UnitOfWork,
  controller_ids: readonly string[],
  features: readonly string[],
): Promise<ReadonlyMap<string, readonly Kept[]>> {
  if (controller_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('controller_objects')
    .select(['controller_id', 'feature', 'external_id', 'value'])
    .where('controller_id', '=', sql<string>`any (${controller_ids}::uuid[])`)
    .where('feature', '=', sql<string>`any (${features}::text[])`)
    .orderBy('id')
    .limit(MAX_OBJECTS + 1)
    .execute();
  if (rows.length > MAX_OBJECTS) throw tooWide();
  const kept = Map.groupBy(rows, ({ controller_id }) => controller_id);
  return new Map(
    [...kept].map(([id, of]) => [
      id,
      of.map(({ feature, external_id, value }) => ({ feature, id: external_id, value })),
    ]),
  );
}

function ordered(kept: readonly Kept[]): ObjectsByFeature {
  const order: Readonly<Record<string, unknown>> =
    kept.find(({ feature }) => feature === OBJECT_ORDER)?.value ?? {};
  const lists = [...Map.groupBy(kept, ({ feature }) => feature)].filter(
    ([feature]) => feature !== OBJECT_ORDER,
  );
  return Object.fromEntries(lists.map(([feature, of]) => [feature, inOrder(of, order[feature])]));
}

function gapOf(
  row: { readonly status: string; readonly last_sync_at: string | null; readonly last_error: string | null },
  vendor: Vendor | undefined,
  hasReading: boolean,
): string | null {
  if (vendor === undefined) return 'The module that serves this vendor is switched off.';
  if (!hasReading) return `${vendor.title} offers nothing of the kind.`;
  if (row.last_sync_at === null) return row.last_error ?? 'It has not been read yet.';
  return row.status === 'online' || row.status === 'unknown'
    ? null
    : (row.last_error ?? 'It does not answer.');
}
