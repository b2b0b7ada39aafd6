import { useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { Entrance } from '../entrance.tsx';
import { ForgottenPassword } from '../recovery/forgotten-password.tsx';
import { SingleSignOn } from '../sso/single-sign-on.tsx';
import { texts } from '../texts.ts';
import { FirstStep } from './first-step.tsx';
import { type PendingStep, pendingStepOf, type SignInReply } from './pending-step.ts';
import { SecondStep } from './second-step.tsx';

export interface SignInPageProps {
  readonly hasEnded: boolean;
  signedIn(): void;
}

type View = 'first' | 'forgotten' | 'sso';

/** Every way to sign in; whatever the first step is, the second follows where the account has one. */
export function SignInPage({ hasEnded, signedIn }: SignInPageProps) {
  const t = useTexts(texts);
  const [view, setView] = useState<View>('first');
  const [pending, setPending] = useState<PendingStep | null>(null);
  const took = (reply: SignInReply) => {
    const step = pendingStepOf(reply);
    if (step === null) signedIn();
    else setPending(step);
  };
  const back = () => setView('first');
  if (pending !== null)
    return <SecondStep step={pending} signedIn={signedIn} again={() => setPending(null)} />;
  if (view === 'forgotten') return <ForgottenPassword back={back} />;
  if (view === 'sso') return <SingleSignOn took={took} back={back} />;
  return (
    <Entrance title={t.sign_in}>
      <FirstStep
        hasEnded={hasEnded}
        took={took}
        forgotten={() => setView('forgotten')}
        sso={() => setView('sso')}
      />
    </Entrance>
  );
}
