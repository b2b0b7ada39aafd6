import { assertPasskey, call, hasPasskeys, useTexts } from '@patchbay/console-kit';
import { type ReactNode, useState } from 'react';
import { FaultNotice } from '../controls/fault-notice.tsx';
import { Field } from '../controls/field.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { Entrance } from '../entrance.tsx';
import { texts } from '../texts.ts';
import type { PendingStep } from './pending-step.ts';

export interface SecondStepProps {
  readonly step: PendingStep;
  signedIn(): void;
  /** Gives the sign-in up. */
  again(): void;
}

/** A code of the authenticator app, a backup code, or a passkey: whatever the account has. */
export function SecondStep({ step: { mfa_token, methods }, signedIn, again }: SecondStepProps) {
  const t = useTexts(texts);
  const hasApp = methods.includes('totp');
  const takesCode = hasApp || methods.includes('backup_code');
  const takesPasskey = methods.includes('passkey') && hasPasskeys();
  const begin = (
    <PlainButton variant="quiet" onPress={again}>
      {t.begin_again}
    </PlainButton>
  );
  return (
    <Entrance title={t.second} summary={t.second_hint}>
      {takesPasskey ? <ByPasskey mfa_token={mfa_token} isFirst={!hasApp} signedIn={signedIn} /> : null}
      {takesCode ? <ByCode mfa_token={mfa_token} hasApp={hasApp} signedIn={signedIn} more={begin} /> : begin}
    </Entrance>
  );
}

interface ByCodeProps {
  readonly mfa_token: string;
  readonly hasApp: boolean;
  readonly more: ReactNode;
  signedIn(): void;
}

function ByCode({ mfa_token, hasApp, more, signedIn }: ByCodeProps) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const send = async () => {
    await call('POST', '/auth/login/mfa', { body: { mfa_token, code } });
    signedIn();
  };
  return (
    <SentForm
      action={t.go_on}
      send={send}
      meanings={{ wrong: t.second_wrong, forbidden: t.inactive }}
      more={more}
    >
      {() => (
        <Field
          label={t.code}
          hint={hasApp ? t.code_hint : t.backup_hint}
          autoComplete="one-time-code"
          inputMode={hasApp ? 'numeric' : 'text'}
          isFirst={hasApp}
          value={code}
          onChange={setCode}
        />
      )}
    </SentForm>
  );
}

interface ByPasskeyProps {
  readonly mfa_token: string;
  readonly isFirst: boolean;
  signedIn(): void;
}

function ByPasskey({ mfa_token, isFirst, signedIn }: ByPasskeyProps) {
  const t = useTexts(texts);
  const { isPending, failure, run, forget } = useAttempt();
  const send = async () => {
    const { data } = await call('POST', '/auth/passkeys/second-step/options', { body: { mfa_token } });
    const response = await assertPasskey(data.options);
    const body = { mfa_token, challenge_id: data.challenge_id, response };
    await call('POST', '/auth/passkeys/second-step', { body });
    signedIn();
  };
  return (
    <>
      {failure === null ? null : (
        <FaultNotice
          {...failure}
          meanings={{ wrong: t.passkey_wrong, forbidden: t.inactive }}
          onOver={forget}
        />
      )}
      <div>
        <PlainButton variant={isFirst ? 'primary' : 'plain'} isPending={isPending} onPress={() => run(send)}>
          {t.second_passkey}
        </PlainButton>
      </div>
    </>
  );
}
