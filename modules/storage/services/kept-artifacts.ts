import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import {
  type Artifact,
  type ArtifactReference,
  type ArtifactStore,
  artifactAltered,
  artifactGone,
  artifactStoreFailed,
  artifactStoreFull,
  type KeepOptions,
} from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import {
  type ArtifactRow,
  beginRow,
  bytesKept,
  endRow,
  extendRow,
  keptFor,
  type NewArtifact,
  rowOf,
  storedUnder,
} from './artifact-rows.ts';
import { type BlobStore, blobName } from './stores/blob-store.ts';
import type { StoreId, Stores } from './stores/stores.ts';

export interface KeepingLimits {
  readonly retention_days: number;
  readonly max_organization_bytes: number;
}

const TOKEN_BYTES = 32;
/** Share of an organization's limit for artifacts not requested yet. */
const SPARE_SHARE = 0.5;

/**
 * Artifacts as rows of their organization, their bytes in one of the places. The row comes before the bytes and goes
 * after them, so nothing lies anywhere that the sweep would not find.
 */
export class KeptArtifacts
  extends Service<{ database: Pick<Database, 'read' | 'write'>; places: Stores; limits: KeepingLimits }>
  implements ArtifactStore
{
  async put(
    organization_id: string,
    { media_type, bytes }: Artifact,
    key: string,
    { spare = false }: KeepOptions = {},
  ): Promise<ArtifactReference> {
    const sha256 = hashOf(bytes);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const place = this.parts.places.chosen;
    const begun = { key, token, sha256, size: bytes.length, media_type, place };
    const row = await this.#begin(organization_id, begun, spare ? SPARE_SHARE : 1);
    if (row.status === 'stored') return referenceOf(row);
    if (row.status === 'removing') throw artifactStoreFailed({ message: 'The artifact is being removed.' });
    const name = blobName(row);
    await this.#placeOf(row.place).write(name, bytes);
    await this.#end(row, name);
    return referenceOf(row);
  }

  async get(organization_id: string, reference: ArtifactReference): Promise<Artifact> {
    const row = await this.parts.database.read(systemPrincipal(organization_id), (unit) =>
      rowOf(unit, reference),
    );
    if (row === undefined) throw artifactGone();
    const bytes = await this.#placeOf(row.place).read(blobName(row), row.size);
    if (bytes === null) throw artifactGone();
    if (bytes.length !== row.size || hashOf(bytes) !== reference.sha256) throw artifactAltered();
    return { media_type: row.media_type, bytes };
  }

  renew(organization_id: string, reference: ArtifactReference): Promise<void> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const row = await rowOf(work, reference);
      const until = keptFor(this.parts.limits.retention_days);
      if (row === undefined || !(await extendRow(work, row.id, until))) throw artifactGone();
    });
  }

  #begin(organization_id: string, artifact: NewArtifact, share: number): Promise<ArtifactRow> {
    return this.parts.database.write(systemPrincipal(organization_id), async (work) => {
      const known = await storedUnder(work, artifact.key);
      if (known !== undefined) return known;
      const most = this.parts.limits.max_organization_bytes * share;
      if ((await bytesKept(work)) + artifact.size > most) throw artifactStoreFull();
      return beginRow(work, artifact);
    });
  }

  /** A process that stood still for so long that its row was swept leaves no bytes behind. */
  async #end(row: ArtifactRow, name: string): Promise<void> {
    const { retention_days } = this.parts.limits;
    const isKept = await this.parts.database.write(systemPrincipal(row.organization_id), (work) =>
      endRow(work, row.id, retention_days),
    );
    if (isKept) return;
    await this.#placeOf(row.place).remove(name);
    throw artifactStoreFailed({ message: 'Keeping the artifact took too long.' });
  }

  #placeOf(id: StoreId): BlobStore {
    const place = this.parts.places.byId[id];
    if (place === undefined)
      throw artifactStoreFailed({
        message: 'The store that holds this artifact is not configured any more.',
      });
    return place;
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const referenceOf = ({ token, sha256, size, media_type }: ArtifactRow): ArtifactReference => ({
  token,
  sha256,
  size,
  media_type,
});
