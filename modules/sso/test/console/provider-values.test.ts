import t from 'tap';
import { changeBody, createBody, NOTHING, type Provider, valuesOf } from '../../console/provider-values.ts';

const oidc = {
  ...NOTHING,
  name: 'Company',
  'config.issuer': ' https://login.example.com ',
  'config.client_id': 'patchbay',
  'config.client_secret': 'sesame',
  'config.url': 'ldaps://left.over',
  role_mapping: [
    { value: 'netops', role: 'operator' },
    { value: ' ', role: 'viewer' },
  ],
  allowed_email_domains: ['example.com', ''],
};

const stored: Provider = {
  id: '01a2149b-b66c-7110-970f-c19482350991',
  organization_id: '01a2149b-b66c-7110-970f-c19482350992',
  name: 'Directory',
  slug: 'directory',
  kind: 'ldap',
  is_enabled: true,
  config: {
    url: 'ldaps://directory.example.com',
    base_dn: 'ou=people',
    user_filter: '(uid={login})',
    bind_dn: 'cn=reader',
    bind_password_set: true,
  },
  role_mapping: [{ group: 'cn=netops', role: 'operator' }],
  default_role: null,
  role_ceiling: 'operator',
  just_in_time: true,
  link_by_email: false,
  allowed_email_domains: null,
  created_at: '2026-05-01T00:00:00Z',
  updated_at: '2026-05-01T00:00:00Z',
};

t.test('a new provider is sent with the settings of its kind alone', async (t) => {
  t.match(createBody(oidc), {
    name: 'Company',
    kind: 'oidc',
    role_ceiling: 'viewer',
    default_role: null,
    role_mapping: [{ claim_value: 'netops', role: 'operator' }],
    allowed_email_domains: ['example.com'],
    config: {
      issuer: 'https://login.example.com',
      client_id: 'patchbay',
      client_secret: 'sesame',
      scopes: null,
      groups_claim: null,
    },
  });
  t.notOk('url' in createBody(oidc).config);
  t.notOk('slug' in createBody(oidc), 'an empty one is made by the platform');
});

t.test('a stored secret stays unless it is typed anew or taken away', async (t) => {
  const values = valuesOf(stored);
  t.equal(values['config.bind_password'], '', 'it is never answered');
  t.equal(changeBody(values).config?.bind_password, undefined);
  t.equal(changeBody({ ...values, 'config.bind_password': 'new' }).config?.bind_password, 'new');
  t.equal(changeBody({ ...values, drops_secret: true }).config?.bind_password, null);
});

t.test('a provider comes back as it was stored', async (t) => {
  t.match(changeBody(valuesOf(stored)), {
    name: 'Directory',
    slug: 'directory',
    role_ceiling: 'operator',
    default_role: null,
    role_mapping: [{ claim_value: 'cn=netops', role: 'operator' }],
    allowed_email_domains: null,
    config: { url: 'ldaps://directory.example.com', bind_dn: 'cn=reader', start_tls: null },
  });
});
