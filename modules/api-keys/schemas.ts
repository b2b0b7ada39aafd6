import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

export const KeyInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]+$' }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  scopes: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 32,
      description: 'absent: unscoped, as far as its user may',
    }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: 'absent: it does not expire' }),
  ),
});
export type KeyInput = Readonly<Static<typeof KeyInput>>;

export const KeySchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  organization_id: Type.String({ format: 'uuid' }),
  user_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Nullable(Type.String()),
  prefix: Type.String(),
  scopes: Nullable(Type.Array(Type.String())),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type KeyView = Readonly<Static<typeof KeySchema>>;

export const CreatedKey = Type.Object({
  ...KeySchema.properties,
  secret: Type.String({ description: 'shown this once' }),
});
