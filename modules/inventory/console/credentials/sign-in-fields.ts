import { type FormField, useTexts } from '@patchbay/console-kit';
import {
  CREDENTIAL_KINDS,
  type CredentialKind,
  FIELDS_OF,
  isFieldRequired,
  isSecretField,
  type SignInValues,
} from './credential-values.ts';
import { texts } from './texts.ts';

type SignInField = FormField<SignInValues>;

const AUTH_PROTOCOLS = ['md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'];
const PRIVACY_PROTOCOLS = ['des', 'aes', 'aes192', 'aes256'];

const choicesOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.toUpperCase() }));

/** Fields of a sign-in, those of each kind; `kept` is the kind whose secret is kept already, null for a new one. */
export function useSignInFields(
  kept: string | null,
  isShown: (values: SignInValues) => boolean = () => true,
): readonly SignInField[] {
  const t = useTexts(texts);
  const field = (kind: CredentialKind, key: keyof SignInValues): SignInField => {
    const isKey = kind === 'token' || kind === 'key';
    const shared = {
      key,
      isRequired: isFieldRequired(key, kind, kept),
      isShown: (values: SignInValues) => isShown(values) && values.kind === kind,
      ...(kept !== null && isSecretField(key) ? { hint: t.kept } : {}),
    };
    if (key === 'username' && isKey)
      return { ...shared, kind: 'text', label: t.username_key, hint: t.username_key_hint };
    if (key === 'username') return { ...shared, kind: 'text', label: t.username };
    if (key === 'auth_protocol')
      return { ...shared, kind: 'choice', label: t.auth_protocol, choices: choicesOf(AUTH_PROTOCOLS) };
    if (key === 'privacy_protocol')
      return { ...shared, kind: 'choice', label: t.privacy_protocol, choices: choicesOf(PRIVACY_PROTOCOLS) };
    if (key === 'private_key') return { ...shared, kind: 'mono', label: t.private_key };
    const label = key === 'secret' && kind === 'password' ? t.password_field : t[key];
    return { ...shared, kind: 'password', label, autoComplete: 'new-password' };
  };
  return [
    {
      kind: 'choice',
      key: 'kind',
      label: t.kind,
      isRequired: true,
      isShown,
      choices: CREDENTIAL_KINDS.map((value) => ({ value, label: t[value] })),
    },
    ...CREDENTIAL_KINDS.flatMap((kind) => FIELDS_OF[kind].map((key) => field(kind, key))),
  ];
}
