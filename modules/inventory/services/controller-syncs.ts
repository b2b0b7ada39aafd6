import {
  type Database,
  type Page,
  type PageQuery,
  readPage,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { notFound } from '@patchbay/kernel/errors';
import type { EnqueueOptions } from '@patchbay/kernel/jobs';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import type { SyncReply } from '../schemas.ts';
import { controllerRow } from './controller-view.ts';

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

interface Active {
  readonly id: string;
  readonly status: string;
  readonly isNew: boolean;
}

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
/** A sync that is older than this belongs to nobody any more; its place is given to a new one. */
const ABANDONED_AFTER_MINUTES = 20;

/** Asks for syncs and tells how they went; the reading itself is the runner's. */
export class ControllerSyncs {
  readonly #database: Database;
  readonly #enqueue: EnqueueSync;

  constructor(database: Database, enqueue: EnqueueSync) {
    this.#database = database;
    this.#enqueue = enqueue;
  }

  /** One sync per controller at a time: who asks while one waits or runs is given that one. */
  async request(principal: Principal, controller_id: string, runAt?: Date): Promise<StartedSync> {
    const [started] = await this.requestMany(principal, [controller_id], () => runAt);
    if (!started) throw notFound();
    return started;
  }

  /** All or, when one of them cannot be seen, none. */
  requestMany(
    principal: Principal,
    controller_ids: readonly string[],
    runAt: (index: number) => Date | undefined = () => undefined,
  ): Promise<readonly StartedSync[]> {
    return this.#database.write(principal, async (work) => {
      const started: StartedSync[] = [];
      // In one order everywhere, so that two callers cannot wait for each other's rows.
      for (const [index, controller_id] of [...controller_ids].sort().entries()) {
        const { id: sync_id, status, isNew } = await this.#start(work, controller_id);
        const at = runAt(index);
        // One that waits is brought forward by who wants it now; one that runs needs no second job.
        if (isNew || (status === 'queued' && at === undefined)) this.#queue(work, controller_id, sync_id, at);
        started.push({ controller_id, sync_id });
      }
      return started;
    });
  }

  get(principal: Principal, controller_id: string, sync_id: string): Promise<SyncView> {
    return this.#database.read(principal, async (unit) => {
      await controllerRow(unit, controller_id);
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
    return this.#database.read(principal, async (unit) => {
      await controllerRow(unit, controller_id);
      const found = unit.sql.selectFrom('controller_syncs').where('controller_id', '=', controller_id);
      return readPage(found.select(columns), query, { sort: '-created_at' });
    });
  }

  #queue(work: UnitOfWork, controller_id: string, sync_id: string, at: Date | undefined): void {
    const options = { key: `sync:${sync_id}`, ...(at === undefined ? {} : { runAt: at }) };
    this.#enqueue(work, { organization_id: work.organization_id, controller_id, sync_id }, options);
  }

  async #start(work: UnitOfWork, controller_id: string): Promise<Active> {
    const { site_id, organization_id } = await controllerRow(work, controller_id, 'update');
    const active = await work.sql
      .selectFrom('controller_syncs')
      .select([
        'id',
        'status',
        sql<boolean>`created_at < now() - make_interval(mins => ${ABANDONED_AFTER_MINUTES}::int)`.as(
          'is_old',
        ),
      ])
      .where('controller_id', '=', controller_id)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (active && !active.is_old) return { ...active, isNew: false };
    if (active) await this.#abandon(work, active.id);
    await this.#prune(work, controller_id);
    const id = uuidv7();
    await work.sql
      .insertInto('controller_syncs')
      .values({
        id,
        organization_id,
        site_id,
        controller_id,
        status: 'queued',
        requested_by: work.principal.user_id,
        created: 0,
        updated: 0,
        unchanged: 0,
        missing: 0,
      })
      .execute();
    if (work.principal.kind !== 'system')
      work.audit.record({
        action: 'controllers.sync',
        target_type: 'controller',
        target_id: controller_id,
        detail: { sync_id: id },
      });
    return { id, status: 'queued', isNew: true };
  }

  async #abandon(work: UnitOfWork, id: string): Promise<void> {
    const error = 'The sync was interrupted.';
    const ended = {
      status: 'failed' as const,
      error,
      finished_at: sql<string>`now()`,
      updated_at: sql<string>`now()`,
    };
    await work.sql.updateTable('controller_syncs').set(ended).where('id', '=', id).execute();
  }

  async #prune(work: UnitOfWork, controller_id: string): Promise<void> {
    const old = work.sql
      .selectFrom('controller_syncs')
      .select('id')
      .where('controller_id', '=', controller_id)
      .orderBy('created_at', 'desc')
      .offset(KEPT_PER_CONTROLLER - 1);
    await work.sql.deleteFrom('controller_syncs').where('id', 'in', old).execute();
  }
}
