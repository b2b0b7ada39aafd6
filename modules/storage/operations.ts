import { ANY_MEDIA, readOperation, refersTo, writeOperation } from '@patchbay/kernel/fabric';
import { Nullable, NullableText } from '@patchbay/kernel/schema';
import { readAtFields, UnreadableReply } from '@patchbay/module-gateway/contract';
import Type from 'typebox';
import { StorageHealth } from './services/storage-health.ts';
import { STORE_BLOB } from './services/store-blob-key.ts';

export const storeBlob = writeOperation({
  id: STORE_BLOB,
  title: 'Store a blob',
  description: 'Stages keeping the artifact of the chain for good; on apply it stays in the artifact store.',
  input: Type.Object(
    { name: Type.Optional(Type.String({ maxLength: 200, description: 'a name for people' })) },
    { additionalProperties: false },
  ),
  accepts: ['image/jpeg', ANY_MEDIA],
  permission: 'storage.write',
  feature: STORE_BLOB,
  operation: 'create',
});

const NullableNumber = Nullable(Type.Number());

export const health = readOperation({
  id: 'storage.health',
  title: 'Storage health',
  description: 'How the pools of hypervisors are, asked now, and the store of artifacts.',
  input: Type.Object(
    {
      site_id: Type.Optional(refersTo('site')),
      controller_id: Type.Optional(refersTo('controller')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    status: Type.Enum(['healthy', 'degraded']),
    pools: Type.Array(
      Type.Object({
        name: Type.String(),
        node: NullableText,
        kind: Type.String(),
        status: Type.String(),
        detail: NullableText,
        total_bytes: NullableNumber,
        used_bytes: NullableNumber,
        ...readAtFields,
      }),
    ),
    unreadable: Type.Array(UnreadableReply),
    artifact_store: Type.Object({
      kind: Type.String(),
      ok: Type.Boolean(),
      detail: NullableText,
      artifacts: Type.Integer(),
      artifact_bytes: Type.Integer(),
      max_bytes: Type.Integer(),
      blobs: Type.Integer(),
    }),
  }),
  permission: 'storage.view',
  deps: { health: StorageHealth },
  run: async ({ params, principal, deps }) => ({ output: await deps.health.look(principal, params) }),
});
