import { Form, Panel, Stack, useFinalWrite, useTexts } from '@patchbay/console-kit';
import styles from './profile.module.css';
import { texts } from './texts.ts';

interface Values {
  readonly current_password: string;
  readonly new_password: string;
  readonly repeated: string;
}

const NOTHING: Values = { current_password: '', new_password: '', repeated: '' };

export function PasswordChange() {
  const t = useTexts(texts);
  const change = useFinalWrite('POST', '/auth/password/change', () => ({
    title: t.password_changed,
    content: null,
  }));
  return (
    <Panel title={t.change_password}>
      <div className={styles['narrow']}>
        <Stack>
          <p className="muted">{t.password_summary}</p>
          <Form
            fields={[
              {
                kind: 'password',
                key: 'current_password',
                label: t.current_password,
                isRequired: true,
                autoComplete: 'current-password',
              },
              {
                kind: 'password',
                key: 'new_password',
                label: t.new_password,
                isRequired: true,
                autoComplete: 'new-password',
              },
              {
                kind: 'password',
                key: 'repeated',
                label: t.repeated,
                isRequired: true,
                autoComplete: 'new-password',
              },
            ]}
            initial={NOTHING}
            action={t.change_password}
            check={({ new_password, repeated }): Readonly<Record<string, string>> =>
              new_password === repeated ? {} : { repeated: t.differ }
            }
            submit={({ current_password, new_password }) =>
              change({ body: { current_password, new_password } })
            }
          />
        </Stack>
      </div>
    </Panel>
  );
}
