import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const STALE_MS = 5_000;
const MOST_RETRIES = 3;

/** Reads are tried again only where another try can help: the platform away, or too many requests. */
const mayHelp = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status === 502 || error.status === 503;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < MOST_RETRIES && mayHelp(error),
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 15_000),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** First element of the keys of all reads: `['read', path, parameters, query]`. */
export const READ = 'read';

/** A thing that was deleted: its declared path and the parameters of it. */
export interface Gone {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const isOf = (queryKey: readonly unknown[], { path, parameters }: Gone): boolean => {
  const own = queryKey[2];
  const values: Readonly<Record<string, unknown>> = typeof own === 'object' && own !== null ? { ...own } : {};
  return (
    String(queryKey[1]).startsWith(path) &&
    Object.entries(parameters).every(([name, value]) => values[name] === value)
  );
};

/** Reads anew whatever is shown of these paths and of those below them, but nothing of what is gone. */
export function refreshWithout(gone: Gone | null, paths: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey[0] === READ &&
      paths.some((path) => String(queryKey[1]).startsWith(path)) &&
      (gone === null || !isOf(queryKey, gone)),
  });
}

/** Reads anew whatever is shown of these paths (as declared) and of those below them. */
export const refresh = (...paths: readonly string[]): void => refreshWithout(null, paths);
