import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';

const Uuid = Type.String({ format: 'uuid' });

export const ExampleItemInput = Type.Object({
  site_id: Uuid, // only: site
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
});
export type ExampleItemInput = Readonly<Static<typeof ExampleItemInput>>;
export const ExampleItemPatch = Type.Partial(ExampleItemInput);
export type ExampleItemPatch = Readonly<Static<typeof ExampleItemPatch>>;

export const ExampleItemSchema = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  site_id: Uuid, // only: site
  name: Type.String(),
  description: Nullable(Type.String()),
  created_by: Nullable(Uuid), // only: listener
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ExampleItemView = Readonly<Static<typeof ExampleItemSchema>>;
