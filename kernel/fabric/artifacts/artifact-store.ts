import { type ExtensionPoint, extensionPoint } from '../../extension/index.ts';
import type { Kysely, Tables } from '../../infrastructure/database/index.ts';
import type { Artifact, ArtifactReference } from './artifact.ts';

export interface KeepOptions {
  /**
   * Not yet requested: refused as full beyond half of the organization's limit, so that it never crowds out
   * artifacts that chains need.
   */
  readonly spare?: boolean;
}

/** Keeps bytes between the steps of a chain and until what was staged with them is over. */
export interface ArtifactStore {
  /**
   * Keeps the bytes for a bounded time. Once per organization and key: a second call answers what the first one kept,
   * even if its own bytes differ. Throws `ARTIFACT_STORE_FAILED`, `ARTIFACT_STORE_FULL`. Not to be called inside a
   * unit of work: the store may be another machine.
   */
  put(
    organization_id: string,
    artifact: Artifact,
    key: string,
    options?: KeepOptions,
  ): Promise<ArtifactReference>;
  /**
   * The bytes, held against their SHA-256. Throws `ARTIFACT_GONE` for what is absent, swept or another organization's,
   * `ARTIFACT_ALTERED`, `ARTIFACT_STORE_FAILED`.
   */
  get(organization_id: string, reference: ArtifactReference): Promise<Artifact>;
  /** Begins the time for which it is kept anew, in the caller's unit; throws `ARTIFACT_GONE`. */
  renew(organization_id: string, reference: ArtifactReference): Promise<void>;
}

/** Suffix of a file in a local store while it is being written: it is no artifact, and never becomes one. */
export const UNFINISHED_SUFFIX = '.part';

/** Stores of artifacts; the storage module contributes the one there is. */
export const ARTIFACT_STORES: ExtensionPoint<ArtifactStore> = extensionPoint('fabric.artifact-stores');

/** An artifact whose time is over, unless a holder still needs it. */
export interface ArtifactClaim {
  readonly organization_id: string;
  readonly token: string;
}

/** Needs artifacts beyond their time: a write that waits for its review. */
export interface ArtifactHolder {
  /** Which of these are needed still; their tokens. `db` sees all organizations. */
  held(db: Kysely<Tables>, claims: readonly ArtifactClaim[]): Promise<readonly string[]>;
}

export const ARTIFACT_HOLDERS: ExtensionPoint<ArtifactHolder> = extensionPoint('fabric.artifact-holders');
