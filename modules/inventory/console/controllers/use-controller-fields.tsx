import { type FormField, ReferenceField, useRead, useSession, useTexts, words } from '@patchbay/console-kit';
import { useSignInFields } from '../credentials/sign-in-fields.ts';
import { type ControllerValues, isPlain, SIGN_INS, TRUSTS } from './controller-values.ts';
import { texts } from './texts.ts';

/** Whether the caller may name a credential at a controller, and make one. */
export function useSignInRights() {
  const { may, mayCall } = useSession();
  return { mayName: may('settings:write'), mayMake: mayCall('POST', '/credentials') };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Fields of a controller; those of the credential only for people who may name one. */
export function useControllerFields(before: { readonly credential_id: string | null } | null) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayName, mayMake } = useSignInRights();
  const vendors = useRead('/controllers/vendors', {});
  const signIn = useSignInFields(null, (values) => 'sign_in' in values && values.sign_in === 'new');
  const kept = useRead(
    '/credentials/{credential_id}',
    { path: { credential_id: before?.credential_id ?? '' } },
    { enabled: mayName && typeof before?.credential_id === 'string' },
  );
  const choices = (vendors.data?.vendors ?? []).map(({ id, title }) => ({ value: id, label: title }));
  const fields: readonly FormField<ControllerValues>[] = [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'site', key: 'site_id', label: w.site, isRequired: true },
    {
      kind: 'choice',
      key: 'vendor',
      label: t.vendor,
      isRequired: true,
      isDisabled: before !== null,
      choices,
    },
    { kind: 'url', key: 'url', label: t.address, hint: t.address_hint, isRequired: true },
    ...trustFields(t),
    ...(mayName
      ? [
          {
            kind: 'radio' as const,
            key: 'sign_in' as const,
            label: t.sign_in,
            choices: SIGN_INS.filter((value) => value !== 'new' || mayMake).map((value) => ({
              value,
              label: t[`sign_in_${value}`],
            })),
          },
          {
            kind: 'custom' as const,
            key: 'credential_id' as const,
            label: t.choose_sign_in,
            isRequired: true,
            isShown: ({ sign_in }: ControllerValues) => sign_in === 'existing',
            control: ({
              value,
              set,
              error,
            }: {
              value: unknown;
              set(value: unknown): void;
              error: string | undefined;
            }) =>
              typeof before?.credential_id === 'string' && kept.isPending ? null : (
                <ReferenceField
                  label={t.choose_sign_in}
                  error={error}
                  path="/credentials"
                  value={textOf(value)}
                  onChange={set}
                  nameOf={({ name }) => name}
                  initialName={kept.data?.name ?? ''}
                  isRequired
                />
              ),
          },
          ...signIn,
        ]
      : []),
    {
      kind: 'switch',
      key: 'allow_plaintext',
      label: t.plaintext,
      hint: t.plaintext_hint,
      isShown: (values) => isPlain(values) && values.sign_in !== 'none',
    },
  ];
  return fields;
}

type Words = Readonly<
  Record<
    | 'trust'
    | `trust_${(typeof TRUSTS)[number]}`
    | 'trust_first_hint'
    | 'trust_none_hint'
    | 'fingerprint'
    | 'fingerprint_hint',
    string
  >
>;

const trustFields = (t: Words): readonly FormField<ControllerValues>[] => [
  {
    kind: 'radio',
    key: 'trust',
    label: t.trust,
    isShown: (values) => !isPlain(values),
    choices: TRUSTS.map((value) => ({
      value,
      label: t[`trust_${value}`],
      ...(value === 'first' ? { hint: t.trust_first_hint } : {}),
      ...(value === 'none' ? { hint: t.trust_none_hint } : {}),
    })),
  },
  {
    kind: 'text',
    key: 'fingerprint',
    label: t.fingerprint,
    hint: t.fingerprint_hint,
    isRequired: true,
    isShown: (values) => !isPlain(values) && values.trust === 'pin',
  },
];
