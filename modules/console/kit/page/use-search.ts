import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Search part of an address: flat texts. */
export type SearchTexts = Readonly<Record<string, string>>;

/** The texts of the address behind `?`. */
export const useSearchTexts = (): SearchTexts => useSearch({ strict: false }) as SearchTexts;

/** Changes texts of the address; an empty one goes. Replaces the entry of the history, so that Back leaves the page. */
export function useChangeSearch(): (change: Readonly<Record<string, string | null>>) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      void navigate({
        to: '.',
        replace: true,
        search: ((former: SearchTexts) =>
          Object.fromEntries(
            Object.entries({ ...former, ...change }).filter(([, text]) => text !== null && text !== ''),
          )) as never,
      });
    },
    [navigate],
  );
}

/** One text of the address, '' when absent, and its setter. */
export function useSearchText(key: string): readonly [text: string, choose: (text: string) => void] {
  const texts = useSearchTexts();
  const change = useChangeSearch();
  return [texts[key] ?? '', (text) => change({ [key]: text })];
}

/** A parameter of the page's path. */
export function usePathParameter(name: string): string {
  const parameters = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  return parameters[name] ?? '';
}

/** Goes to a page of the console. */
export function useGo(): (to: string, search?: SearchTexts) => void {
  const navigate = useNavigate();
  return useCallback((to, search = {}) => void navigate({ to, search: search as never }), [navigate]);
}
