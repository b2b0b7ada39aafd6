import { type Database, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import { type ArtifactHolder, artifactStoreFailed } from '@patchbay/kernel/fabric';
import type { Logger } from '@patchbay/kernel/telemetry';
import { blobName } from './stores/blob-store.ts';
import type { StoreId, Stores } from './stores/stores.ts';

const BATCH = 200;
/** Rounds of one sweep; the rest waits for the next hour. */
const MAX_ROUNDS = 100;
const AT_ONCE = 5;

const sweepExemption = exempt(
  'storage.sweep',
  'artifacts without a holder are removed in every organization',
);

interface Over {
  readonly id: string;
  readonly organization_id: string;
  readonly token: string;
  readonly sha256: string;
  readonly place: StoreId;
}

/** Removes artifacts whose time is over and that have no holder: first their bytes, then their rows. */
export class ArtifactSweep extends Service<{
  database: Pick<Database, 'asSystem'>;
  places: Stores;
  holders: Contributions<ArtifactHolder>;
  logger: Logger;
}> {
  /** Answers how many were removed. */
  async sweep(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (let round = 0; round < MAX_ROUNDS && !signal?.aborted; round += 1) {
      const { seen, claimed } = await this.#claim();
      const gone = await this.#removeBytes(claimed);
      await this.#removeRows(gone);
      removed += gone.length;
      if (seen < BATCH || gone.length < claimed.length) break;
    }
    return removed;
  }

  /** In one transaction: a new holder of one of them waits for it, and then finds it gone. */
  #claim(): Promise<{ readonly seen: number; readonly claimed: readonly Over[] }> {
    return this.parts.database.asSystem(sweepExemption, async (db) => {
      const { rows } = await sql<Over>`
        select id, organization_id, token, sha256, place from artifacts
        where kept_until < now() order by kept_until limit ${BATCH} for update skip locked`.execute(db);
      const held = await this.#heldOf(db, rows);
      const claimed = rows.filter(({ token }) => !held.has(token));
      await postpone(
        db,
        rows.filter(({ token }) => held.has(token)),
      );
      await mark(db, claimed);
      return { seen: rows.length, claimed };
    });
  }

  async #heldOf(db: Kysely<Tables>, rows: readonly Over[]): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    if (rows.length === 0) return held;
    for (const holder of this.parts.holders.values)
      for (const token of await holder.held(db, rows)) held.add(token);
    return held;
  }

  async #removeBytes(claimed: readonly Over[]): Promise<readonly Over[]> {
    const gone: Over[] = [];
    for (let from = 0; from < claimed.length; from += AT_ONCE)
      await Promise.all(
        claimed.slice(from, from + AT_ONCE).map(async (row) => {
          try {
            const place = this.parts.places.byId[row.place];
            if (place === undefined)
              throw artifactStoreFailed({ message: 'Its store is not configured any more.' });
            await place.remove(blobName(row));
            gone.push(row);
          } catch (error) {
            this.parts.logger.warn('an artifact could not be removed; the next sweep tries again', {
              artifact_id: row.id,
              error,
            });
          }
        }),
      );
    return gone;
  }

  async #removeRows(rows: readonly Over[]): Promise<void> {
    if (rows.length === 0) return;
    await this.parts.database.asSystem(sweepExemption, (db) =>
      sql`delete from artifacts where id = any(${rows.map(({ id }) => id)}::uuid[]) and status = 'removing'`.execute(
        db,
      ),
    );
  }
}

const idsOf = (rows: readonly Over[]): readonly string[] => rows.map(({ id }) => id);

const postpone = (db: Kysely<Tables>, rows: readonly Over[]) =>
  sql`update artifacts set kept_until = now() + interval '1 day' where id = any(${idsOf(rows)}::uuid[])`.execute(
    db,
  );

/** Bytes that cannot be removed now do not block the sweep: they come up again after a while. */
const mark = (db: Kysely<Tables>, rows: readonly Over[]) =>
  sql`update artifacts set status = 'removing', kept_until = now() + interval '1 hour' where id = any(${idsOf(rows)}::uuid[])`.execute(
    db,
  );
