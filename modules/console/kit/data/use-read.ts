import type { ApiPath, ReplyOf } from '@patchbay/client';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from '../live/use-live-refresh.ts';
import { call } from './client.ts';
import { READ } from './query-client.ts';
import type { ReadInput } from './route-types.ts';

export interface ReadOptions {
  /** False: nothing is asked yet. */
  readonly enabled?: boolean;
  /** Patterns of events upon which it is read anew. */
  readonly live?: readonly string[];
  /** Read anew each time this has passed, in milliseconds. */
  readonly everyMs?: number;
  /** Keeps showing the former reply while another is read. */
  readonly keepsFormer?: boolean;
  /** How long a reply counts as new, in milliseconds; for what changes seldom. */
  readonly freshMs?: number;
}

/** A reply with its `ETag`, for a later write with `If-Match`. */
export interface Tagged<T> {
  readonly data: T;
  readonly etag: string | null;
}

const NO_PATTERNS: readonly string[] = [];

/**
 * Reads a route with its tag. The key is the declared path, so `refresh('/sites')` reads every list of sites and every
 * site anew.
 */
export function useTagged<P extends ApiPath<'GET'>>(
  path: P,
  input: ReadInput<P>,
  { enabled = true, live = NO_PATTERNS, everyMs, keepsFormer = false, freshMs }: ReadOptions = {},
): UseQueryResult<Tagged<ReplyOf<'GET', P>>> {
  useLiveRefresh(live, path);
  const { path: parameters, query } = input;
  return useQuery({
    queryKey: [READ, path, parameters ?? {}, query ?? {}],
    enabled,
    refetchInterval: everyMs ?? false,
    ...(keepsFormer ? { placeholderData: keepPreviousData } : {}),
    ...(freshMs === undefined ? {} : { staleTime: freshMs }),
    queryFn: async ({ signal }) => {
      const { data, response } = await call('GET', path, { path: parameters, query, signal });
      return { data, etag: response.headers.get('etag') };
    },
  });
}

/** Reads a route: `useRead('/sites/{site_id}', { path: { site_id } })`. */
export function useRead<P extends ApiPath<'GET'>>(
  path: P,
  input: ReadInput<P>,
  options: ReadOptions = {},
): UseQueryResult<ReplyOf<'GET', P>> {
  const { enabled = true, live = NO_PATTERNS, everyMs, keepsFormer = false, freshMs } = options;
  useLiveRefresh(live, path);
  const { path: parameters, query } = input;
  return useQuery({
    queryKey: [READ, path, parameters ?? {}, query ?? {}],
    enabled,
    refetchInterval: everyMs ?? false,
    ...(keepsFormer ? { placeholderData: keepPreviousData } : {}),
    ...(freshMs === undefined ? {} : { staleTime: freshMs }),
    queryFn: async ({ signal }): Promise<Tagged<ReplyOf<'GET', P>>> => {
      const { data, response } = await call('GET', path, { path: parameters, query, signal });
      return { data, etag: response.headers.get('etag') };
    },
    select: ({ data }: Tagged<ReplyOf<'GET', P>>) => data,
  });
}
