import type { AssertedIdentity } from './sign-in-provider.ts';

const SHORTEST = 2;
const LONGEST = 50;

/** A username made from the provider's name of a person: characters that a username may not hold are left out. */
export function usernameFor(
  { username, email }: Pick<AssertedIdentity, 'username' | 'email'>,
  suffix: string | null,
): string {
  const [name = ''] = (username ?? email ?? '').split('@', 1);
  const stem = name
    .replace(/[\s\p{C}]+/gu, '-')
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/\uFFFD/g, '');
  const usable = stem.length < SHORTEST ? `user-${stem}`.replace(/-$/, '') : stem;
  return suffix === null ? usable : `${usable}-${suffix}`;
}
