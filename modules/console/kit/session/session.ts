import type { ReplyOf } from '@patchbay/client';
import { createContext, type ReactNode, useContext } from 'react';
import type { Visibility } from '../page/define-page.ts';

export type Profile = ReplyOf<'GET', '/auth/me'>;

/** Message shown when a write of the user's own has ended the session. */
export interface Farewell {
  readonly title: string;
  readonly content: ReactNode;
}

export interface Session {
  readonly me: Profile;
  /** False until the platform has said what the caller may do. */
  readonly isReady: boolean;
  /** Whether the caller holds a permission; for what is shown only, the platform decides. */
  may(permission: string): boolean;
  /** Whether a page or a contribution is for the caller, its module being on. */
  sees(visibility: Visibility, module_id?: string): boolean;
  /** Whether a route answers the caller, by its declared access: `mayCall('POST', '/sites')`. */
  mayCall(method: string, path: string): boolean;
  signOut(): Promise<void>;
  /** Leaves the pages for what is said last, and from there for the sign-in page; see `useFinalWrite`. */
  end(farewell: Farewell): void;
  /** Reads the profile anew, after it was changed. */
  reload(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

/** The signed-in user; only below the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside of the shell');
  return session;
}
