import type { ApiPath } from '@patchbay/client';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../live/use-live-refresh.ts';
import { call } from './client.ts';
import { READ } from './query-client.ts';
import type { RowOf } from './route-types.ts';

interface Envelope<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly read: UseQueryResult<Envelope<Row>>;
}

type Texts = Readonly<Record<string, string>>;
export interface RowOptions {
  readonly live?: readonly string[];
  readonly everyMs?: number;
  readonly enabled?: boolean;
}

const NO_PATTERNS: readonly string[] = [];
const MOST_PER_PAGE = 100;

/** A page of a list, its query as texts. The former page stays until the next is there. */
export function useRows<P extends ApiPath<'GET'>>(
  path: P,
  query: Texts,
  parameters: Texts = {},
  { live = NO_PATTERNS, everyMs, enabled = true }: RowOptions = {},
): Rows<RowOf<P>> {
  useLiveRefresh(live, path);
  const read = useQuery({
    queryKey: [READ, path, parameters, query],
    enabled,
    refetchInterval: everyMs ?? false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readPage<RowOf<P>>(path, query, parameters, signal),
  });
  const { items = [], total = 0, page = 1, pages = 0 } = read.data ?? {};
  return { rows: items, total, page, pages, read };
}

async function readPage<Row>(
  path: ApiPath<'GET'>,
  query: Texts,
  parameters: Texts,
  signal?: AbortSignal,
): Promise<Envelope<Row>> {
  const { data } = await call('GET', path, { path: parameters, query, signal });
  return envelopeOf<Row>(data);
}

/** The envelope; a bare array (SPEC 4.4) becomes one. */
function envelopeOf<Row>(data: unknown): Envelope<Row> {
  if (Array.isArray(data)) return { items: data as readonly Row[], total: data.length, page: 1, pages: 1 };
  const { items = [], total = 0, page = 1, pages = 1 } = data as Partial<Envelope<Row>>;
  return { items, total, page, pages };
}

/** Every row of a list, page by page, at most so many. */
export async function readAllRows<P extends ApiPath<'GET'>>(
  path: P,
  query: Texts,
  parameters: Texts,
  most: number,
): Promise<{ readonly rows: readonly RowOf<P>[]; readonly isCut: boolean }> {
  const rows: RowOf<P>[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { ...query, page: String(page), per_page: String(MOST_PER_PAGE) };
    const { items, pages } = await readPage<RowOf<P>>(path, asked, parameters);
    rows.push(...items);
    if (page >= pages || items.length === 0) return { rows: rows.slice(0, most), isCut: rows.length > most };
    if (rows.length >= most) return { rows: rows.slice(0, most), isCut: true };
  }
}
