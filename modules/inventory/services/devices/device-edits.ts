import { isDeepStrictEqual } from 'node:util';
import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import { assertSite } from '@patchbay/module-organizations/contract';
import type { Static } from 'typebox';
import { deviceUpdated } from '../../contract.ts';
import type { DevicePatch } from '../../schemas/devices.ts';
import { moveHistory, noteHistory } from './device-histories.ts';

export type Changes = Static<typeof DevicePatch>;
type Field = keyof Changes;

/** Fields that a sync would bring back, unless they are marked as a person's. */
const SYNCED: ReadonlySet<string> = new Set(['name', 'kind', 'site_id']);

/** Sets the same fields of devices. Fields once set stay set, changed or not; only changes are published. */
export async function setFields(work: UnitOfWork, ids: readonly string[], changes: Changes): Promise<void> {
  const write = (changed: readonly string[]): Promise<void> => writeAlike(work, ids, changes, changed);
  await edit(work, ids, () => changes, write);
}

/** Sets the fields of each device that are its own. */
export async function setEach(work: UnitOfWork, changes: ReadonlyMap<string, Changes>): Promise<void> {
  const write = (changed: readonly string[]): Promise<void> => writeEach(work, changes, changed);
  await edit(work, [...changes.keys()], (id) => changes.get(id) ?? {}, write);
}

async function edit(
  work: UnitOfWork,
  ids: readonly string[],
  changesOf: (id: string) => Changes,
  write: (changed: readonly string[]) => Promise<void>,
): Promise<void> {
  const moved = Map.groupBy(ids, (id) => changesOf(id).site_id);
  const sites = [...moved.keys()].filter((site_id) => site_id !== undefined);
  for (const site_id of sites.sort()) await assertSite(work, site_id);
  const before = await lockedDevices(work, ids);
  if (before.length !== new Set(ids).size) throw notFound();
  const changed = before.flatMap((row) => {
    const changes = changesOf(row.id);
    const fields = changedFields(row, changes);
    return fields.length > 0 ? [{ row, changes, fields }] : [];
  });
  await write(changed.map(({ row }) => row.id));
  for (const site_id of sites) await moveHistory(work, moved.get(site_id) ?? [], site_id);
  const slice = new EventLoopSlice();
  for (const { row, changes, fields } of changed) {
    if (slice.isOver) await slice.yield();
    const { id: device_id, site_id, name, status } = { ...row, ...changes };
    const data = { name, old_status: status, new_status: status, reason: fields.join(', ') };
    work.events.publish(deviceUpdated, { device_id, site_id, data }, { site_id });
  }
  await noteHistory(
    work,
    changed.flatMap(({ row, changes, fields }) =>
      fields.map((field) => ({
        device_id: row.id,
        site_id: changes.site_id ?? row.site_id,
        action: 'changed' as const,
        field,
        from: row[field],
        to: changes[field],
      })),
    ),
  );
}

const changedFields = (row: Readonly<Record<Field, unknown>>, changes: Changes): Field[] =>
  (Object.keys(changes) as Field[]).filter((field) => !isDeepStrictEqual(row[field], changes[field]));

async function writeAlike(
  { sql: db }: UnitOfWork,
  ids: readonly string[],
  { tags, custom_fields, ...plain }: Changes,
  changed: readonly string[],
): Promise<void> {
  const edited = Object.keys(plain).filter((field) => SYNCED.has(field));
  await db
    .updateTable('devices')
    .set({
      ...plain,
      ...(tags === undefined ? {} : { tags: sql<string[]>`${[...tags]}::text[]` }),
      ...(custom_fields === undefined
        ? {}
        : { custom_fields: sql<typeof custom_fields>`${JSON.stringify(custom_fields)}::jsonb` }),
      edited: sql<readonly string[]>`(select coalesce(jsonb_agg(distinct field), '[]'::jsonb)
        from jsonb_array_elements_text(edited || ${JSON.stringify(edited)}::jsonb) as field)`,
      updated_at: sql<string>`case when id = any (${[...changed]}::uuid[]) then now() else updated_at end`,
    })
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
}

/** In one statement, however many devices: a field that is not among the changes of a device stays as it is. */
async function writeEach(
  { sql: db }: UnitOfWork,
  changes: ReadonlyMap<string, Changes>,
  changed: readonly string[],
): Promise<void> {
  const rows = [...changes].map(([id, set]) => ({
    id,
    set,
    edited: Object.keys(set).filter((field) => SYNCED.has(field)),
  }));
  await sql`
    update devices d
    set name = case when s.set ? 'name' then s.set->>'name' else d.name end,
        kind = case when s.set ? 'kind' then s.set->>'kind' else d.kind end,
        site_id = case when s.set ? 'site_id' then (s.set->>'site_id')::uuid else d.site_id end,
        notes = case when s.set ? 'notes' then s.set->>'notes' else d.notes end,
        location = case when s.set ? 'location' then s.set->>'location' else d.location end,
        tags = case when s.set ? 'tags' then array(select jsonb_array_elements_text(s.set->'tags')) else d.tags end,
        custom_fields = case when s.set ? 'custom_fields' then s.set->'custom_fields' else d.custom_fields end,
        edited = (select coalesce(jsonb_agg(distinct field), '[]'::jsonb)
          from jsonb_array_elements_text(d.edited || s.edited) as field),
        updated_at = case when d.id = any (${[...changed]}::uuid[]) then now() else d.updated_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id uuid, set jsonb, edited jsonb)
    where d.id = s.id`.execute(db);
}

const lockedDevices = ({ sql: db }: UnitOfWork, ids: readonly string[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'site_id', 'name', 'kind', 'status', 'tags', 'notes', 'location', 'custom_fields'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
