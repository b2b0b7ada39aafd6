import { ApiError, assertPasskey, call, useTexts } from '@patchbay/console-kit';
import { FaultNotice } from '../controls/fault-notice.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { texts } from '../texts.ts';
import type { SignInReply } from './pending-step.ts';

export interface PasskeyAloneProps {
  readonly remember_me: boolean;
  took(reply: SignInReply): void;
}

/** A passkey verifies its user, so no login and no second step are asked for. */
export function PasskeyAlone({ remember_me, took }: PasskeyAloneProps) {
  const t = useTexts(texts);
  const { isPending, failure, run, forget } = useAttempt();
  const send = async () => {
    const { data } = await call('POST', '/auth/passkeys/sign-in/options', {});
    const response = await assertPasskey(data.options);
    const body = { challenge_id: data.challenge_id, response, remember_me };
    took((await call('POST', '/auth/passkeys/sign-in', { body })).data);
  };
  return (
    <>
      {failure === null ? null : (
        <FaultNotice
          {...failure}
          meanings={{
            wrong: t.passkey_wrong,
            forbidden: t.inactive,
            ...(isUnavailable(failure.error) ? { other: t.passkey_away } : {}),
          }}
          onOver={forget}
        />
      )}
      <div>
        <PlainButton isPending={isPending} onPress={() => run(send)}>
          {t.use_passkey}
        </PlainButton>
      </div>
    </>
  );
}

/** The module is switched off (404), or no address is configured for passkeys (501). */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 501);
