import { type Database, sql } from '@patchbay/kernel/database';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { Logger } from '@patchbay/kernel/telemetry';
import { AdapterError, type Snapshot, type Vendor } from '@patchbay/module-gateway/contract';
import type { Quotas } from '@patchbay/module-organizations/contract';
import type { ControllerView } from '../contract.ts';
import type { LastSnapshot } from '../entities/controller.ts';
import type { ControllerAccess } from './controller-access.ts';
import { reasonOf, recordAnswer, recordFailure } from './controller-contact.ts';
import type { SyncOrder } from './controller-syncs.ts';
import { type DeviceDiff, diffDevices } from './device-diff.ts';
import { insertDevices, loseDevices, updateDevices } from './device-writes.ts';
import { writeObjects } from './object-writes.ts';
import { snapshotDigest } from './value-hash.ts';
import { within } from './within.ts';

export interface Attempt {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface SyncCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly missing: number;
}

interface Written extends SyncCounts {
  /** New devices that the organization's quota has no room for. */
  readonly refused: number;
}

const SNAPSHOT_MS = 240_000;
/** Rows and events of one transaction; small enough for its statement to stay far below five seconds. */
const PER_UNIT = 1_000;
/** No snapshot's digest, so that the next sync compares again. */
const INCOMPLETE = '';

/** Reads one controller and keeps what changed. Run again after a crash, it goes on from what is kept. */
export class SyncRunner {
  readonly #database: Database;
  readonly #access: Pick<ControllerAccess, 'open'>;
  readonly #vendors: Contributions<Vendor>;
  readonly #quotas: Quotas;
  readonly #logger: Logger;

  constructor(
    database: Database,
    access: Pick<ControllerAccess, 'open'>,
    vendors: Contributions<Vendor>,
    quotas: Quotas,
    logger: Logger,
  ) {
    this.#database = database;
    this.#access = access;
    this.#vendors = vendors;
    this.#quotas = quotas;
    this.#logger = logger;
  }

  /** Throws what a later attempt may mend; at the last one every failure ends the sync. */
  async run(order: SyncOrder, signal: AbortSignal, attempt: Attempt): Promise<void> {
    const { organization_id, controller_id, sync_id } = order;
    const principal = systemPrincipal(organization_id);
    if (!(await this.#claim(principal, sync_id, attempt.isFirst))) return;
    try {
      const { controller, session } = await this.#access.open(principal, controller_id);
      const snapshot = await within(SNAPSHOT_MS, session.snapshot(), signal);
      await this.#keep(principal, controller, sync_id, snapshot);
    } catch (error) {
      const isTheirs = (error instanceof AdapterError || error instanceof PatchbayError) && !isOurs(error);
      if (!isTheirs && !attempt.isLast) throw error;
      await this.#fail(principal, controller_id, sync_id, error);
      if (!isTheirs) throw error;
    }
  }

  async #keep(
    principal: Principal,
    controller: ControllerView,
    sync_id: string,
    snapshot: Snapshot,
  ): Promise<void> {
    const digest = snapshotDigest(snapshot);
    const last = await this.#lastSnapshot(principal, controller.id);
    const isSame = last?.digest === digest;
    const counts = isSame
      ? { created: 0, updated: 0, unchanged: last.present, missing: last.missing, refused: 0 }
      : await this.#write(principal, controller, snapshot);
    const { refused, ...told } = counts;
    const { created, updated, unchanged, missing } = told;
    await this.#database.write(principal, async (work) => {
      const now = {
        digest: refused > 0 ? INCOMPLETE : digest,
        present: created + updated + unchanged,
        missing,
      };
      await recordAnswer(work, controller.id, snapshot.controller, isSame ? last : now);
      await work.sql
        .updateTable('controller_syncs')
        .set({
          status: 'succeeded',
          ...told,
          error: refused > 0 ? beyondQuota(refused) : null,
          finished_at: sql<string>`now()`,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', sync_id)
        .where('status', '=', 'running')
        .execute();
    });
  }

  /** Compares row by row and writes what differs. */
  async #write(principal: Principal, controller: ControllerView, snapshot: Snapshot): Promise<Written> {
    const diff = diffDevices(await this.#known(principal, controller.id), snapshot.devices);
    const refused = await this.#writeDevices(principal, controller, diff);
    const vendor = this.#vendors.values.find(({ id }) => id === controller.vendor) ?? {};
    await writeObjects(this.#database, principal, controller, vendor, snapshot.objects);
    const { created, changed, unchanged, missing } = diff;
    return {
      created: created.length - refused,
      updated: changed.length,
      unchanged,
      missing: missing.length,
      refused,
    };
  }

  async #lastSnapshot(principal: Principal, controller_id: string): Promise<LastSnapshot | null> {
    const row = await this.#database.read(principal, ({ sql: db }) =>
      db.selectFrom('controllers').select('last_snapshot').where('id', '=', controller_id).executeTakeFirst(),
    );
    return row?.last_snapshot ?? null;
  }

  /** Answers how many new devices found no room. */
  async #writeDevices(principal: Principal, controller: ControllerView, diff: DeviceDiff): Promise<number> {
    const { organization_id, site_id, id: controller_id } = controller;
    const place = { organization_id, site_id, controller_id };
    const lost = diff.missing.filter(({ status }) => status === 'online');
    let refused = 0;
    for (const part of parts(diff.created))
      await this.#database.write(principal, async (work) => {
        const room = await this.#quotas.roomFor(work, 'devices', part.length);
        if (room > 0) await insertDevices(work, place, part.slice(0, room));
        refused += part.length - room;
      });
    for (const part of parts(diff.changed))
      await this.#database.write(principal, (work) => updateDevices(work, part));
    for (const part of parts(lost)) await this.#database.write(principal, (work) => loseDevices(work, part));
    return refused;
  }

  #known(principal: Principal, controller_id: string) {
    return this.#database.read(principal, ({ sql: db }) =>
      db
        .selectFrom('devices')
        .select([
          'id',
          'external_id',
          'hash',
          'status',
          sql<boolean>`deleted_at is not null`.as('is_deleted'),
        ])
        .where('controller_id', '=', controller_id)
        .execute(),
    );
  }

  /**
   * False when the sync has ended, or another job has it: one that comes for the first time takes only what waits.
   * A later attempt goes on with what its process left behind.
   */
  async #claim(principal: Principal, sync_id: string, isFirst: boolean): Promise<boolean> {
    const claimed = await this.#database.write(principal, ({ sql: db }) =>
      db
        .updateTable('controller_syncs')
        .set({ status: 'running', started_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', sync_id)
        .where('status', 'in', isFirst ? ['queued'] : ['queued', 'running'])
        .executeTakeFirst(),
    );
    return claimed.numUpdatedRows > 0n;
  }

  async #fail(principal: Principal, controller_id: string, sync_id: string, error: unknown): Promise<void> {
    this.#logger.info('controller sync failed', { controller_id, sync_id, reason: reasonOf(error) });
    await this.#database.write(principal, async (work) => {
      await work.sql
        .updateTable('controller_syncs')
        .set({
          status: 'failed',
          error: reasonOf(error),
          finished_at: sql<string>`now()`,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', sync_id)
        .where('status', '=', 'running')
        .execute();
      if (error instanceof AdapterError) await recordFailure(work, controller_id, error);
    });
  }
}

const beyondQuota = (refused: number): string =>
  `${refused} new devices were not adopted: the organization's quota of devices has no room for them.`;

/** A database that cannot answer is no fault of the controller. */
const isOurs = (error: Error): boolean => error instanceof PatchbayError && error.id === 'kernel.unavailable';

function* parts<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += PER_UNIT) yield all.slice(from, from + PER_UNIT);
}
