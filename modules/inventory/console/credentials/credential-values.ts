import type { BodyOf } from '@patchbay/client';

export type CredentialBody = BodyOf<'POST', '/credentials'>;
export type CredentialKind = CredentialBody['kind'];

export const CREDENTIAL_KINDS: readonly CredentialKind[] = [
  'password',
  'token',
  'key',
  'snmp_v2c',
  'snmp_v3',
  'ssh_key',
];

/** The part of a form that holds a sign-in. */
export interface SignInValues {
  readonly kind: string;
  readonly username: string;
  readonly secret: string;
  readonly community: string;
  readonly auth_protocol: string;
  readonly auth_key: string;
  readonly privacy_protocol: string;
  readonly privacy_key: string;
  readonly private_key: string;
  readonly passphrase: string;
}

export const NO_SIGN_IN: SignInValues = {
  kind: 'password',
  username: '',
  secret: '',
  community: '',
  auth_protocol: 'sha256',
  auth_key: '',
  privacy_protocol: 'aes',
  privacy_key: '',
  private_key: '',
  passphrase: '',
};

export const isCredentialKind = (kind: string): kind is CredentialKind =>
  CREDENTIAL_KINDS.some((known) => known === kind);

/** Fields that each kind has, in the order of the form. */
export const FIELDS_OF: Readonly<Record<CredentialKind, readonly (keyof SignInValues)[]>> = {
  password: ['username', 'secret'],
  token: ['username', 'secret'],
  key: ['username', 'secret'],
  snmp_v2c: ['community'],
  snmp_v3: ['username', 'auth_protocol', 'auth_key', 'privacy_protocol', 'privacy_key'],
  ssh_key: ['username', 'private_key', 'passphrase'],
};

/** Fields without which a kind is no sign-in. */
const REQUIRED: Readonly<Record<CredentialKind, readonly (keyof SignInValues)[]>> = {
  password: ['username', 'secret'],
  token: ['secret'],
  key: ['secret'],
  snmp_v2c: ['community'],
  snmp_v3: ['username', 'auth_protocol', 'auth_key'],
  ssh_key: ['username', 'private_key'],
};

/** Whether the secret of one may be kept for the other: password, token and key keep it in the same place. */
const PLAIN: readonly string[] = ['password', 'token', 'key'];
export const keepsSecret = (from: string, to: string): boolean =>
  from === to || (PLAIN.includes(from) && PLAIN.includes(to));

const SECRET_FIELDS: readonly (keyof SignInValues)[] = [
  'secret',
  'community',
  'auth_key',
  'privacy_key',
  'private_key',
  'passphrase',
];
/** Said together with a secret or not at all. */
const WITH_SECRET: readonly (keyof SignInValues)[] = ['auth_protocol', 'privacy_protocol'];

export const isSecretField = (field: keyof SignInValues): boolean => SECRET_FIELDS.includes(field);

/** Whether a field must be filled in; `kept` is the kind whose secret is kept so far, null for a new credential. */
export function isFieldRequired(field: keyof SignInValues, kind: string, kept: string | null): boolean {
  if (!isCredentialKind(kind) || !REQUIRED[kind].includes(field)) return false;
  return !isSecretField(field) || kept === null || !keepsSecret(kept, kind);
}

/** The material of a request: empty secrets are left out, so that the ones that are kept stay. */
export function materialOf(values: SignInValues): Omit<CredentialBody, 'name' | 'site_id' | 'hosts'> {
  const kind = isCredentialKind(values.kind) ? values.kind : 'password';
  const fields = FIELDS_OF[kind];
  const isSecretGiven = fields.some((field) => isSecretField(field) && values[field] !== '');
  const isPrivate = values.privacy_key !== '';
  const sent = fields.filter((field) => {
    if (field === 'username') return true;
    if (field === 'privacy_protocol') return isPrivate;
    if (WITH_SECRET.includes(field)) return isSecretGiven;
    return values[field] !== '';
  });
  return {
    kind,
    ...(kind === 'snmp_v2c' ? { username: null } : {}),
    ...Object.fromEntries(
      sent.map((field) => [field, field === 'username' ? values[field] || null : values[field]]),
    ),
  };
}
