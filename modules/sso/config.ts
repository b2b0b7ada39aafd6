import { moduleConfig } from '@patchbay/kernel/modules';
import Type, { type Static } from 'typebox';

export const SsoConfig = Type.Object({
  /**
   * Addresses that OIDC logins may come back to, the first by default; else BASE_URL's /auth/sso/callback, and the
   * callback of the console below it.
   */
  SSO_REDIRECT_URLS: Type.Array(Type.String(), { default: [] }),
  /** Providers that may have private addresses. */
  SSO_ALLOWED_HOSTS: Type.Array(Type.String(), { default: [] }),
});

export type SsoSettings = Readonly<Static<typeof SsoConfig>>;
export const SSO_CONFIG = moduleConfig('sso', SsoConfig);
