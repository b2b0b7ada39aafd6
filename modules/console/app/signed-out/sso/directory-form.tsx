import { call, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { CheckField, Field } from '../controls/field.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import type { SignInReply } from '../sign-in/pending-step.ts';
import { texts as shared } from '../texts.ts';
import type { Provider } from './provider.ts';
import { texts } from './texts.ts';

export interface DirectoryFormProps {
  readonly provider: Provider;
  took(reply: SignInReply): void;
  back(): void;
}

/** Login and password of a directory. */
export function DirectoryForm({ provider, took, back }: DirectoryFormProps) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [remember_me, setRemembered] = useState(false);
  const send = async () => {
    const body = { provider_id: provider.id, login, password, remember_me };
    took((await call('POST', '/auth/sso/ldap/authenticate', { body })).data);
  };
  return (
    <Entrance title={t.directory(provider.name)}>
      <SentForm
        action={s.sign_in}
        send={send}
        meanings={{ wrong: s.wrong, forbidden: t.not_admitted, other: t.unreachable }}
        more={
          <PlainButton variant="quiet" onPress={back}>
            {s.back}
          </PlainButton>
        }
      >
        {() => (
          <>
            <Field
              label={t.directory_login}
              autoComplete="username"
              isFirst
              value={login}
              onChange={setLogin}
            />
            <Field
              label={t.directory_password}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <CheckField label={s.remember} isSelected={remember_me} onChange={setRemembered} />
          </>
        )}
      </SentForm>
    </Entrance>
  );
}
