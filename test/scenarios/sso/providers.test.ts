import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import pg from 'pg';
import t from 'tap';
import type { Answer, Person } from '../../harness/index.ts';
import { addProvider, audited } from '../support/sign-in/sso.ts';
import { SsoWorld } from '../support/sign-in/sso-world.ts';

const world = await SsoWorld.start(t);
const { harness, owner, admin } = world;
const PATH = '/auth/sso/providers';
const SECRET = 'a-client-secret-nobody-reads';
const OIDC = { issuer: 'https://login.example.com', client_id: 'patchbay', client_secret: SECRET };
const LDAP = {
  url: 'ldaps://directory.example.com',
  bind_dn: 'cn=reader,dc=example,dc=com',
  bind_password: SECRET,
  base_dn: 'ou=people,dc=example,dc=com',
  user_filter: '(uid={login})',
};
const SAML = { sso_url: 'https://idp.example.com/sso?tenant=a&b=1', entity_id: 'urn:patchbay:"<test>"' };

let made = 0;
const post = (more: object = {}, as: Person = admin): Promise<Answer> => {
  made += 1;
  const body = { name: `Provider ${made}`, kind: 'oidc', config: OIDC, ...more };
  return harness.call('POST', PATH, { as, body });
};
const patch = (id: string, body: object, as: Person = admin, headers = {}): Promise<Answer> =>
  harness.call('PATCH', `${PATH}/${id}`, { as, body, headers });
const away = (id: string) => harness.call('DELETE', `${PATH}/${id}`, { as: owner });

const database = new pg.Client({ connectionString: harness.databaseUrl });
await database.connect();
t.teardown(() => database.end());
const sealed = async (id: string): Promise<string | null> =>
  (await database.query('select secret from sso_providers where id = $1', [id])).rows[0].secret;

t.test('a provider is made with defaults, found, changed with its tag and removed', async (t) => {
  const created = await post({ name: 'Head Office' });
  t.equal(created.status, 201);
  const { id } = created.body;
  t.match(created.body, {
    organization_id: owner.organization_id,
    name: 'Head Office',
    slug: 'head-office',
    kind: 'oidc',
    is_enabled: true,
    config: { issuer: OIDC.issuer, client_id: 'patchbay', client_secret_set: true },
    role_mapping: [],
    default_role: null,
    role_ceiling: 'viewer',
    just_in_time: true,
    link_by_email: false,
    allowed_email_domains: null,
  });
  t.equal((await post({ name: 'Head Office' })).body.slug, 'head-office-2', 'a derived slug takes a suffix');
  t.equal((await post({ slug: 'head-office' })).status, 409);
  const found = await harness.call('GET', `${PATH}/${id}`, { as: admin });
  t.same(found.body, created.body);
  const list = await harness.call('GET', `${PATH}?search=head&sort=-name`, { as: admin });
  t.equal(list.body.total, 2);
  t.equal((await patch(id, { name: 'New' }, admin, { 'if-match': '"2020-01-01T00:00:00Z"' })).status, 412);
  const changed = await patch(id, { name: 'New' }, admin, { 'if-match': String(found.headers['etag']) });
  t.same([changed.status, changed.body.name], [200, 'New']);
  t.equal((await patch(id, { slug: 'head-office-2' })).status, 409);
  t.equal((await patch(id, { kind: 'ldap' })).status, 422, 'a kind stays');
  t.equal((await away(id)).status, 204);
  t.equal((await harness.call('GET', `${PATH}/${id}`, { as: admin })).status, 404);
  for (const verb of ['create', 'update', 'delete'])
    t.ok((await audited(harness, owner, `sso.providers.${verb}`)).some(({ target_id }) => target_id === id));
});

t.test('a secret goes in and never comes out, and follows no address', async (t) => {
  for (const [kind, config, name, move] of [
    ['oidc', OIDC, 'client_secret', { issuer: 'https://evil.example.com' }],
    ['ldap', LDAP, 'bind_password', { url: 'ldaps://evil.example.com' }],
    [
      'ldap',
      { ...LDAP, url: 'ldap://directory.example.com', start_tls: true },
      'bind_password',
      { start_tls: false },
    ],
  ] as const) {
    const created = await post({ kind, config });
    const { id } = created.body;
    t.notMatch(created.text, SECRET);
    const kept = await sealed(id);
    t.match(kept, /^v1\./);
    t.notMatch(kept, SECRET);
    const named = await patch(id, { name: 'Other', config: { groups_claim: null } });
    t.equal(named.body.config[`${name}_set`], true);
    t.equal(await sealed(id), kept, 'a patch without it keeps it');
    const moved = await patch(id, { config: move });
    t.same([moved.body.config[`${name}_set`], await sealed(id)], [false, null], 'another address drops it');
    const brought = await patch(id, { config: { ...move, [name]: 'another secret' } });
    t.equal(brought.body.config[`${name}_set`], true);
    t.not(await sealed(id), kept);
    const taken = await patch(id, { config: { [name]: null } });
    t.equal(taken.body.config[`${name}_set`], false);
    for (const answer of [named, moved, brought, taken]) t.notMatch(answer.text, /secret"?:/);
    t.equal((await away(id)).status, 204);
  }
  const tables = await database.query(`select tablename as name from pg_tables where schemaname = 'public'`);
  for (const { name } of tables.rows) {
    const found = await database.query(`select 1 from ${name} t where position($1 in t::text) > 0`, [SECRET]);
    t.equal(found.rowCount, 0, name);
  }
});

t.test('a ceiling stands strictly below who sets it, and what is mapped not above the ceiling', async (t) => {
  t.equal((await post({ role_ceiling: 'org_admin' })).status, 403);
  t.equal((await post({ role_ceiling: 'super_admin' }, owner)).status, 422);
  t.equal((await post({ role_mapping: [{ claim_value: 'a', role: 'super_admin' }] }, owner)).status, 422);
  const high = await post({ role_ceiling: 'org_admin' }, owner);
  t.equal(high.status, 201);
  t.equal(
    (await patch(high.body.id, { name: 'Mine' })).status,
    403,
    'nobody changes what reaches their level',
  );
  const moved = { config: { issuer: 'https://evil.example.com' }, role_ceiling: 'viewer' };
  t.equal((await patch(high.body.id, moved)).status, 403);
  t.equal((await harness.call('DELETE', `${PATH}/${high.body.id}`, { as: admin })).status, 403);
  t.equal((await away(high.body.id)).status, 204);
  const low = await post();
  t.equal((await patch(low.body.id, { role_ceiling: 'org_admin' })).status, 403);
  const above = [{ role_mapping: [{ claim_value: 'a', role: 'operator' }] }, { default_role: 'operator' }];
  for (const rules of above) {
    t.equal((await post(rules)).status, 422);
    t.match((await patch(low.body.id, rules)).body.error.details, [{ type: 'above_ceiling' }]);
  }
  for (const rule of [{ role: 'viewer' }, { claim_value: 'a', group: 'b', role: 'viewer' }])
    t.match((await post({ role_mapping: [rule] })).body.error.details, [{ field: 'role_mapping.0' }]);
  t.equal((await away(low.body.id)).status, 204);
});

t.test('every kind takes its own settings and no others', async (t) => {
  const refused = async (kind: string, config: object, field: string, type: string) => {
    const answer = await post({ kind, config });
    t.equal(answer.status, 422, `${kind} ${JSON.stringify(config)}`);
    t.match(answer.body.error.details, [{ field: `config.${field}`, type }]);
  };
  await refused('oidc', { client_id: 'a', scopes: [] }, 'issuer', 'required');
  await refused('oidc', { ...OIDC, url: LDAP.url }, 'url', 'additional_property');
  await refused('oidc', { ...OIDC, tenant: 'a' }, 'tenant', 'additional_property');
  await refused('oidc', { ...OIDC, issuer: 'http://login.example.com' }, 'issuer', 'format');
  await refused('oidc', { ...OIDC, issuer: 'http://127.0.0.2' }, 'issuer', 'format');
  await refused(
    'oidc',
    { ...OIDC, issuer: 'https://a.example.com/.well-known/openid-configuration' },
    'issuer',
    'format',
  );
  await refused('oidc', { ...OIDC, issuer: 'ftp://login.example.com' }, 'issuer', 'pattern');
  await refused('ldap', { ...LDAP, client_secret: 'a' }, 'client_secret', 'additional_property');
  await refused('ldap', { ...LDAP, url: 'ldaps://user:password@a.example.com' }, 'url', 'pattern');
  await refused('ldap', { ...LDAP, url: 'ldaps://a.example.com/dc=x??sub?(uid=*)' }, 'url', 'pattern');
  await refused('ldap', { ...LDAP, start_tls: true }, 'start_tls', 'conflict');
  await refused('ldap', { ...LDAP, user_filter: '(uid=*)' }, 'user_filter', 'format');
  await refused('ldap', { ...LDAP, user_filter: '({login}=*)' }, 'user_filter', 'format');
  await refused('ldap', { ...LDAP, ca_certificate: 'none' }, 'ca_certificate', 'format');
  await refused('saml', { sso_url: 'http://idp.example.com', entity_id: 'a' }, 'sso_url', 'format');
  const linking = await post({ kind: 'ldap', config: LDAP, link_by_email: true });
  t.match(linking.body.error.details, [{ field: 'link_by_email' }]);
});

t.test('providers are for administrators of the organization, and for no scoped key', async (t) => {
  const { body } = await post();
  const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
  const below = await harness.person('admin');
  for (const [as, status] of [
    [stranger, 404],
    [below, 403],
  ] as const) {
    t.equal((await harness.call('GET', `${PATH}/${body.id}`, { as })).status, status);
    t.equal((await patch(body.id, { name: 'Mine' }, as)).status, status);
    t.equal((await harness.call('POST', `${PATH}/${body.id}/test`, { as })).status, status);
    t.equal((await harness.call('DELETE', `${PATH}/${body.id}`, { as })).status, status);
  }
  t.equal((await harness.call('GET', PATH, { as: stranger })).body.total, 0);
  const key = await harness.call('POST', '/api-keys', {
    as: owner,
    body: { name: 'k', scopes: ['user:read'] },
  });
  t.equal((await harness.call('GET', PATH, { apiKey: key.body.secret })).status, 403);
  t.equal((await away(body.id)).status, 204);
});

t.test('an organization has at most twenty providers, whoever asks at once', async (t) => {
  const chief = await harness.person('org_admin', await harness.organization('Many Networks'));
  const answers = await Promise.all(Array.from({ length: 24 }, () => post({}, chief)));
  const by = Map.groupBy(answers, ({ status }) => status);
  t.same([by.get(201)?.length, by.get(409)?.length], [20, 4]);
});

t.test('anybody sees the buttons of an organization, and of none that is not there', async (t) => {
  const organization_id = await harness.organization('Button Networks');
  const chief = await harness.person('org_admin', organization_id);
  const buttons = (slug: string) => harness.call('GET', `${PATH}/public?organization_slug=${slug}`);
  t.same((await buttons('button-networks')).body, { items: [] });
  t.same((await buttons('nobody')).body, { items: [] });
  t.equal((await harness.call('GET', `${PATH}/public`)).status, 422);
  const oidc = await addProvider(harness, chief, { name: 'A', kind: 'oidc', config: OIDC });
  const ldap = await addProvider(harness, chief, { name: 'B', kind: 'ldap', config: LDAP });
  const saml = await addProvider(harness, chief, { name: 'C', kind: 'saml', config: SAML });
  await addProvider(harness, chief, { name: 'D', kind: 'saml', config: SAML, is_enabled: false });
  const at = '/api/v1/auth/sso';
  t.same((await buttons('button-networks')).body.items, [
    { id: oidc.id, name: 'A', kind: 'oidc', authorize_path: `${at}/oidc/authorize` },
    { id: ldap.id, name: 'B', kind: 'ldap', authorize_path: `${at}/ldap/authenticate` },
    { id: saml.id, name: 'C', kind: 'saml', authorize_path: `${at}/saml/login?provider_id=${saml.id}` },
  ]);
});

t.test('a SAML login goes to the identity provider, and its answer is not taken', async (t) => {
  const { id } = await addProvider(harness, admin, { name: 'SAML', kind: 'saml', config: SAML });
  const answer = await harness.call('GET', `/auth/sso/saml/login?provider_id=${id}`);
  t.equal(answer.status, 302);
  const url = new URL(String(answer.headers['location']));
  t.equal(`${url.origin}${url.pathname}`, 'https://idp.example.com/sso');
  t.match(Object.fromEntries(url.searchParams), { tenant: 'a', b: '1', RelayState: /^[\w-]{43}$/ });
  const packed = Buffer.from(String(url.searchParams.get('SAMLRequest')), 'base64');
  const xml = inflateRawSync(packed).toString('utf8');
  t.match(xml, /^<samlp:AuthnRequest .* ID="_[\w-]+" Version="2\.0" IssueInstant="\d{4}-.*Z" Destination="/);
  t.match(xml, 'Destination="https://idp.example.com/sso?tenant=a&amp;b=1"');
  t.match(xml, `AssertionConsumerServiceURL="${harness.url}/api/v1/auth/sso/saml/callback"`);
  t.match(xml, '<saml:Issuer>urn:patchbay:&quot;&lt;test&gt;&quot;</saml:Issuer>');
  const unknown = await harness.call('GET', `/auth/sso/saml/login?provider_id=${randomUUID()}`);
  t.equal(unknown.status, 404);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const options of [{}, { body: { SAMLResponse: 'x' } }, { raw: 'SAMLResponse=x', headers: form }])
    t.equal((await harness.call('POST', '/auth/sso/saml/callback', options)).status, 501);
});
