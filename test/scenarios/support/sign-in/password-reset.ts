import { freshAddress, type Harness } from '../../../harness/index.ts';

export const RESET_MODULES = 'identity,api-keys,organizations,system,audit';
export const NEW_PASSWORD = 'Another-horse-battery-7';

export const askReset = (harness: Harness, email: string) =>
  harness.call('POST', '/auth/password/reset-request', { body: { email }, from: freshAddress() });
export const reset = (harness: Harness, token: string, password = NEW_PASSWORD) =>
  harness.call('POST', '/auth/password/reset', { body: { token, password } });
export const signIn = (harness: Harness, login: string, password: string) =>
  harness.call('POST', '/auth/login', { body: { login, password }, from: freshAddress() });
