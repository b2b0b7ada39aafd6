import { pageQuerySchema } from '@patchbay/kernel/database';
import Type, { type Static } from 'typebox';

const Uuid = Type.String({ format: 'uuid' });
const Value = Type.String({ maxLength: 2_000 });
const PageId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z0-9/_-]+$',
  description: 'which list it is a view of, such as `inventory/devices`',
  examples: ['inventory/devices'],
});

/** Query of a page's address; arrays repeat a parameter. */
const Search = Type.Record(
  Type.String({ pattern: '^[^\\p{Cc}]{1,100}$' }),
  Type.Union([Value, Type.Array(Value, { maxItems: 50 })]),
  {
    additionalProperties: false,
    maxProperties: 50,
    description: 'parameters of the page; at most 131,072 characters as JSON',
    examples: [{ status: 'offline', tag: ['core', 'leased'], sort: '-name' }],
  },
);
export type SearchOfView = Readonly<Record<string, string | readonly string[]>>;

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' });
const Shared = Type.Boolean({ description: 'seen by everybody in the organization; needs `view:share`' });

export const ViewInput = Type.Object({
  name: Name,
  page: PageId,
  search: Search,
  is_shared: Type.Optional(Shared),
});
export type ViewInput = Readonly<Static<typeof ViewInput>>;
export const ViewPatch = Type.Partial(ViewInput);
export type ViewPatch = Readonly<Static<typeof ViewPatch>>;

export const ViewSchema = Type.Object({
  id: Uuid,
  name: Type.String(),
  page: Type.String(),
  search: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  is_shared: Type.Boolean(),
  owner_id: Uuid,
  is_own: Type.Boolean({ description: 'whether the caller is its owner' }),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type ViewReply = Readonly<Omit<Static<typeof ViewSchema>, 'search'>> & {
  readonly search: SearchOfView;
};

export const ViewQuery = pageQuerySchema({
  sort: ['name', 'page', 'created_at', 'updated_at'],
  most: 100,
  extra: {
    for_page: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'views of this page (`page` numbers the pages of the list)',
      }),
    ),
  },
});
export type ViewQuery = Static<typeof ViewQuery>;
