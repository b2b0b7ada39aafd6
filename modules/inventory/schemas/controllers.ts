import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const closed = { additionalProperties: false };
const Id = Type.String({ format: 'uuid' });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Text = Type.String();
const stamps = { created_at: Text, updated_at: Text };

const Tls = Type.Object(
  {
    verify: Type.Boolean(),
    fingerprint: Type.Optional(
      Type.String({
        pattern: '^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$',
        description: 'SHA-256 of the certificate as hex',
      }),
    ),
    pin_on_first_use: Type.Optional(
      Type.Boolean({
        description:
          'without a fingerprint: the certificate of the first contact is kept as the fingerprint, before any credential is sent',
      }),
    ),
  },
  closed,
);
const Url = Type.String({ minLength: 8, maxLength: 500 });
const AllowPlaintext = Type.Boolean({
  description:
    'a credential is not sent over plain HTTP to another machine without it: everything on the way would see it',
});

export const ControllerInput = Type.Object(
  {
    name: Name,
    site_id: Id,
    vendor: Type.String({ minLength: 1, maxLength: 50 }),
    url: Url,
    credential_id: Type.Optional(Nullable(Id)),
    tls: Type.Optional(Tls),
    allow_plaintext: Type.Optional(AllowPlaintext),
  },
  closed,
);

export const ControllerPatch = Type.Object(
  {
    name: Type.Optional(Name),
    site_id: Type.Optional(Id),
    url: Type.Optional(Url),
    credential_id: Type.Optional(Nullable(Id)),
    tls: Type.Optional(Tls),
    allow_plaintext: Type.Optional(AllowPlaintext),
  },
  { ...closed, minProperties: 1 },
);

export const ControllerReply = Type.Object({
  id: Text,
  organization_id: Text,
  site_id: Text,
  name: Text,
  vendor: Text,
  url: Text,
  credential_id: Nullable(Text),
  tls: Type.Object({
    verify: Type.Boolean(),
    fingerprint: Type.Optional(Text),
    pin_on_first_use: Type.Optional(Type.Boolean()),
  }),
  allow_plaintext: Type.Boolean(),
  status: Text,
  version: Nullable(Text),
  model: Nullable(Text),
  serial: Nullable(Text),
  capabilities: Type.Array(Text),
  last_sync_at: Nullable(Text),
  last_error: Nullable(Text),
  ...stamps,
});

export const ControllerIds = Type.Object(
  { controller_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) },
  closed,
);

export const ControllerTestReply = Type.Object({
  reachable: Type.Boolean(),
  version: Nullable(Text),
  latency_ms: Type.Number(),
});

export const ControllerTestsReply = Type.Object({
  results: Type.Array(
    Type.Object({
      controller_id: Text,
      reachable: Type.Boolean(),
      version: Nullable(Text),
      latency_ms: Nullable(Type.Number()),
      error: Nullable(Type.Object({ type: Text, message: Text })),
    }),
  ),
});

export const SyncStartedReply = Type.Object({ sync_id: Text });
export const SyncsStartedReply = Type.Object({
  syncs: Type.Array(Type.Object({ controller_id: Text, sync_id: Text })),
});

export const SyncReply = Type.Object({
  id: Text,
  controller_id: Text,
  status: Text,
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  missing: Type.Integer(),
  error: Nullable(Text),
  started_at: Nullable(Text),
  finished_at: Nullable(Text),
  ...stamps,
});

export const ControllerQuery = pageQuerySchema({
  sort: ['name', 'status', 'vendor', 'created_at'],
  extra: { vendor: Type.Optional(Text), status: Type.Optional(Text) },
});
export const SyncQuery = pageQuerySchema({ sort: ['created_at'] });
