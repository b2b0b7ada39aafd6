import { HOME, isPublicPath } from '../public-paths.ts';

const KEY = 'patchbay.return';

/** Keeps the page that was wanted, while the browser is at a provider. */
export const keepReturnAddress = (): void =>
  sessionStorage.setItem(
    KEY,
    isPublicPath(location.pathname) ? HOME : `${location.pathname}${location.search}`,
  );

/** The page that was wanted before; the start page where there is none. */
export function takeReturnAddress(): string {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept?.startsWith(HOME) ? kept : HOME;
}
