import { PatchbayError } from '@patchbay/kernel/errors';
import {
  type ArtifactReference,
  type ArtifactStore,
  artifactGone,
  artifactStoreFailed,
} from '@patchbay/kernel/fabric';
import { AdapterError, type ChangePlace, type Push, type StagedFeature } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { STORE_BLOB } from './store-blob-key.ts';
import type { StoredBlobs } from './stored-blobs.ts';

const closed = { additionalProperties: false };

/** Payload of the review: the bytes and their name. */
const StorePayload = Type.Object(
  {
    artifact: Type.Object(
      {
        token: Type.String({ maxLength: 100 }),
        sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
        size: Type.Integer({ minimum: 0 }),
        media_type: Type.String({ maxLength: 200 }),
      },
      closed,
    ),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);

/**
 * Applied to the artifact store under the feature map's rule (DECISIONS 34): no vendor, no session; controller,
 * organization and site are those of the change. Removing a blob exists so that storing one can be undone.
 */
export const storeBlobFeature = (
  artifacts: Pick<ArtifactStore, 'get'>,
  blobs: Pick<StoredBlobs, 'store' | 'remove' | 'get'>,
): StagedFeature<null> => ({
  key: STORE_BLOB,
  title: 'Store a blob',
  vendor: null,
  area: 'storage',
  operations: ['create', 'delete'],
  permission: 'network:write',
  risk: 'normal',
  payload: (operation) => (operation === 'create' ? StorePayload : Type.Object({}, closed)),
  isPublic: (field) => field === 'token',
  undoCaution: (operation) =>
    operation === 'delete'
      ? 'The bytes may be swept meanwhile; then they cannot be stored again.'
      : undefined,
  apply: (_session, push) =>
    asAdapter(async () => {
      const place = placeOf(push);
      if (push.operation === 'delete') {
        await blobs.remove(place, push.target_id ?? '');
        return { target_id: push.target_id };
      }
      const reference = referenceIn(push);
      await artifacts.get(place.organization_id, reference);
      return { target_id: await blobs.store(place, reference, nameIn(push)) };
    }),
  verify: (_session, push, { target_id }) =>
    asAdapter(async () => {
      const place = placeOf(push);
      const blob = await blobs.get(place, target_id ?? '').catch(() => null);
      if (push.operation === 'delete') return { holds: blob === null, value: null };
      if (blob === null) return { holds: false, value: null, mismatch: 'The blob is not there.' };
      const { bytes, media_type } = await artifacts.get(place.organization_id, referenceIn(push));
      const { id, name, sha256 } = blob;
      return { holds: true, value: { id, name, media_type, sha256, size: bytes.length } };
    }),
});

function placeOf({ place }: Push): ChangePlace {
  if (place === undefined) throw new AdapterError('adapter_error', 'not_sent', 'The change has no place.');
  return place;
}

/** As its schema let it pass. */
const referenceIn = ({ payload }: Push): ArtifactReference => payload['artifact'] as ArtifactReference;

const nameIn = ({ payload }: Push): string => String(payload['name'] ?? '');

/** Turns errors of the store into those of devices: a refused write has not happened. */
async function asAdapter<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PatchbayError)) throw error;
    if (artifactGone.matches(error))
      throw new AdapterError('adapter_not_found', 'refused', error.message, error);
    const type = artifactStoreFailed.matches(error) ? 'adapter_connection_error' : 'adapter_error';
    throw new AdapterError(
      type,
      error.declaration.kind === 'unavailable' ? 'not_sent' : 'refused',
      error.message,
      error,
    );
  }
}
