import { Nullable } from '@patchbay/kernel/schema';
import {
  DisplayName,
  Email,
  NewPassword,
  Slug,
  Username,
  UserSchema,
} from '@patchbay/module-identity/contract';
import Type, { type Static } from 'typebox';

const Uuid = Type.String({ format: 'uuid' });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$' });
const Text = Type.String({ maxLength: 2_000 });

/** An IANA name, checked against what the runtime knows. */
const Timezone = Type.String({ minLength: 1, maxLength: 64 });

export const SiteInput = Type.Object({
  name: Name,
  slug: Type.Optional(Slug),
  description: Type.Optional(Nullable(Text)),
  timezone: Type.Optional(Nullable(Timezone)),
  address: Type.Optional(Nullable(Text)),
});
export type SiteInput = Readonly<Static<typeof SiteInput>>;
export const SitePatch = Type.Partial(SiteInput);
export type SitePatch = Readonly<Static<typeof SitePatch>>;

export const SiteSchema = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  timezone: Nullable(Type.String()),
  address: Nullable(Type.String()),
  device_count: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type SiteView = Readonly<Static<typeof SiteSchema>>;

export const UserInput = Type.Object({
  email: Email,
  username: Username,
  password: NewPassword,
  role: Type.String({ minLength: 1, maxLength: 50, description: 'strictly below your own' }),
  display_name: Type.Optional(Nullable(DisplayName)),
  organization_id: Type.Optional(Uuid),
});
export type UserInput = Readonly<Static<typeof UserInput>>;

export const UserPatch = Type.Object({
  email: Type.Optional(Email),
  username: Type.Optional(Username),
  display_name: Type.Optional(Nullable(DisplayName)),
  role: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  is_active: Type.Optional(Type.Boolean()),
});
export type UserPatch = Readonly<Static<typeof UserPatch>>;
export { UserSchema };

export const OrganizationInput = Type.Object({ name: Name, slug: Type.Optional(Slug) });
export type OrganizationInput = Readonly<Static<typeof OrganizationInput>>;
export const OrganizationPatch = Type.Object({
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  is_active: Type.Optional(Type.Boolean({ description: 'super administrators only' })),
  mfa_required: Type.Optional(
    Type.Boolean({ description: 'members without a second factor can do nothing but set one up' }),
  ),
  quotas: Type.Optional(
    Type.Record(
      Type.String({ minLength: 1, maxLength: 50 }),
      Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
      {
        maxProperties: 50,
        description:
          'the most of each kind that `counts` names; kinds left out are not limited; super administrators only',
      },
    ),
  ),
});
export type OrganizationPatch = Readonly<Static<typeof OrganizationPatch>>;

const Quotas = Type.Record(Type.String(), Type.Integer());
export const OrganizationSchema = Type.Object({
  id: Uuid,
  name: Type.String(),
  slug: Type.String(),
  is_active: Type.Boolean(),
  mfa_required: Type.Boolean(),
  quotas: Quotas,
  counts: Type.Record(Type.String(), Type.Integer()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type OrganizationView = Readonly<Static<typeof OrganizationSchema>>;

const Notice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  reason: Nullable(Type.String()),
  since: Nullable(Type.String()),
});

export const DashboardSchema = Type.Object({
  organization_id: Uuid,
  name: Type.String(),
  counts: Type.Record(Type.String(), Type.Integer()),
  quotas: Quotas,
  quotas_enforced: Type.Boolean(),
  sections: Type.Record(
    Type.String(),
    Type.Object({ counts: Type.Record(Type.String(), Type.Integer()), attention: Type.Array(Notice) }),
    {
      description:
        'by module: `devices`, `controllers`, `changes`, `alerts`, `connections`; numbers by state, and the latest ' +
        'that need a look',
    },
  ),
});
export type Dashboard = Readonly<Static<typeof DashboardSchema>>;

export const GrantInput = Type.Object({
  user_id: Uuid,
  site_id: Uuid,
  expires_at: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
});
export type GrantInput = Readonly<Static<typeof GrantInput>>;
export const BulkRevokeInput = Type.Object({
  grant_ids: Type.Array(Uuid, { minItems: 1, maxItems: 200, uniqueItems: true }),
});
export const BulkGrantInput = Type.Object({ grants: Type.Array(GrantInput, { minItems: 1, maxItems: 200 }) });

export const GrantSchema = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  user_id: Uuid,
  site_id: Uuid,
  expires_at: Nullable(Type.String()),
  ended_at: Nullable(
    Type.String({ description: 'it ran out: the user has lost its site until the grant is revoked' }),
  ),
  reason: Nullable(Type.String()),
  granted_by: Nullable(Uuid),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type GrantView = Readonly<Static<typeof GrantSchema>>;
export const BulkGrantReply = Type.Object({ items: Type.Array(GrantSchema) });

export const RoleInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]+$' }),
  description: Type.Optional(Nullable(Text)),
  permissions: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 500,
    uniqueItems: true,
  }),
});
export type RoleInput = Readonly<Static<typeof RoleInput>>;
export const RolePatch = Type.Partial(RoleInput);
export type RolePatch = Readonly<Static<typeof RolePatch>>;

export const RoleSchema = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  permissions: Type.Array(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type RoleView = Readonly<Static<typeof RoleSchema>>;
