import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const Id = Type.String({ format: 'uuid' });

export const MAX_REDIRECT_URI_LENGTH = 2_000;

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]+$' });
const RedirectUris = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: MAX_REDIRECT_URI_LENGTH,
    examples: ['https://app.example.com/callback'],
  }),
  {
    minItems: 1,
    maxItems: 10,
    description:
      'compared exactly; https, http on loopback, or a private-use scheme such as com.example.app:/',
  },
);
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['device:read'] }), {
  minItems: 1,
  maxItems: 32,
  description: 'permissions that the application may ask its users for; no wildcards',
});

export const ApplicationInput = Type.Object({
  name: Name,
  redirect_uris: RedirectUris,
  scopes: Scopes,
  confidential: Type.Boolean({ description: 'true: it runs where it can keep a secret, and gets one' }),
  is_active: Type.Optional(Type.Boolean()),
});
export type ApplicationInput = Readonly<Static<typeof ApplicationInput>>;

export const ApplicationPatch = Type.Object({
  name: Type.Optional(Name),
  redirect_uris: Type.Optional(RedirectUris),
  scopes: Type.Optional(Scopes),
  is_active: Type.Optional(Type.Boolean({ description: 'false ends every grant of the application' })),
});
export type ApplicationPatch = Readonly<Static<typeof ApplicationPatch>>;

export const ApplicationSchema = Type.Object({
  id: Id,
  organization_id: Id,
  client_id: Type.String(),
  name: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  confidential: Type.Boolean(),
  is_active: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ApplicationView = Readonly<Static<typeof ApplicationSchema>>;

export const ApplicationWithSecret = Type.Object({
  ...ApplicationSchema.properties,
  client_secret: Type.Optional(
    Type.String({ description: 'of a confidential application; shown this once' }),
  ),
});
export type ApplicationWithSecret = Readonly<Static<typeof ApplicationWithSecret>>;

export const GrantSchema = Type.Object({
  id: Id,
  application: Type.Object({ id: Id, name: Type.String() }),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
  last_used_at: Nullable(Type.String()),
});
export type GrantView = Readonly<Static<typeof GrantSchema>>;
