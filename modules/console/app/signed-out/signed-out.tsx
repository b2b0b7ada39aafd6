import { call, Loading } from '@patchbay/console-kit';
import { type ReactNode, useEffect, useState } from 'react';
import { publicPageAt } from './public-paths.ts';
import { ConfirmEmail } from './recovery/confirm-email.tsx';
import { ResetPassword } from './recovery/reset-password.tsx';
import { RegisterPage } from './setup/register-page.tsx';
import { SetUpBefore, SetupWizard } from './setup/setup-wizard.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { CallbackPage } from './sso/callback-page.tsx';

export interface SignedOutProps {
  /** The session ended while the console was in use. */
  readonly hasEnded: boolean;
  signedIn(): void;
}

/** Pages of people who are not signed in: by the address, or else the sign-in. */
export default function SignedOut({ hasEnded, signedIn }: SignedOutProps) {
  switch (publicPageAt(location.pathname)) {
    case 'reset':
      return <ResetPassword />;
    case 'confirm':
      return <ConfirmEmail />;
    case 'callback':
      return <CallbackPage />;
    case 'register':
      return <RegisterPage signedIn={signedIn} />;
    case 'setup':
      return <FirstRun otherwise={<SetUpBefore />} signedIn={signedIn} />;
    default: {
      const signIn = <SignInPage hasEnded={hasEnded} signedIn={signedIn} />;
      return hasEnded ? signIn : <FirstRun otherwise={signIn} signedIn={signedIn} />;
    }
  }
}

interface FirstRunProps {
  readonly otherwise: ReactNode;
  signedIn(): void;
}

/** The wizard while the platform has no administrator. A platform that does not say so has one. */
function FirstRun({ otherwise, signedIn }: FirstRunProps) {
  const [isRequired, setRequired] = useState<boolean | null>(null);
  useEffect(() => {
    call('GET', '/setup/status', {}).then(
      ({ data }) => setRequired(data.required),
      () => setRequired(false),
    );
  }, []);
  if (isRequired === null) return <Loading />;
  return isRequired ? <SetupWizard signedIn={signedIn} /> : otherwise;
}
