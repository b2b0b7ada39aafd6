import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { newId } from '@patchbay/kernel/schema';
import { deviceDiscovered, deviceStatusChanged, deviceUpdated } from '../../contract.ts';
import type { DeviceStatus } from '../../entities/device.ts';
import { forgetSnapshot } from '../controllers/controller-view.ts';
import type { KnownDevice, SeenDevice } from './device-diff.ts';
import { noteHistory } from './device-histories.ts';

interface Place {
  readonly organization_id: string;
  readonly site_id: string;
  readonly controller_id: string;
}

/** Adds devices in one statement; those that came in meanwhile are left as they are. */
export async function insertDevices(
  work: UnitOfWork,
  place: Place,
  seen: readonly SeenDevice[],
): Promise<void> {
  const rows = seen.map((each) => ({ id: newId(), ...each }));
  const { rows: inserted } = await sql<{ id: string }>`
    insert into devices (id, organization_id, site_id, controller_id, external_id, name, kind, status, ip, mac,
                         model, firmware, serial, hash, last_seen_at)
    select id, ${place.organization_id}::uuid, ${place.site_id}::uuid, ${place.controller_id}::uuid, external_id,
           name, kind, status, ip, mac, model, firmware, serial, hash, case status when 'online' then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as seen (id uuid, external_id text, name text, kind text, status text, ip inet, mac text, model text,
               firmware text, serial text, hash text)
    on conflict (controller_id, external_id) do nothing
    returning id`.execute(work.sql);
  const written = new Set(inserted.map(({ id }) => id));
  for (const { id, name, status } of rows) {
    if (!written.has(id)) continue;
    const { site_id } = place;
    const data = { name, old_status: null, new_status: status, reason: null };
    work.events.publish(deviceDiscovered, { device_id: id, site_id, data }, { site_id });
  }
  const { site_id } = place;
  await noteHistory(
    work,
    [...written].map((device_id) => ({ device_id, site_id, action: 'discovered' as const })),
  );
}

const syncedFields = ['name', 'kind', 'ip', 'mac', 'model', 'firmware', 'serial'] as const;
type SyncedField = (typeof syncedFields)[number];

interface Current extends Record<SyncedField, string | null> {
  readonly id: string;
  readonly site_id: string;
  readonly status: DeviceStatus;
  readonly edited: readonly string[];
}

/** Updates devices to a reading, except fields a person set; publishes only real changes. */
export async function updateDevices(
  work: UnitOfWork,
  changes: readonly { readonly id: string; readonly seen: SeenDevice }[],
): Promise<void> {
  const seenById = new Map(changes.map(({ id, seen }) => [id, seen]));
  const current: readonly Current[] = await work.sql
    .selectFrom('devices')
    .select(['id', 'site_id', 'status', 'edited', ...syncedFields])
    .where('id', '=', sql<string>`any (${[...seenById.keys()]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const rows = current.flatMap((before) => {
    const seen = seenById.get(before.id);
    return seen === undefined ? [] : [changeOf(before, seen)];
  });
  await sql`
    update devices d
    set name = s.name, kind = s.kind, status = s.status, ip = s.ip, mac = s.mac, model = s.model,
        firmware = s.firmware, serial = s.serial, hash = s.hash,
        last_seen_at = case when s.status <> d.status then
          case s.status when 'online' then now() else coalesce(c.last_sync_at, d.last_seen_at) end
          else d.last_seen_at end,
        updated_at = case when s.is_visible then now() else d.updated_at end
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ row }) => row))}::jsonb)
      as s (id uuid, name text, kind text, status text, ip inet, mac text, model text, firmware text, serial text,
            hash text, is_visible boolean), controllers c
    where d.id = s.id and c.id = d.controller_id`.execute(work.sql);
  for (const { before, row, fields } of rows) announce(work, before, row, fields);
  await noteHistory(
    work,
    rows.flatMap(({ before, row, fields }) =>
      [...fields, ...(row.status === before.status ? [] : ['status' as const])].map((field) => ({
        device_id: before.id,
        site_id: before.site_id,
        action: 'changed' as const,
        field,
        from: before[field],
        to: row[field],
      })),
    ),
  );
}

function changeOf(before: Current, seen: SeenDevice) {
  const after = Object.fromEntries(
    syncedFields.map((field) => [field, before.edited.includes(field) ? before[field] : seen[field]]),
  ) as Record<SyncedField, string | null>;
  const fields = syncedFields.filter((field) => after[field] !== before[field]);
  const { status, hash } = seen;
  const is_visible = fields.length > 0 || status !== before.status;
  return { before, fields, row: { id: before.id, ...after, status, hash, is_visible } };
}

function announce(
  work: UnitOfWork,
  { id, site_id, status: old_status }: Current,
  row: { readonly name: string | null; readonly status: DeviceStatus },
  fields: readonly string[],
): void {
  const data = { name: row.name ?? '', old_status, new_status: row.status };
  const about = { device_id: id, site_id };
  if (fields.length > 0)
    work.events.publish(
      deviceUpdated,
      { ...about, data: { ...data, reason: fields.join(', ') } },
      { site_id },
    );
  if (row.status !== old_status)
    work.events.publish(
      deviceStatusChanged,
      { ...about, data: { ...data, reason: 'reported' } },
      { site_id },
    );
}

/** Devices the controller no longer knows go offline. */
export const loseDevices = (work: UnitOfWork, missing: readonly KnownDevice[]): Promise<void> =>
  lose(
    work,
    missing.map(({ id }) => id),
    'missing',
  );

async function lose(work: UnitOfWork, ids: readonly string[], reason: string): Promise<void> {
  const { rows } = await sql<{ id: string; site_id: string; name: string }>`
    update devices d set status = 'offline', last_seen_at = coalesce(c.last_sync_at, d.last_seen_at), updated_at = now()
    from controllers c
    where d.id = any (${ids}::uuid[]) and c.id = d.controller_id
      and d.status = 'online' and d.deleted_at is null
    returning d.id, d.site_id, d.name`.execute(work.sql);
  for (const { id: device_id, site_id, name } of rows) {
    const data = { name, old_status: 'online', new_status: 'offline', reason };
    work.events.publish(deviceStatusChanged, { device_id, site_id, data }, { site_id });
  }
  const change = { action: 'changed', field: 'status', from: 'online', to: 'offline' } as const;
  await noteHistory(
    work,
    rows.map(({ id: device_id, site_id }) => ({ device_id, site_id, ...change })),
  );
}

/**
 * Sets devices behind a controller that fell silent offline, at most so many at once; answers their number. The
 * next reading brings back those it finds.
 */
export async function loseBehind(work: UnitOfWork, controller_id: string, most: number): Promise<number> {
  // The controller's row is locked first, as everywhere, to exclude deadlocks.
  await forgetSnapshot(work, [controller_id]);
  const { rows } = await sql<{ id: string }>`
    select id from devices where controller_id = ${controller_id}::uuid and status = 'online' and deleted_at is null
    order by id limit ${most}::int for update`.execute(work.sql);
  if (rows.length === 0) return 0;
  await lose(
    work,
    rows.map(({ id }) => id),
    'controller_unreachable',
  );
  return rows.length;
}
