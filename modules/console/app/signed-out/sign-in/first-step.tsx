import { call, hasPasskeys, Notice, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { CheckField, Field } from '../controls/field.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { texts } from '../texts.ts';
import { PasskeyAlone } from './passkey-alone.tsx';
import type { SignInReply } from './pending-step.ts';

export interface FirstStepProps {
  readonly hasEnded: boolean;
  took(reply: SignInReply): void;
  forgotten(): void;
  sso(): void;
}

/** Login and password, and the ways to others. */
export function FirstStep({ hasEnded, took, forgotten, sso }: FirstStepProps) {
  const t = useTexts(texts);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [remember_me, setRemembered] = useState(false);
  const send = async () => {
    const { data } = await call('POST', '/auth/login', { body: { login, password, remember_me } });
    took(data);
  };
  return (
    <>
      {hasEnded ? (
        <Notice kind="warning" title={t.ended} isUrgent>
          {t.ended_hint}
        </Notice>
      ) : null}
      <SentForm action={t.sign_in} send={send} meanings={{ wrong: t.wrong, forbidden: t.inactive }}>
        {() => (
          <>
            <Field
              label={t.login}
              hint={t.login_hint}
              autoComplete="username"
              isFirst
              value={login}
              onChange={setLogin}
            />
            <Field
              label={t.password}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <CheckField label={t.remember} isSelected={remember_me} onChange={setRemembered} />
          </>
        )}
      </SentForm>
      <section className="stack ways" data-gap="small" aria-label={t.other_ways}>
        {hasPasskeys() ? <PasskeyAlone remember_me={remember_me} took={took} /> : null}
        <PlainButton onPress={sso}>{t.use_sso}</PlainButton>
        <PlainButton variant="quiet" onPress={forgotten}>
          {t.forgotten}
        </PlainButton>
      </section>
    </>
  );
}
