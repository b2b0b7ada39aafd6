import Type, { type Static } from 'typebox';
import { MAX_REDIRECT_URI_LENGTH } from './applications.ts';

/** Longer parameters are refused by the schema; faults inside these bounds are answered as the RFCs say. */
const Word = Type.String({ maxLength: 200 });
const Token = Type.String({ maxLength: 4_000 });
const Scope = Type.String({ maxLength: 4_000, description: 'permissions, divided by spaces' });

const request = {
  response_type: Type.Optional(Word),
  client_id: Type.String({ minLength: 1, maxLength: 200 }),
  redirect_uri: Type.String({ minLength: 1, maxLength: MAX_REDIRECT_URI_LENGTH }),
  scope: Type.Optional(Scope),
  state: Type.Optional(Type.String({ maxLength: 2_000 })),
  code_challenge: Type.Optional(Word),
  code_challenge_method: Type.Optional(Word),
};

/** An authorization request (RFC 6749 4.1.1, RFC 7636 4.3). */
export const AuthorizationQuery = Type.Object(request);
export type AuthorizationParameters = Readonly<Static<typeof AuthorizationQuery>>;

export const Decision = Type.Object({
  ...request,
  decision: Type.Enum(['approve', 'deny']),
});
export type Decision = Readonly<Static<typeof Decision>>;

export const Consent = Type.Object(
  {
    application: Type.Optional(
      Type.Object({ id: Type.String({ format: 'uuid' }), client_id: Type.String(), name: Type.String() }),
    ),
    scopes: Type.Optional(Type.Array(Type.Object({ id: Type.String(), title: Type.String() }))),
    already_granted: Type.Optional(
      Type.Boolean({ description: 'the user has granted all of it before, and it still holds' }),
    ),
    request: Type.Optional(
      Type.Object(request, {
        description: 'to be sent back with the decision; scopes are those that remain',
      }),
    ),
    redirect_to: Type.Optional(
      Type.String({
        description: 'instead of all others: the request is refused, and this address carries the reason',
      }),
    ),
  },
  { description: 'the question to the user' },
);
export type Consent = Readonly<Static<typeof Consent>>;

export const Redirect = Type.Object({
  redirect_to: Type.String({ description: 'with code, state and iss; or with error, state and iss' }),
});

const client = {
  client_id: Type.Optional(Type.String({ maxLength: 200 })),
  client_secret: Type.Optional(Type.String({ maxLength: 500 })),
};

/** A token request (RFC 6749 4.1.3, 6; RFC 7636 4.5). */
export const TokenForm = Type.Object({
  grant_type: Type.String({ maxLength: 200, description: 'authorization_code or refresh_token' }),
  code: Type.Optional(Token),
  redirect_uri: Type.Optional(Type.String({ maxLength: MAX_REDIRECT_URI_LENGTH })),
  code_verifier: Type.Optional(Word),
  refresh_token: Type.Optional(Token),
  scope: Type.Optional(Scope),
  ...client,
});
export type TokenForm = Readonly<Static<typeof TokenForm>>;

export const TokenReply = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: Type.String(),
  scope: Type.String(),
});
export type TokenReply = Readonly<Static<typeof TokenReply>>;

/** A token presented for introspection or revocation (RFC 7009 2.1, RFC 7662 2.1). */
export const PresentedToken = Type.Object({
  token: Token,
  token_type_hint: Type.Optional(Word),
  ...client,
});
export type PresentedToken = Readonly<Static<typeof PresentedToken>>;

/** RFC 7662 2.2; only `active` when it is false. */
export const Introspection = Type.Object({
  active: Type.Boolean(),
  scope: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  token_type: Type.Optional(Type.String()),
  exp: Type.Optional(Type.Integer()),
  iat: Type.Optional(Type.Integer()),
  sub: Type.Optional(Type.String()),
  aud: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
});
export type Introspection = Readonly<Static<typeof Introspection>>;

/** RFC 8414 2, RFC 9207 3. */
export const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  introspection_endpoint: Type.String(),
  scopes_supported: Type.Array(Type.String()),
  response_types_supported: Type.Array(Type.String()),
  response_modes_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  introspection_endpoint_auth_methods_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
});
export type Metadata = Readonly<Static<typeof Metadata>>;
