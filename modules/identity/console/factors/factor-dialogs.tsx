import { FormDialog, useFinalWrite, useTexts, useWrite } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export interface DisableAppProps {
  onClose(): void;
}

export function DisableApp({ onClose }: DisableAppProps) {
  const t = useTexts(texts);
  const disable = useFinalWrite('POST', '/auth/mfa/disable', () => ({
    title: t.disabled_done,
    content: null,
  }));
  return (
    <FormDialog
      title={t.disable}
      isOpen
      onClose={onClose}
      fields={[
        {
          kind: 'password',
          key: 'password',
          label: t.password,
          hint: t.password_hint,
          autoComplete: 'current-password',
        },
        { kind: 'text', key: 'code', label: t.any_code, isRequired: true, autoComplete: 'one-time-code' },
      ]}
      initial={{ password: '', code: '' }}
      action={t.disable}
      submit={({ password, code }) => disable({ body: { code, ...(password === '' ? {} : { password }) } })}
      extra={() => <p className="muted">{t.ends}</p>}
    />
  );
}

export interface RenewCodesProps {
  onClose(): void;
  show(codes: readonly string[]): void;
}

export function RenewCodes({ onClose, show }: RenewCodesProps) {
  const t = useTexts(texts);
  const renew = useWrite('POST', '/auth/mfa/backup-codes', {
    onDone: ({ backup_codes }) => show(backup_codes),
  });
  return (
    <FormDialog
      title={t.renew}
      isOpen
      onClose={onClose}
      fields={[
        {
          kind: 'text',
          key: 'code',
          label: t.any_code,
          hint: t.renew_hint,
          isRequired: true,
          autoComplete: 'one-time-code',
        },
      ]}
      initial={{ code: '' }}
      action={t.renew}
      submit={(body) => renew.send({ body })}
    />
  );
}
