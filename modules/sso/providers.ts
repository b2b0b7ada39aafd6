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
import * as own from './tokens.ts';

const directory: readonly Provider[] = [
  provide(
    own.PLAIN_HOSTS,
    [KERNEL_CONFIG, SSO_CONFIG],
    ({ ENVIRONMENT }, { SSO_ALLOWED_HOSTS }) => new PlainHosts({ ENVIRONMENT, SSO_ALLOWED_HOSTS }),
  ),
  provide(own.PROVIDER_SECRETS, [SECRETS], (box) => new ProviderSecrets(box)),
  provide(
    own.PROVIDERS,
    [DATABASE, own.PROVIDER_SECRETS, own.PLAIN_HOSTS],
    (...deps) => new Providers(...deps),
  ),
  provide(own.PROVIDER_LOOKUP, [DATABASE, own.PROVIDER_SECRETS], (...deps) => new ProviderLookup(...deps)),
  provide(own.SIGN_IN_RECORD, [DATABASE], (database) => new SignInRecord(database)),
  provide(
    own.ADMISSION,
    [DATABASE, ACCOUNTS, QUOTAS, own.SIGN_IN_RECORD, SECRETS, CLOCK],
    (...deps) => new Admission(...deps),
  ),
];

const signIns: readonly Provider[] = [
  provide(
    own.OIDC_CLIENTS,
    [OUTBOUND, SSO_CONFIG, own.PLAIN_HOSTS, CLOCK],
    (outbound, { SSO_ALLOWED_HOSTS }, plain, clock) =>
      new OidcClients(outbound, SSO_ALLOWED_HOSTS, plain, clock),
  ),
  provide(
    own.OIDC_SIGN_IN,
    [
      own.PROVIDER_LOOKUP,
      own.OIDC_CLIENTS,
      own.ADMISSION,
      own.SIGN_IN_RECORD,
      DATABASE,
      SECRETS,
      CLOCK,
      SSO_CONFIG,
    ],
    (lookup, clients, admission, record, database, box, clock, { SSO_REDIRECT_URLS }) =>
      new OidcSignIn({
        lookup,
        clients,
        admission,
        record,
        states: new LoginStates(database, box, clock),
        binding: new BrowserBinding(box),
        redirects: new RedirectUris(SSO_REDIRECT_URLS),
      }),
  ),
  provide(own.LDAP_DIRECTORY, [OUTBOUND, SECRETS], (...deps) => new LdapDirectory(...deps)),
  provide(
    own.LDAP_SIGN_IN,
    [own.PROVIDER_LOOKUP, own.LDAP_DIRECTORY, ATTEMPTS, own.ADMISSION, own.SIGN_IN_RECORD],
    (lookup, ldap, attempts, admission, record) =>
      new LdapSignIn({ lookup, directory: ldap, attempts, admission, record }),
  ),
  provide(own.SAML_LOGIN, [own.PROVIDER_LOOKUP, SECRETS, CLOCK], (...deps) => new SamlLogin(...deps)),
  provide(
    own.CONNECTION_TEST,
    [own.PROVIDER_LOOKUP, own.OIDC_CLIENTS, own.LDAP_DIRECTORY, own.SIGN_IN_RECORD],
    (...deps) => new ConnectionTest(...deps),
  ),
  provide(own.HOUSEKEEPING, [DATABASE, CLOCK], (...deps) => new Housekeeping(...deps)),
];

export const providers: readonly Provider[] = [...directory, ...signIns];
