import {
  type Database,
  foundBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Static } from 'typebox';
import type { SyncReply } from '../../schemas/controllers.ts';
import { controllers } from '../controllers/controller-view.ts';

export type SyncView = Static<typeof SyncReply>;

export interface StartedSync {
  readonly controller_id: string;
  readonly sync_id: string;
}

export interface SyncOrder extends StartedSync {
  readonly organization_id: string;
}

/** Puts the reading of one controller into the queue of jobs, in the unit's transaction. */
export type EnqueueSync = (unit: UnitOfWork, order: SyncOrder, options: EnqueueOptions) => void;

const columns = [
  'id',
  'controller_id',
  'status',
  'created',
  'updated',
  'unchanged',
  'missing',
  'error',
  'started_at',
  'finished_at',
  'created_at',
  'updated_at',
] as const;

const KEPT_PER_CONTROLLER = 100;
/** An older sync has lost its process; its slot is given to a new one. */
const ABANDONED_AFTER_MINUTES = 20;

/** Requests syncs and shows their state; the runner reads. */
export class ControllerSyncs extends Service<{ database: Database; enqueue: EnqueueSync }> {
  /** One sync per controller at a time: while one waits or runs, a request answers that one. */
  async request(principal: Principal, controller_id: string): Promise<StartedSync> {
    const [started] = await this.requestMany(principal, [controller_id]);
    if (!started) throw notFound();
    return started;
  }

  /** All or, when one of them cannot be seen, none; in the order of their ids. */
  requestMany(principal: Principal, controller_ids: readonly string[]): Promise<readonly StartedSync[]> {
    return this.parts.database.write(principal, async (work) => {
      const found = await lockControllers(work, controller_ids);
      if (found.length !== new Set(controller_ids).size) throw notFound();
      await endAbandoned(work, found);
      const active = await activeSyncs(work, found);
      const idle = found.filter((id) => !active.some(({ controller_id }) => controller_id === id));
      await prune(work, idle);
      const started = await startMany(work, idle);
      for (const each of started) auditStart(work, each);
      // A waiting sync is moved to the front; a running one needs no second job.
      const waiting = active.filter(({ status }) => status === 'queued');
      for (const { controller_id, sync_id } of [...started, ...waiting])
        this.#queue(work, controller_id, sync_id, undefined);
      const all = new Map([...started, ...active].map((each) => [each.controller_id, each.sync_id]));
      return found.map((controller_id) => ({ controller_id, sync_id: all.get(controller_id) ?? '' }));
    });
  }

  /** The same for the periodic round, in a few statements: those that are gone, busy or have a sync are left out. */
  schedule(principal: Principal, controller_ids: readonly string[], runAt: () => Date): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const free = await lockControllers(work, controller_ids, true);
      await endAbandoned(work, free);
      await prune(work, free);
      for (const { controller_id, sync_id } of await startMany(work, free))
        this.#queue(work, controller_id, sync_id, runAt());
    });
  }

  /** A sync that waits already waits on, for so long. */
  putBack(principal: Principal, { controller_id, sync_id }: SyncOrder, waitMs: number): Promise<void> {
    const at = new Date(Date.now() + waitMs);
    return this.parts.database.write(principal, async (work) =>
      this.#queue(work, controller_id, sync_id, at),
    );
  }

  get(principal: Principal, controller_id: string, sync_id: string): Promise<SyncView> {
    return this.parts.database.read(principal, async (unit) => {
      await controllers.get(unit, controller_id);
      const row = await unit.sql
        .selectFrom('controller_syncs')
        .select(columns)
        .where('id', '=', sync_id)
        .where('controller_id', '=', controller_id)
        .executeTakeFirst();
      if (!row) throw notFound();
      return row;
    });
  }

  list(principal: Principal, controller_id: string, query: PageQuery): Promise<Page<SyncView>> {
    return this.parts.database.read(principal, async (unit) => {
      await controllers.get(unit, controller_id);
      let found = unit.sql
        .selectFrom('controller_syncs')
        .where('controller_id', '=', controller_id)
        .where(foundBy(query.search, { texts: [sql.ref('status'), sql.ref('error')], ids: [sql.ref('id')] }));
      if (query.site_id) found = found.where('site_id', '=', query.site_id);
      return readPage(found.select(columns), query, { sort: '-created_at' });
    });
  }

  #queue(work: UnitOfWork, controller_id: string, sync_id: string, at: Date | undefined): void {
    const options = { key: `sync:${sync_id}`, ...(at === undefined ? {} : { runAt: at }) };
    this.parts.enqueue(work, { organization_id: work.organization_id, controller_id, sync_id }, options);
  }
}

/** Rows of controllers are locked before all others, here and everywhere, to exclude deadlocks. */
async function lockControllers(
  { sql: db }: UnitOfWork,
  controller_ids: readonly string[],
  skips = false,
): Promise<readonly string[]> {
  const found = db
    .selectFrom('controllers')
    .select('id')
    .where('id', '=', sql<string>`any (${controller_ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await (skips ? found.skipLocked() : found).execute();
  return rows.map(({ id }) => id);
}

const activeSyncs = ({ sql: db }: UnitOfWork, controller_ids: readonly string[]) =>
  db
    .selectFrom('controller_syncs')
    .select(['id as sync_id', 'controller_id', 'status'])
    .where('controller_id', '=', sql<string>`any (${controller_ids}::uuid[])`)
    .where('status', 'in', ['queued', 'running'])
    .execute();

function auditStart(work: UnitOfWork, { controller_id, sync_id }: StartedSync): void {
  if (work.principal.kind === 'system') return;
  work.audit.record({
    action: 'controllers.sync',
    target_type: 'controller',
    target_id: controller_id,
    detail: { sync_id },
  });
}

/** One waiting sync for each of these controllers that has none; their rows are locked. */
async function startMany(
  { sql: db, principal }: UnitOfWork,
  controller_ids: readonly string[],
): Promise<readonly StartedSync[]> {
  const wanted = controller_ids.map((controller_id) => ({ controller_id, sync_id: newId() }));
  const { rows } = await sql<StartedSync>`
    insert into controller_syncs (id, organization_id, site_id, controller_id, status, requested_by)
    select w.sync_id, c.organization_id, c.site_id, c.id, 'queued', ${principal.user_id}::uuid
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (controller_id uuid, sync_id uuid)
    join controllers c on c.id = w.controller_id and c.deleted_at is null
    order by c.id
    on conflict (controller_id) where status in ('queued', 'running') do nothing
    returning controller_id, id as sync_id`.execute(db);
  return rows;
}

async function endAbandoned({ sql: db }: UnitOfWork, controller_ids: readonly string[]): Promise<void> {
  await sql`
    update controller_syncs
    set status = 'failed', error = 'The sync was interrupted.', finished_at = now(), updated_at = now()
    where controller_id = any (${controller_ids}::uuid[]) and status in ('queued', 'running')
      and created_at < now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES}::int)`.execute(db);
}

/** The latest are kept, with room for one more. */
async function prune({ sql: db }: UnitOfWork, controller_ids: readonly string[]): Promise<void> {
  await sql`
    delete from controller_syncs where id in (
      select old.id from unnest(${controller_ids}::uuid[]) as c (id)
      cross join lateral (
        select s.id from controller_syncs s where s.controller_id = c.id
        order by s.created_at desc offset ${KEPT_PER_CONTROLLER - 1}::int) as old)`.execute(db);
}
