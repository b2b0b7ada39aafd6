import { call, Notice, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { Field } from '../controls/field.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import { texts as shared } from '../texts.ts';
import { texts } from './texts.ts';

/** Answers the same whether there is such an account or not. */
export function ForgottenPassword({ back }: { back(): void }) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [email, setEmail] = useState('');
  const [isAsked, setAsked] = useState(false);
  const backward = (
    <PlainButton variant="quiet" onPress={back}>
      {s.back}
    </PlainButton>
  );
  if (isAsked)
    return (
      <Entrance title={t.asked}>
        <Notice kind="good" isUrgent>
          {t.asked_hint}
        </Notice>
        <div>{backward}</div>
      </Entrance>
    );
  return (
    <Entrance title={t.forgotten} summary={t.forgotten_hint}>
      <SentForm
        action={t.ask}
        fields={['email']}
        more={backward}
        send={async () => {
          await call('POST', '/auth/password/reset-request', { body: { email } });
          setAsked(true);
        }}
      >
        {(faultOf) => (
          <Field
            label={t.email}
            type="email"
            autoComplete="email"
            isFirst
            value={email}
            onChange={setEmail}
            error={faultOf('email')}
          />
        )}
      </SentForm>
    </Entrance>
  );
}
