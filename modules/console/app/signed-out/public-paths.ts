/** Addresses that mail and identity providers lead to; they are shown whoever is signed in. */
export const PUBLIC_PATHS = {
  reset: '/console/reset-password',
  confirm: '/console/confirm-email',
  callback: '/console/sso/callback',
  setup: '/console/setup',
  register: '/console/register',
} as const;
export type PublicPage = keyof typeof PUBLIC_PATHS;

/** The page of an address, or undefined where a sign-in is needed first. */
export function publicPageAt(path: string): PublicPage | undefined {
  const plain = path.replace(/\/$/, '');
  const found = Object.entries(PUBLIC_PATHS).find(([, each]) => each === plain);
  return found === undefined ? undefined : (found[0] as PublicPage);
}

export const isPublicPath = (path: string): boolean => publicPageAt(path) !== undefined;

export const HOME = '/console/';
