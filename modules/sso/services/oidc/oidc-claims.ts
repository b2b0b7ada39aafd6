import { assertedEmail, assertedGroups, assertedName, assertedText } from '../admission/asserted-text.ts';
import type { AssertedIdentity, SignInProvider } from '../admission/sign-in-provider.ts';
import { OidcFault } from './oidc-fault.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** OIDC limits a subject to 255 characters. */
const MAX_SUBJECT_LENGTH = 255;

const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

const claimNames = ({ config }: SignInProvider) => ({
  groups: config.groups_claim ?? 'groups',
  email: config.email_claim ?? 'email',
  username: config.username_claim ?? 'preferred_username',
});

/** Whether the token alone leaves something open that the provider may know. */
export const needsMore = (provider: SignInProvider, token: Claims): boolean =>
  Object.values(claimNames(provider)).some((name) => claimOf(token, name) === undefined);

/** Asserted identity; the signed token goes before the fields answered beside it. */
export function identityOf(provider: SignInProvider, token: Claims, more: Claims): AssertedIdentity {
  const names = claimNames(provider);
  const either = (name: string): unknown => claimOf(token, name) ?? claimOf(more, name);
  const subject = assertedName(claimOf(token, 'sub'), MAX_SUBJECT_LENGTH);
  if (subject === null) throw new OidcFault('no_subject');
  return {
    issuer: provider.config.issuer ?? '',
    subject,
    ...emailOf(names.email, token, more),
    username: assertedText(either(names.username), 200),
    display_name: assertedText(either('name'), 200),
    groups: assertedGroups(either(names.groups)),
  };
}

/** An address and its verification come from one place, and only `email` can be verified. */
function emailOf(
  name: string,
  token: Claims,
  more: Claims,
): Pick<AssertedIdentity, 'email' | 'email_verified'> {
  const source = claimOf(token, name) === undefined ? more : token;
  const email = assertedEmail(claimOf(source, name));
  const said = name === 'email' ? verifiedIn(source, more, email) : undefined;
  return { email, email_verified: typeof said === 'boolean' ? said : null };
}

function verifiedIn(source: Claims, more: Claims, email: string | null): unknown {
  const said = claimOf(source, 'email_verified');
  if (said !== undefined || assertedEmail(claimOf(more, 'email')) !== email) return said;
  return claimOf(more, 'email_verified');
}
