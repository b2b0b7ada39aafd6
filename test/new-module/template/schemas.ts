import Type, { type Static, type TSchema } from 'typebox';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Uuid = Type.String({ format: 'uuid' });

export const ExampleItemInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
});
export type ExampleItemInput = Readonly<Static<typeof ExampleItemInput>>;
export const ExampleItemPatch = Type.Partial(ExampleItemInput);
export type ExampleItemPatch = Readonly<Static<typeof ExampleItemPatch>>;

export const ExampleItemSchema = Type.Object({
  id: Uuid,
  organization_id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ExampleItemView = Readonly<Static<typeof ExampleItemSchema>>;
