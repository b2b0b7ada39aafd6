import {
  containing,
  type Database,
  exempt,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Static } from 'typebox';
import type { DeviceHistoryReply } from '../../schemas/devices.ts';

type Entry = Static<typeof DeviceHistoryReply>;

/** Something that became of a device. A field comes with what it was and what it is. */
export interface HistoryNote {
  readonly device_id: string;
  readonly site_id: string;
  readonly action: 'discovered' | 'changed' | 'deleted' | 'restored';
  readonly field?: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

const KEPT_DAYS = 365;
const AT_ONCE = 10_000;
const MAX_ROUNDS = 200;
const trimExemption = exempt('inventory.trim-history', 'what became of devices is forgotten after a year');

/** Writes what became of devices, in the unit in which it did, in one statement. */
export async function noteHistory(work: UnitOfWork, notes: readonly HistoryNote[]): Promise<void> {
  if (notes.length === 0) return;
  const { user_id } = work.principal;
  const rows = notes.map((note) => ({ id: newId(), ...note }));
  await sql`
    insert into device_history (id, organization_id, site_id, device_id, actor_id, source, action, field, "from", "to")
    select id, ${work.organization_id}::uuid, site_id, device_id, ${user_id}::uuid,
      ${user_id === null ? 'controller' : 'person'}, action, field, "from", "to"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as noted (id uuid, site_id uuid, device_id uuid, action text, field text, "from" jsonb, "to" jsonb)`.execute(
    work.sql,
  );
}

/** Takes what became of these devices along to the site they stand at now. */
export async function moveHistory(
  { sql: db }: UnitOfWork,
  ids: readonly string[],
  to: string,
): Promise<void> {
  await sql`update device_history set site_id = ${to}::uuid where device_id = any (${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** Reads the histories of devices, and forgets what is older than a year. */
export class DeviceHistories extends Service<{ database: Database }> {
  /** Newest first. Throws `kernel.not_found` for a device the principal does not see; a deleted one keeps its history. */
  list(principal: Principal, device_id: string, query: PageQuery): Promise<Page<Entry>> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      const device = await db
        .selectFrom('devices')
        .select('id')
        .where('id', '=', device_id)
        .executeTakeFirst();
      if (!device) throw notFound();
      let found = db.selectFrom('device_history').where('device_id', '=', device_id);
      if (query.site_id !== undefined) found = found.where('site_id', '=', query.site_id);
      if (query.search) {
        const pattern = containing(query.search);
        found = found.where(
          sql<boolean>`concat_ws(' ', id, action, field, "from"::text, "to"::text) ilike ${pattern}`,
        );
      }
      const columns = [
        'id',
        'device_id',
        'actor_id',
        'source',
        'action',
        'field',
        'from',
        'to',
        'created_at',
      ] as const;
      const page = await readPage(found.select(columns), query, { sort: '-created_at' });
      return { ...page, items: page.items.map((row) => ({ ...row })) };
    });
  }

  /** In small steps, each in a transaction of its own. */
  async trim(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round += 1)
      if ((await this.#forgetSome()) < AT_ONCE) return;
  }

  #forgetSome(): Promise<number> {
    return this.parts.database.asSystem(trimExemption, async (db) => {
      const { numAffectedRows } = await sql`
        delete from device_history where id in (
          select id from device_history where created_at < now() - make_interval(days => ${KEPT_DAYS}::integer)
          order by created_at limit ${AT_ONCE}::integer)`.execute(db);
      return Number(numAffectedRows ?? 0);
    });
  }
}
