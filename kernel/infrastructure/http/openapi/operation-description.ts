import type { Access } from '../../../permissions/index.ts';
import { reachOf } from '../routes/reach.ts';
import type { AnyRoute } from '../routes/route.ts';

/**
 * The text of an operation: its author's words, if there are any, and then the facts that its declaration holds and a
 * caller must know, in sentences.
 */
export function descriptionOf(route: AnyRoute): string {
  const facts = [
    `${sentenceOf(accessOf(route.access))}.`,
    ...scopeOf(route),
    ...proofOf(route),
    ...(route.rate === 'auth' ? ['Counts towards five attempts a minute per address and path.'] : []),
    ...(route.rate === 'exempt' ? ['Not counted by rate limits.'] : []),
    ...(route.secretReply ? ['The answer holds a secret that is shown this once.'] : []),
    ...(route.whileDisabled ? ['Answers while its module is switched off.'] : []),
  ].join(' ');
  return route.description ? `${route.description}\n\n${facts}` : facts;
}

/** The condition as the end of a sentence. */
function accessOf(access: Access): string {
  if ('public' in access) return `public, needs no credential (${access.public})`;
  if ('authenticated' in access)
    return access.firstParty
      ? 'needs a credential of a person or a key, not of a third-party application'
      : 'needs any valid credential';
  if ('anyOf' in access) return access.anyOf.map(accessOf).join(', or ');
  const conditions = [
    ...(access.permission === undefined ? [] : [`the permission \`${access.permission}\``]),
    ...(access.role === undefined ? [] : [`the role \`${access.role}\` or a higher one`]),
    ...(access.unscoped ? ['a credential without scopes'] : []),
  ];
  return `needs ${conditions.join(' and ')}`;
}

/** Scope of a caller who is held to some sites (RULES R20). */
function scopeOf(route: AnyRoute): readonly string[] {
  if ('public' in route.access || route.method === 'GET') return [];
  switch (reachOf(route)) {
    case 'organization':
      return ['Refused to people held to sites: it concerns the whole organization.'];
    case 'sites':
      return ['People held to sites reach rows of these sites only.'];
    case 'own':
      return [];
  }
}

function proofOf({ proof }: AnyRoute): readonly string[] {
  if (proof === undefined) return [];
  if (proof === 'given') return ['Sessions only: keys and third-party applications are refused.'];
  const when =
    proof === 'required' ? '' : ` to change ${proof.toChange.map((each) => `\`${each}\``).join(', ')}`;
  return [`Needs a proof of the last five minutes${when}: a sign-in, or POST /auth/reauthenticate.`];
}

const sentenceOf = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
