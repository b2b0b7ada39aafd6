import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { type ArtifactReference, artifactGone } from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { ChangePlace } from '@patchbay/vendor-kit';
import { extendRow, keptFor, rowOf } from './artifact-rows.ts';

export interface BlobRow {
  readonly id: string;
  readonly artifact_id: string;
  readonly name: string;
  readonly sha256: string;
}

const FOR_GOOD = sql<string>`'infinity'::timestamptz`;

/** Blobs: artifacts that stay, where the controller of the change that stored them stands. */
export class StoredBlobs extends Service<{
  database: Pick<Database, 'read' | 'write'>;
  retentionDays: number;
}> {
  /** The blob's id; the same artifact under the same name is one blob. Throws `ARTIFACT_GONE`. */
  store(place: ChangePlace, reference: ArtifactReference, name: string): Promise<string> {
    return this.parts.database.write(systemPrincipal(place.organization_id), async (work) => {
      const artifact = await rowOf(work, reference);
      if (artifact === undefined || !(await extendRow(work, artifact.id, FOR_GOOD))) throw artifactGone();
      return insertBlob(work, place, artifact.id, name);
    });
  }

  /** Its artifact is swept after the usual time. An absent one counts as removed. */
  remove({ organization_id, controller_id }: ChangePlace, id: string): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async ({ sql: db }) => {
      const removed = await db
        .updateTable('stored_blobs')
        .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .where('controller_id', '=', controller_id)
        .where('deleted_at', 'is', null)
        .returning('artifact_id')
        .executeTakeFirst();
      if (removed === undefined) return;
      const { artifact_id } = removed;
      await db
        .updateTable('artifacts')
        .set({ kept_until: keptFor(this.parts.retentionDays) })
        .where('id', '=', artifact_id)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('stored_blobs')
                .select('id')
                .where('artifact_id', '=', artifact_id)
                .where('deleted_at', 'is', null),
            ),
          ),
        )
        .execute();
    });
  }

  /** Throws `kernel.not_found`. */
  get({ organization_id, controller_id }: ChangePlace, id: string): Promise<BlobRow> {
    return this.parts.database.read(systemPrincipal(organization_id), async ({ sql: db }) => {
      const row = await db
        .selectFrom('stored_blobs as b')
        .innerJoin('artifacts as a', 'a.id', 'b.artifact_id')
        .select(['b.id', 'b.artifact_id', 'b.name', 'a.sha256'])
        .where('b.id', '=', id)
        .where('b.controller_id', '=', controller_id)
        .where('b.deleted_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      return row;
    });
  }
}

async function insertBlob(
  { sql: db, organization_id }: UnitOfWork,
  { site_id, controller_id }: ChangePlace,
  artifact_id: string,
  name: string,
): Promise<string> {
  const { id } = await db
    .insertInto('stored_blobs')
    .values({ id: newId(), organization_id, site_id, controller_id, artifact_id, name })
    .onConflict((conflict) =>
      conflict
        .columns(['artifact_id', 'controller_id', 'name'])
        .where('deleted_at', 'is', null)
        .doUpdateSet({ site_id }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
