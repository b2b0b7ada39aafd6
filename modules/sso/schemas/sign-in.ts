import { Slug } from '@patchbay/module-identity/contract';
import Type, { type Static } from 'typebox';
import { PROVIDER_KINDS } from './providers.ts';

const Id = Type.String({ format: 'uuid' });

export const ButtonsQuery = Type.Object({ organization_slug: Slug });
export const Buttons = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.Enum([...PROVIDER_KINDS]),
      authorize_path: Type.String({ description: 'where a sign-in with it begins' }),
    }),
  ),
});

export const AuthorizeInput = Type.Object({
  provider_id: Id,
  redirect_uri: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'one of SSO_REDIRECT_URLS; default the first' }),
  ),
  remember_me: Type.Optional(Type.Boolean()),
});
export type AuthorizeInput = Readonly<Static<typeof AuthorizeInput>>;

export const AuthorizeReply = Type.Object({
  authorization_url: Type.String({ description: 'send the browser there' }),
  state: Type.String({ description: 'comes back with the code, within ten minutes' }),
});

export const CallbackInput = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 4_096 }),
  state: Type.String({ minLength: 1, maxLength: 4_096 }),
  iss: Type.Optional(Type.String({ maxLength: 500, description: 'as it came back, if it did' })),
});
export type CallbackInput = Readonly<Static<typeof CallbackInput>>;

export const LdapInput = Type.Object({
  provider_id: Type.Optional(Id),
  organization_slug: Type.Optional(Slug),
  login: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ maxLength: 1_024 }),
  remember_me: Type.Optional(Type.Boolean()),
});
export type LdapInput = Readonly<Static<typeof LdapInput>>;

export const SamlQuery = Type.Object({ provider_id: Id });
