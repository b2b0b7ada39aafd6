import Type, { type Static, type TSchema } from 'typebox';

/** The list envelope of SPEC 2.1. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  readonly pages: number;
}

/** Query parameters of every list route (DECISIONS 2). */
export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
  readonly site_id?: string;
  readonly search?: string;
  readonly sort?: string;
}

export const pageOf = <T>(items: readonly T[], total: number, { page, per_page }: PageQuery): Page<T> => ({
  items,
  total,
  page,
  per_page,
  pages: Math.ceil(total / per_page),
});

export const pageSchema = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    pages: Type.Integer(),
  });

const fields = { page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }) };

/** Query schema of a list: paging, search, and sorting by declared fields only. */
export function pageQuerySchema<E extends Record<string, TSchema> = Record<never, never>>(options: {
  readonly sort: readonly string[];
  readonly most?: number;
  readonly extra?: E;
}) {
  const orders = options.sort.flatMap((field) => [field, `-${field}`]);
  return Type.Object({
    ...fields,
    per_page: Type.Integer({ minimum: 1, maximum: options.most ?? 200, default: 50 }),
    site_id: Type.Optional(Type.String({ format: 'uuid' })),
    search: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(
      Type.Unsafe<string>(orders.length > 0 ? { type: 'string', enum: orders } : { not: {} }),
    ),
    ...(options.extra ?? ({} as E)),
  });
}

export type PageQueryOf<S extends TSchema> = Static<S>;

/** A LIKE pattern that finds `text` literally (SPEC 2.1: `%` and `_` are literal). */
export const containing = (text: string): string =>
  `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
