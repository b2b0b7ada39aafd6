/**
 * The spelling logins are compared in: NFKC and full case folding (DECISIONS 8). Folded character by
 * character, because lowering a whole word treats a final sigma differently.
 */
export const foldLogin = (login: string): string =>
  [...login.normalize('NFKC')]
    .map((character) => character.toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKC');

/** What failed sign-ins of a user are counted under; nothing that is typed as a login can be taken for it. */
export const signInSubject = (user_id: string): string => `sign-in ${user_id}`;
