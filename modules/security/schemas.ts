import { pageQuerySchema } from '@patchbay/kernel/database';
import { ROLE_NAMES } from '@patchbay/kernel/permissions';
import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const Uuid = Type.String({ format: 'uuid' });
const Instant = Type.String({ format: 'date-time' });
const Role = Type.Enum([...ROLE_NAMES]);

export const SignInOutcome = Type.Enum([
  'succeeded',
  'wrong_credentials',
  'wrong_second_step',
  'passkey_refused',
  'provider_refused',
  'locked',
]);
export type SignInOutcome = Static<typeof SignInOutcome>;

export const SignInQuery = pageQuerySchema({
  sort: ['occurred_at'],
  extra: {
    user_id: Type.Optional(Uuid),
    outcome: Type.Optional(SignInOutcome),
    since: Type.Optional(Instant),
    until: Type.Optional(Instant),
  },
});
export type SignInQuery = Readonly<Static<typeof SignInQuery>>;

export const SignIn = Type.Object({
  id: Uuid,
  user_id: Nullable(Type.String()),
  username: Nullable(Type.String()),
  outcome: SignInOutcome,
  method: Nullable(Type.String({ description: 'password, oidc, ldap, passkey' })),
  second_method: Nullable(Type.String({ description: 'totp, backup_code, passkey' })),
  reason: Nullable(Type.String({ description: 'a word for why it failed, where there is more to say' })),
  ip: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  session_id: Nullable(Type.String({ description: 'the session it opened' })),
  occurred_at: Type.String(),
});
export type SignIn = Readonly<Static<typeof SignIn>>;

export const LockedAccount = Type.Object({
  user_id: Uuid,
  username: Type.String(),
  email: Type.String(),
  display_name: Nullable(Type.String()),
  role: Role,
  doors: Type.Array(Type.Enum(['sign_in', 'second_step', 'password_change'])),
  locked_until: Type.String(),
});
export type LockedAccount = Readonly<Static<typeof LockedAccount>>;
export const LockedAccountQuery = pageQuerySchema({ sort: ['username', 'locked_until'] });

export const MemberSession = Type.Object({
  id: Uuid,
  user_id: Uuid,
  username: Type.String(),
  role: Role,
  ip: Type.String(),
  user_agent: Type.String({ description: 'the device as it named itself' }),
  created_at: Type.String(),
  last_used_at: Type.String(),
  expires_at: Type.String(),
  current: Type.Boolean({ description: 'the session that asks' }),
});
export const MemberSessionQuery = pageQuerySchema({
  sort: ['created_at', 'last_used_at', 'expires_at'],
  extra: { user_id: Type.Optional(Uuid) },
});

export const ReportedKey = Type.Object({
  id: Uuid,
  user_id: Uuid,
  username: Nullable(Type.String()),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Nullable(Type.Array(Type.String())),
  created_at: Type.String(),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  unused_scopes: Type.Array(Type.String({ description: 'needed by no request of the last 30 days' })),
  never_used: Type.Boolean(),
  stale: Type.Boolean({ description: 'not used for 90 days' }),
});
export const ReportedKeyQuery = pageQuerySchema({
  sort: ['created_at', 'expires_at', 'last_used_at', 'name'],
  extra: { user_id: Type.Optional(Uuid), stale: Type.Optional(Type.Boolean()) },
});

export const AccessQuestion = Type.Object({
  user_id: Type.Optional(Uuid),
  key_id: Type.Optional(Uuid),
  permission: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  route_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'operationId of the OpenAPI document' }),
  ),
  resource_id: Type.Optional(Uuid),
});
export type AccessQuestion = Readonly<Static<typeof AccessQuestion>>;

export const DECIDERS = [
  'public',
  'credential',
  'user',
  'mfa_policy',
  'role',
  'scope',
  'unscoped',
  'grant',
  'tenancy',
  'module',
  'gate',
  'permission_unknown',
] as const;
export type Decider = (typeof DECIDERS)[number];

export const AccessAnswer = Type.Object({
  allowed: Type.Boolean(),
  decided_by: Type.Enum([...DECIDERS]),
  reasons: Type.Array(Type.String(), { description: 'every step in its order, the deciding one last' }),
});
export interface AccessAnswer {
  readonly allowed: boolean;
  readonly decided_by: Decider;
  readonly reasons: readonly string[];
}
