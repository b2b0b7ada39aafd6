import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import {
  assertUnchanged,
  columnsOf,
  containing,
  type Database,
  isUnchangedBy,
  type Kysely,
  type Page,
  type PageQuery,
  pageOf,
  pageOrdered,
  readPage,
  sql,
  type Tables,
  totalOf,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Quotas } from '@patchbay/module-organizations/contract';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Static } from 'typebox';
import { type DeviceBulk, DeviceReply } from '../../schemas/devices.ts';
import { forgetSnapshot } from '../controllers/controller-view.ts';
import { type Changes, setEach, setFields } from './device-edits.ts';
import { noteHistory } from './device-histories.ts';

type Reply = Static<typeof DeviceReply>;

export interface DeviceListQuery extends PageQuery {
  readonly kind?: string;
  readonly status?: string;
  readonly controller_id?: string;
  readonly tag?: string;
}

const columns = columnsOf(DeviceReply, 'last_seen_at');

/** While a device is online it was seen whenever its controller was last read; that needs no write per device. */
const lastSeen = sql<string | null>`case when status = 'online' then greatest(last_seen_at,
  (select c.last_sync_at from controllers c where c.id = devices.controller_id)) else last_seen_at end`.as(
  'last_seen_at',
);

/** The devices of an organization: found, named and placed; their facts come from syncs. */
export class Devices extends Service<{ database: Database; quotas: Quotas }> {
  list(principal: Principal, query: DeviceListQuery): Promise<Page<Reply>> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      let found = (query.search ? matching(db, query.search) : db.selectFrom('devices')).where(
        'deleted_at',
        'is',
        null,
      );
      if (query.site_id) found = found.where('site_id', '=', query.site_id);
      if (query.controller_id) found = found.where('controller_id', '=', query.controller_id);
      if (query.tag) found = found.where(sql<boolean>`tags @> array[${query.tag}::text]`);
      if (query.kind) found = found.where('kind', '=', query.kind);
      if (query.status) found = found.where(sql.ref('status'), '=', query.status);
      const shown = found.select(columns).select(lastSeen);
      if (!query.search) return readPage(shown, query, { sort: 'name' });
      // A search runs once, for the page and the total alike; a page past the end has no row that carries the total.
      const counted = shown.select(sql<number>`count(*) over ()`.as('total'));
      const rows = await pageOrdered(counted, query, { sort: 'name' }).execute();
      const total = rows[0]?.total ?? (query.page === 1 ? 0 : await totalOf(found));
      return pageOf(rows, total, query);
    });
  }

  get(principal: Principal, id: string): Promise<Reply> {
    return this.parts.database.read(principal, (unit) => deviceRow(unit, id));
  }

  update(principal: Principal, id: string, changes: Changes, if_match: string | null): Promise<Reply> {
    return this.parts.database.write(principal, async (work) => {
      const before = await deviceRow(work, id, true);
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, changes)) return before;
      await setFields(work, [id], changes);
      noted(work, id, changes);
      return deviceRow(work, id);
    });
  }

  /** Changes each in its own way; throws `kernel.not_found` when one, or its site, is not seen. */
  async changeEach(work: UnitOfWork, changes: ReadonlyMap<string, Changes>): Promise<void> {
    await setEach(work, changes);
    const slice = new EventLoopSlice();
    for (const [id, each] of changes) {
      if (slice.isOver) await slice.yield();
      noted(work, id, each);
    }
  }

  /** All of them or, when one cannot be seen, none. */
  bulk(principal: Principal, { ids, set }: Static<typeof DeviceBulk>): Promise<{ readonly updated: number }> {
    return this.parts.database.write(principal, async (work) => {
      await setFields(work, ids, set);
      work.audit.record({ action: 'devices.bulk', target_type: 'device', detail: { ids, set } });
      return { updated: ids.length };
    });
  }

  /** The device leaves the lists and stays away: later syncs do not bring it back, `restore` does. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      await forgetController(work, id);
      const { name, site_id } = await deviceRow(work, id, true);
      await work.sql
        .updateTable('devices')
        .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      await noteHistory(work, [{ device_id: id, site_id, action: 'deleted' }]);
      work.audit.record({ action: 'devices.delete', target_type: 'device', target_id: id, detail: { name } });
    });
  }

  restore(principal: Principal, id: string): Promise<Reply> {
    return this.parts.database.write(principal, async (work) => {
      await forgetController(work, id);
      await this.parts.quotas.assertRoom(work, 'devices');
      const { numUpdatedRows } = await work.sql
        .updateTable('devices')
        .set({ deleted_at: null, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .where((e) =>
          e.or([
            e('controller_id', 'is', null),
            e(
              'controller_id',
              'in',
              e
                .selectFrom('controllers')
                .select('controllers.id')
                .where('controllers.deleted_at', 'is', null),
            ),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound();
      work.audit.record({ action: 'devices.restore', target_type: 'device', target_id: id });
      const restored = await deviceRow(work, id);
      await noteHistory(work, [{ device_id: id, site_id: restored.site_id, action: 'restored' }]);
      return restored;
    });
  }
}

/** The index for searches works inside the function only, which answers rows of the caller's scope. */
function matching(db: Kysely<Tables>, search: string): SelectQueryBuilder<Tables, 'devices', object> {
  return db.selectFrom(
    sql<Selectable<Tables['devices']>>`search_devices(${containing(search)})`.as('devices'),
  );
}

/** Before the device's own row is locked: syncs hold their controller's row first, too. */
async function forgetController(work: UnitOfWork, id: string): Promise<void> {
  const row = await work.sql
    .selectFrom('devices')
    .select('controller_id')
    .where('id', '=', id)
    .executeTakeFirst();
  await forgetSnapshot(work, row?.controller_id ? [row.controller_id] : []);
}

async function deviceRow({ sql: db }: UnitOfWork, id: string, lock = false): Promise<Reply> {
  const found = db
    .selectFrom('devices')
    .select(columns)
    .select(lastSeen)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const noted = (work: UnitOfWork, id: string, changes: Changes): void =>
  work.audit.record({
    action: 'devices.update',
    target_type: 'device',
    target_id: id,
    detail: { ...changes },
  });
