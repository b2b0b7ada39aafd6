import { ApiError, call, Loading, onSignedOut, type Profile } from '@patchbay/console-kit';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { isPublicPath } from './signed-out/public-paths.ts';

const SignedIn = lazy(() => import('./signed-in/signed-in.tsx'));
const SignedOut = lazy(() => import('./signed-out/signed-out.tsx'));

const AGAIN_MS = 2_000;

/** Stands as long as a session may be renewed; without it the platform need not be asked, and answers no 401. */
const mayBeSignedIn = (): boolean => /(?:^|;\s*)svc_csrf=/.test(document.cookie);

type State =
  | { readonly is: 'asking' }
  | { readonly is: 'out'; readonly hasEnded: boolean }
  | { readonly is: 'in'; readonly me: Profile };

/** Asks who is signed in; the address stays, so that signing in leads to the page that was wanted. */
export function Boot() {
  const [state, setState] = useState<State>({ is: 'asking' });
  const ask = useCallback(async (): Promise<void> => {
    try {
      const { data } = await call('GET', '/auth/me', {});
      setState({ is: 'in', me: data });
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429)
        setState({ is: 'out', hasEnded: false });
      else window.setTimeout(() => void ask(), AGAIN_MS);
    }
  }, []);
  useEffect(() => {
    if (isPublicPath(location.pathname) || !mayBeSignedIn()) setState({ is: 'out', hasEnded: false });
    else void ask();
    return onSignedOut(() =>
      setState((former) =>
        former.is === 'in' ? { is: 'out', hasEnded: true } : { is: 'out', hasEnded: false },
      ),
    );
  }, [ask]);
  return (
    <Suspense fallback={<Loading />}>
      {state.is === 'asking' ? <Loading /> : null}
      {state.is === 'in' ? (
        <SignedIn me={state.me} ended={() => setState({ is: 'out', hasEnded: false })} />
      ) : null}
      {state.is === 'out' ? <SignedOut hasEnded={state.hasEnded} signedIn={() => void ask()} /> : null}
    </Suspense>
  );
}
