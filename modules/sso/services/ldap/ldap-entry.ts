import type { Entry } from 'ldapts';
import type { ProviderConfig } from '../../schemas/providers.ts';
import { assertedEmail, assertedGroups, assertedName, assertedText } from '../admission/asserted-text.ts';
import type { AssertedIdentity, SignInProvider } from '../admission/sign-in-provider.ts';
import { LdapFault } from './ldap-frames.ts';

const MAX_NAME_LENGTH = 1_000;

const namesOf = ({ group_attribute, email_attribute, username_attribute }: ProviderConfig) => ({
  groups: group_attribute ?? 'memberOf',
  email: email_attribute ?? 'mail',
  username: username_attribute ?? 'uid',
});

/** The first two stay the same when an entry is renamed; directories have one of them. */
const ENDURING = ['entryUUID', 'objectGUID'];

export const attributesFor = (config: ProviderConfig): string[] => [
  ...new Set([...Object.values(namesOf(config)), 'displayName', 'cn', ...ENDURING]),
];

/** Attribute names are compared without regard to case. */
function valuesOf(entry: Entry, name: string): readonly (string | Buffer)[] {
  const key = Object.keys(entry).find((each) => each !== 'dn' && each.toLowerCase() === name.toLowerCase());
  return key === undefined ? [] : [entry[key] ?? []].flat();
}

/** A directory does not say whether an address is verified. */
export function identityIn({ config }: SignInProvider, entry: Entry): AssertedIdentity {
  const names = namesOf(config);
  const [displayed] = [...valuesOf(entry, 'displayName'), ...valuesOf(entry, 'cn')];
  return {
    issuer: 'ldap',
    subject: subjectOf(entry),
    email: assertedEmail(valuesOf(entry, names.email)[0]),
    email_verified: null,
    username: assertedText(valuesOf(entry, names.username)[0], 200),
    display_name: assertedText(displayed, 200),
    groups: assertedGroups(valuesOf(entry, names.groups)),
  };
}

function subjectOf(entry: Entry): string {
  for (const name of ENDURING) {
    const [value] = valuesOf(entry, name);
    const text = Buffer.isBuffer(value) ? value.toString('hex') : assertedName(value, MAX_NAME_LENGTH);
    if (text) return `${name}:${text.toLowerCase()}`;
  }
  const dn = assertedName(entry.dn, MAX_NAME_LENGTH);
  if (dn === null) throw new LdapFault('no_name');
  return `dn:${dn.toLowerCase()}`;
}
