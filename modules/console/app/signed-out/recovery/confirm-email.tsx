import { call, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import { mailedToken, Outcome, WithoutToken } from './mailed-token.tsx';
import { texts } from './texts.ts';

/** Where the link of a confirmation mail leads. It waits for a press, because programs that scan mails open links too. */
export function ConfirmEmail() {
  const t = useTexts(texts);
  const [token] = useState(mailedToken);
  const [isDone, setDone] = useState(false);
  if (isDone) return <Outcome title={t.confirmed} kind="good" text={t.confirmed_hint} />;
  if (token === null) return <WithoutToken title={t.confirm} />;
  return (
    <Entrance title={t.confirm} summary={t.confirm_hint}>
      <SentForm
        action={t.confirm_action}
        send={async () => {
          await call('POST', '/auth/email/confirm', { body: { token } });
          setDone(true);
        }}
      >
        {() => null}
      </SentForm>
    </Entrance>
  );
}
