import { call } from '@patchbay/console-kit';
import { HOME } from '../public-paths.ts';
import type { Draft } from './draft.ts';

/**
 * Signs the new administrator in, and leaves the address of the wizard. What was made is made: where the sign-in is
 * refused for now, it is tried on its own page.
 */
export async function enter({ email, password }: Draft, signedIn: () => void): Promise<void> {
  try {
    await call('POST', '/auth/login', { body: { login: email, password } });
  } catch {
    location.replace(HOME);
    return;
  }
  history.replaceState(null, '', HOME);
  signedIn();
}
