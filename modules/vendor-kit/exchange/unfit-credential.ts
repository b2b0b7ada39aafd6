import { AdapterError } from '../adapter-errors.ts';

/** Stands in for the guard of a session that cannot sign in: each exchange fails, as the device itself would refuse it. */
export const unfitCredential = (needed: string) => async (): Promise<never> => {
  throw new AdapterError('adapter_authentication_error', 'not_sent', needed);
};
