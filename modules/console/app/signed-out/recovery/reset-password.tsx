import { call, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { Field } from '../controls/field.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import { mailedToken, Outcome, WithoutToken } from './mailed-token.tsx';
import { texts } from './texts.ts';

/** Where the link of a reset mail leads. */
export function ResetPassword() {
  const t = useTexts(texts);
  const [token] = useState(mailedToken);
  const [isDone, setDone] = useState(false);
  if (isDone) return <Outcome title={t.set_done} kind="good" text={t.set_done_hint} />;
  if (token === null) return <WithoutToken title={t.reset} />;
  return (
    <Entrance title={t.reset} summary={t.reset_hint}>
      <NewPasswordForm
        send={async (password) => {
          await call('POST', '/auth/password/reset', { body: { token, password } });
          setDone(true);
        }}
      />
    </Entrance>
  );
}

function NewPasswordForm({ send }: { send(password: string): Promise<void> }) {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const differs = repeated !== '' && repeated !== password;
  return (
    <SentForm
      action={t.set}
      fields={['password']}
      send={async () => {
        if (password === repeated) await send(password);
      }}
    >
      {(faultOf) => (
        <>
          <Field
            label={t.new_password}
            type="password"
            autoComplete="new-password"
            isFirst
            value={password}
            onChange={setPassword}
            error={faultOf('password')}
          />
          <Field
            label={t.repeated}
            type="password"
            autoComplete="new-password"
            value={repeated}
            onChange={setRepeated}
            error={differs ? t.differ : undefined}
          />
        </>
      )}
    </SentForm>
  );
}
