import { KERNEL_CONFIG } from '@patchbay/kernel/config';
import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, provide } from '@patchbay/kernel/di';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { SECRETS } from '@patchbay/kernel/secrets';
import { CLOCK } from '@patchbay/kernel/telemetry';
import { ACCOUNTS, ATTEMPTS } from '@patchbay/module-identity/contract';
import { QUOTAS } from '@patchbay/module-organizations/contract';
import { SSO_CONFIG } from './config.ts';
import { Admission } from './services/admission/admission.ts';
import { BrowserBinding } from './services/admission/browser-binding.ts';
import { Housekeeping } from './services/admission/housekeeping.ts';
import { LoginStates } from './services/admission/login-states.ts';
import { SignInRecord } from './services/admission/sign-in-record.ts';
import { LdapDirectory } from './services/ldap/ldap-directory.ts';
import { LdapSignIn } from './services/ldap/ldap-sign-in.ts';
import { OidcClients } from './services/oidc/oidc-clients.ts';
import { OidcSignIn } from './services/oidc/oidc-sign-in.ts';
import { PlainHosts } from './services/oidc/plain-hosts.ts';
import { RedirectUris } from './services/oidc/redirect-uris.ts';
import { ConnectionTest } from './services/providers/connection-test.ts';
import { ProviderLookup } from './services/providers/provider-lookup.ts';
import { ProviderSecrets } from './services/providers/provider-secrets.ts';
import { Providers } from './services/providers/providers.ts';
import { SamlLogin } from './services/saml/saml-login.ts';

const directory: readonly Provider[] = [
  provide(
    PlainHosts,
    [KERNEL_CONFIG, SSO_CONFIG],
    ({ ENVIRONMENT }, { SSO_ALLOWED_HOSTS }) =>
      new PlainHosts({ settings: { ENVIRONMENT, SSO_ALLOWED_HOSTS } }),
  ),
  provide(ProviderSecrets, { box: SECRETS }),
  provide(Providers, { database: DATABASE, secrets: ProviderSecrets, plain: PlainHosts }),
  provide(ProviderLookup, { database: DATABASE, secrets: ProviderSecrets }),
  provide(SignInRecord, { database: DATABASE }),
  provide(Admission, {
    database: DATABASE,
    accounts: ACCOUNTS,
    quotas: QUOTAS,
    record: SignInRecord,
    box: SECRETS,
    clock: CLOCK,
  }),
];

const signIns: readonly Provider[] = [
  provide(
    OidcClients,
    [OUTBOUND, SSO_CONFIG, PlainHosts, CLOCK],
    (outbound, { SSO_ALLOWED_HOSTS }, plain, clock) =>
      new OidcClients({ outbound, allowedHosts: SSO_ALLOWED_HOSTS, plain, clock }),
  ),
  provide(
    OidcSignIn,
    [ProviderLookup, OidcClients, Admission, SignInRecord, DATABASE, SECRETS, CLOCK, SSO_CONFIG],
    (lookup, clients, admission, record, database, box, clock, { SSO_REDIRECT_URLS }) =>
      new OidcSignIn({
        lookup,
        clients,
        admission,
        record,
        states: new LoginStates({ database, box, clock }),
        binding: new BrowserBinding({ box }),
        redirects: new RedirectUris(SSO_REDIRECT_URLS),
      }),
  ),
  provide(LdapDirectory, { outbound: OUTBOUND, box: SECRETS }),
  provide(LdapSignIn, {
    lookup: ProviderLookup,
    directory: LdapDirectory,
    attempts: ATTEMPTS,
    admission: Admission,
    record: SignInRecord,
  }),
  provide(SamlLogin, { lookup: ProviderLookup, box: SECRETS, clock: CLOCK }),
  provide(ConnectionTest, {
    lookup: ProviderLookup,
    clients: OidcClients,
    directory: LdapDirectory,
    record: SignInRecord,
  }),
  provide(Housekeeping, { database: DATABASE, clock: CLOCK }),
];

export const providers: readonly Provider[] = [...directory, ...signIns];
