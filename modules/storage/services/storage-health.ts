import { withFallback } from '@patchbay/kernel/concurrency';
import { type Database, sql } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { LiveControllers, ReadAt, SyncedScope, Unreadable } from '@patchbay/module-gateway/contract';
import type { StoragePool } from '@patchbay/vendor-kit';
import type { Stores } from './stores/stores.ts';

export interface ArtifactStoreHealth {
  readonly kind: string;
  readonly ok: boolean;
  /** Why it cannot be used; null when it can. */
  readonly detail: string | null;
  readonly artifacts: number;
  readonly artifact_bytes: number;
  readonly max_bytes: number;
  /** Of those that the caller sees. */
  readonly blobs: number;
}

export interface StorageHealthReport {
  readonly status: 'healthy' | 'degraded';
  readonly pools: readonly (StoragePool & ReadAt)[];
  readonly unreadable: readonly Unreadable[];
  readonly artifact_store: ArtifactStoreHealth;
}

const CHECK_MS = 2_000;

/** State of the pools that keep data: those of hypervisors, asked now, and the one for artifacts. */
export class StorageHealth extends Service<{
  database: Pick<Database, 'read'>;
  live: LiveControllers;
  places: Stores;
  maxBytes: number;
}> {
  /** Throws `kernel.not_found` and `gateway.too_wide` for the scope. */
  async look(principal: Principal, scope: SyncedScope): Promise<StorageHealthReport> {
    await this.parts.live.assertSeen(principal, scope);
    const [{ found, unreadable }, artifact_store] = await Promise.all([
      this.parts.live.ask(principal, scope, (session) => session.pools?.()),
      this.#artifactStore(principal),
    ]);
    const isHealthy =
      artifact_store.ok && unreadable.length === 0 && found.every(({ status }) => status === 'healthy');
    return { status: isHealthy ? 'healthy' : 'degraded', pools: found, unreadable, artifact_store };
  }

  async #artifactStore(principal: Principal): Promise<ArtifactStoreHealth> {
    const [detail, counts] = await Promise.all([this.#refusal(), this.#counts(principal)]);
    const { chosen } = this.parts.places;
    return { kind: chosen, ok: detail === null, detail, ...counts, max_bytes: this.parts.maxBytes };
  }

  async #refusal(): Promise<string | null> {
    const { chosen, byId } = this.parts.places;
    const checked = (byId[chosen]?.check() ?? Promise.resolve()).then(
      () => null,
      (error: unknown) => (error instanceof PatchbayError ? error.message : 'It cannot be checked.'),
    );
    return withFallback<string | null>(CHECK_MS, checked, () => 'It does not answer in time.');
  }

  #counts(
    principal: Principal,
  ): Promise<Pick<ArtifactStoreHealth, 'artifacts' | 'artifact_bytes' | 'blobs'>> {
    return this.parts.database.read(principal, async ({ sql: db, organization_id }) => {
      const { rows } = await sql<{ artifacts: string; artifact_bytes: string; blobs: string }>`
        select count(*) as artifacts, coalesce(sum(size), 0) as artifact_bytes,
          (select count(*) from stored_blobs where deleted_at is null) as blobs
        from artifacts where organization_id = ${organization_id}::uuid`.execute(db);
      const [row] = rows;
      return {
        artifacts: Number(row?.artifacts ?? 0),
        artifact_bytes: Number(row?.artifact_bytes ?? 0),
        blobs: Number(row?.blobs ?? 0),
      };
    });
  }
}
