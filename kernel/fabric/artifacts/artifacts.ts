import { Service, type Token, token } from '../../di/index.ts';
import type { Contributions } from '../../extension/index.ts';
import { artifactRequired, artifactStoreFailed, artifactTooLarge } from '../errors.ts';
import {
  type Artifact,
  type ArtifactReference,
  type HandedArtifact,
  MAX_ARTIFACT_BYTES,
} from './artifact.ts';
import type { ArtifactStore, KeepOptions } from './artifact-store.ts';

export const ARTIFACTS: Token<Artifacts> = token('kernel.fabric.artifacts');

/** Artifacts on their way between steps, whichever store keeps them. Errors are those of `ArtifactStore`. */
export class Artifacts extends Service<{ stores: Contributions<ArtifactStore> }> {
  /** Stores the bytes, or answers the reference of those that are stored already. `key` as for `ArtifactStore.put`. */
  async keep(
    organization_id: string,
    handed: HandedArtifact,
    key: string,
    options: KeepOptions = {},
  ): Promise<ArtifactReference> {
    const { media_type, bytes, reference } = handed;
    if (reference !== undefined) return reference;
    if (bytes === undefined) throw artifactRequired();
    assertBounded({ media_type, bytes });
    return this.#store().put(organization_id, { media_type, bytes }, key, options);
  }

  /** The bytes, from the store unless they are at hand. */
  async open(organization_id: string, { media_type, bytes, reference }: HandedArtifact): Promise<Artifact> {
    if (bytes !== undefined) return { media_type, bytes };
    if (reference === undefined) throw artifactRequired();
    return this.#store().get(organization_id, reference);
  }

  /** Keeps it for the whole time again, in the caller's unit of work. */
  async renew(organization_id: string, reference: ArtifactReference): Promise<void> {
    await this.#store().renew(organization_id, reference);
  }

  #store(): ArtifactStore {
    const [store] = this.parts.stores.values;
    if (!store)
      throw artifactStoreFailed({ message: 'Artifacts cannot be kept: the storage module is off.' });
    return store;
  }
}

/** Throws `ARTIFACT_TOO_LARGE`. */
export function assertBounded({ bytes }: Artifact): void {
  if (bytes.length > MAX_ARTIFACT_BYTES) throw artifactTooLarge();
}

const MAX_TEXT = 200;

/** Text that a database takes. */
const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT && value.isWellFormed() && !value.includes('\0');

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The artifact that the payload of an event names in its field `artifact`, as events that are declared with
 * `produces` carry it; undefined when it names none. Opening it shows whether it is there.
 */
export function artifactIn(payload: unknown): HandedArtifact | undefined {
  const named = fieldsOf(fieldsOf(payload)['artifact']);
  const { token: named_token, sha256, size, media_type } = named;
  if (!isShort(named_token) || !isShort(media_type)) return undefined;
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) return undefined;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 0 || size > MAX_ARTIFACT_BYTES)
    return undefined;
  return { media_type, reference: { token: named_token, sha256, size, media_type } };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** In `accepts`: bytes of any kind (SPEC 4.5 `storage.store_blob`). */
export const ANY_MEDIA = 'blob';

/** Whether an operation that takes these takes this one. */
export const acceptsMedia = (accepts: readonly string[], media_type: string): boolean =>
  accepts.includes(ANY_MEDIA) || accepts.includes(media_type);
