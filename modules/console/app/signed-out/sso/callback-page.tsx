import { call, Loading, Notice, useTexts } from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { FaultNotice } from '../controls/fault-notice.tsx';
import { PlainLink } from '../controls/plain-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { Entrance } from '../entrance.tsx';
import { HOME } from '../public-paths.ts';
import { type PendingStep, pendingStepOf } from '../sign-in/pending-step.ts';
import { SecondStep } from '../sign-in/second-step.tsx';
import { texts as shared } from '../texts.ts';
import { readAnswer } from './answer.ts';
import { takeReturnAddress } from './return-address.ts';
import { texts } from './texts.ts';

const leave = (): void => location.replace(takeReturnAddress());

/** Where providers send browsers back to; it hands their answer to the platform. */
export function CallbackPage() {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [answer] = useState(() => readAnswer(location.search));
  const [pending, setPending] = useState<PendingStep | null>(null);
  const { failure, run, forget } = useAttempt();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once
  useEffect(() => {
    if (answer.is !== 'code') return;
    const { is, ...body } = answer;
    run(async () => {
      const step = pendingStepOf((await call('POST', '/auth/sso/oidc/callback', { body })).data);
      if (step === null) leave();
      else setPending(step);
    });
  }, []);
  if (pending !== null)
    return <SecondStep step={pending} signedIn={leave} again={() => location.replace(HOME)} />;
  const back = (
    <div>
      <PlainLink to={HOME}>{s.to_sign_in}</PlainLink>
    </div>
  );
  if (failure !== null)
    return (
      <Entrance title={t.finishing}>
        <FaultNotice
          {...failure}
          meanings={{ wrong: t.failed, forbidden: t.not_admitted, other: t.unreachable }}
          onOver={forget}
        />
        {back}
      </Entrance>
    );
  if (answer.is !== 'code')
    return (
      <Entrance title={t.finishing}>
        <Notice kind="bad" isUrgent>
          {answer.is === 'none' ? t.incomplete : t.refused}
          {answer.is === 'refusal' && answer.error !== null ? <code>{answer.error}</code> : null}
        </Notice>
        {back}
      </Entrance>
    );
  return (
    <Entrance title={t.finishing} summary={t.finishing_hint}>
      <Loading />
    </Entrance>
  );
}
