/**
 * The spelling logins are compared in: NFKC and full case folding (DECISIONS 8). Folded character by
 * character, because lowering a whole word treats a final sigma differently.
 */
export const foldLogin = (login: string): string =>
  [...login.normalize('NFKC')]
    .map((character) => character.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKC');

/** Counter key of a user's failed sign-ins; no text typed as a login can equal it. */
export const signInSubject = (user_id: string): string => `sign-in ${user_id}`;
