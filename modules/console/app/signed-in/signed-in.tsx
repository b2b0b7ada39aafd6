import { modules } from 'virtual:patchbay-pages';
import {
  eventStream,
  expectEnd,
  type Farewell,
  PagesContext,
  type Profile,
  ProofDialog,
  queryClient,
  SessionContext,
  Toasts,
} from '@patchbay/console-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { Enrolment } from './enrolment.tsx';
import { FarewellPage } from './farewell-page.tsx';
import { makeRouter } from './router.tsx';
import { useOwnSession } from './use-own-session.ts';

export interface SignedInProps {
  readonly me: Profile;
  /** Called after signing out. */
  ended(): void;
}

/** The console of a signed-in user, until the session ends by what the user does. */
export default function SignedIn({ me, ended }: SignedInProps) {
  const [farewell, setFarewell] = useState<Farewell | null>(null);
  const leave = useCallback(() => {
    expectEnd(false);
    ended();
  }, [ended]);
  if (farewell !== null) return <FarewellPage {...farewell} leave={leave} />;
  return (
    <QueryClientProvider client={queryClient}>
      <Console me={me} ended={leave} end={setFarewell} />
    </QueryClientProvider>
  );
}

interface ConsoleProps extends SignedInProps {
  end(farewell: Farewell): void;
}

function Console({ me, ended, end }: ConsoleProps) {
  const session = useOwnSession(me, { ended, end });
  const [router] = useState(() => makeRouter(modules));
  useEffect(() => {
    eventStream.start();
    return () => {
      eventStream.stop();
      queryClient.clear();
    };
  }, []);
  return (
    <SessionContext value={session}>
      <PagesContext value={modules}>
        {session.me.mfa_enrolment_required ? <Enrolment /> : <RouterProvider router={router} />}
        <ProofDialog />
        <Toasts />
      </PagesContext>
    </SessionContext>
  );
}
