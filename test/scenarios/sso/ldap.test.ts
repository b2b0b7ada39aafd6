import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { type Answer, bootPlatform, freshAddress, type Person } from '../../harness/index.ts';
import {
  AUTHORITY,
  BASE,
  PEOPLE,
  passwordOf,
  READER,
  Slapd,
  withoutSlapd,
} from '../support/sign-in/slapd.ts';
import { addProvider, audited, type Created, profileOf } from '../support/sign-in/sso.ts';
import { SSO_ENVIRONMENT } from '../support/sign-in/sso-world.ts';

const clock = new ManualClock(new Date());
const harness = await bootPlatform(t, { environment: SSO_ENVIRONMENT, work: false, clock });
const owner = await harness.owner();
const admin = await harness.person('org_admin');

let made = 0;
function directory(config: object, more: object = {}, as: Person = admin): Promise<Created> {
  made += 1;
  return addProvider(harness, as, {
    name: `Directory ${made}`,
    kind: 'ldap',
    config: { base_dn: PEOPLE, user_filter: '(uid={login})', ...READER, ...config },
    role_ceiling: 'operator',
    default_role: 'viewer',
    ...more,
  });
}

const signIn = (provider: Pick<Created, 'id'>, login: string, password: string): Promise<Answer> =>
  harness.call('POST', '/auth/sso/ldap/authenticate', {
    body: { provider_id: provider.id, login, password },
    from: freshAddress(),
  });
const reason = async (): Promise<unknown> =>
  (await audited(harness, owner, 'sso.sign_in_refused'))[0]?.detail;
const said = ({ status, body, headers }: Answer) => [
  status,
  body.error.message,
  Object.keys(headers).sort().join(),
];

t.test('with a real directory', { skip: withoutSlapd }, async (t) => {
  const slapd = await Slapd.start(t);
  const staff = await directory({ url: slapd.url });

  t.test('a login and its password sign somebody in, with the role of their groups', async (t) => {
    const dn = await slapd.person('ada', { displayName: 'Ada L.' });
    const network = await slapd.group('Network Team', dn);
    const mapping = {
      role_mapping: [{ group: network.replace(',', ' ,  ').toUpperCase(), role: 'operator' }],
    };
    const provider = await directory({ url: slapd.url }, mapping);
    const answer = await signIn(provider, 'ada', passwordOf('ada'));
    const profile = await profileOf(harness, answer);
    t.match(profile, {
      username: 'ada',
      email: 'ada@corp.example.com',
      display_name: 'Ada L.',
      role: 'operator',
      organization_id: owner.organization_id,
    });
    await slapd.root.modifyDN(dn, 'uid=ada.lovelace');
    const renamed = await profileOf(harness, await signIn(provider, 'ada.lovelace', passwordOf('ada')));
    t.same([renamed.id, renamed.username], [profile.id, 'ada'], 'a renamed entry is the same person');
  });

  t.test('wrong login, wrong password and no password are told apart by nothing', async (t) => {
    await slapd.person('bob');
    const wrong = said(await signIn(staff, 'bob', 'wrong'));
    t.equal(wrong[0], 401);
    t.match(await reason(), { reason: 'wrong_credentials' });
    for (const [login, password] of [
      ['nobody', 'wrong'],
      ['bob', ''],
      ['nobody', ''],
    ] as const)
      t.same(said(await signIn(staff, login, password)), wrong, `${login} "${password}"`);
    t.equal((await signIn(staff, 'bob', passwordOf('bob'))).status, 200);
    t.equal((await signIn(staff, ' BOB', passwordOf('bob'))).status, 200);
  });

  t.test('nothing in a login is taken for a filter', async (t) => {
    await slapd.person('cat', { title: 'chief' });
    const password = passwordOf('cat');
    for (const login of [
      '*',
      'c*',
      '*)(uid=*',
      'cat)(uid=*',
      'x)(|(uid=cat)',
      '\\63at',
      'cat)(title=chief',
      '(',
      '\\',
    ])
      t.equal((await signIn(staff, login, password)).status, 401, login);
    t.equal((await signIn(staff, 'cat', password)).status, 200);
  });

  t.test('a login that two entries have signs in neither', async (t) => {
    await slapd.person('dan', { title: 'twin' });
    await slapd.person('eve', { title: 'twin' });
    const provider = await directory({ url: slapd.url, user_filter: '(title={login})' });
    for (const uid of ['dan', 'eve'])
      t.equal((await signIn(provider, 'twin', passwordOf(uid))).status, 401, uid);
  });

  t.test('five wrong passwords lock a login, known or not, and an entry under all its names', async (t) => {
    await slapd.person('fay');
    const filter = { user_filter: '(|(uid={login})(mail={login}))' };
    const provider = await directory({ url: slapd.url, ...filter });
    for (const login of ['fay', 'ghost']) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1)
        statuses.push((await signIn(provider, login, 'wrong')).status);
      t.same(statuses, [401, 401, 401, 401, 401, 423], login);
    }
    t.equal((await signIn(provider, 'FAY', passwordOf('fay'))).status, 423);
    const other = await signIn(provider, 'fay@corp.example.com', passwordOf('fay'));
    t.equal(other.status, 401, 'the lock of an entry is not told');
    clock.advance(30 * 60_000 + 1_000);
    t.equal((await signIn(provider, 'fay@corp.example.com', passwordOf('fay'))).status, 200);
  });

  t.test('TLS is spoken with whom the authority vouches for, and nobody else', async (t) => {
    let people = 0;
    const named = slapd.url.replace('127.0.0.1', 'localhost');
    for (const [config, status] of [
      [{ url: slapd.secureUrl, ca_certificate: AUTHORITY }, 200],
      [{ url: slapd.url, start_tls: true, ca_certificate: AUTHORITY }, 200],
      [{ url: slapd.secureUrl }, 502],
      [{ url: slapd.url, start_tls: true }, 502],
      [{ url: named, start_tls: true, ca_certificate: AUTHORITY }, 502],
    ] as const) {
      people += 1;
      const uid = `gil-${people}`;
      await slapd.person(uid);
      const provider = await directory(config);
      t.equal((await signIn(provider, uid, passwordOf(uid))).status, status, `the ${people}. way`);
      if (status === 502) t.match(await reason(), { reason: 'directory', error: /^CERT_/ });
    }
  });

  t.test('a referral is not followed', async (t) => {
    const { port, connections } = await silent(t);
    const base_dn = `ou=split,${BASE}`;
    await slapd.root.add(base_dn, { objectClass: 'organizationalUnit', ou: 'split' });
    await slapd.root.add(`cn=away,${base_dn}`, {
      objectClass: ['referral', 'extensibleObject'],
      cn: 'away',
      ref: `ldap://127.0.0.1:${port}/${PEOPLE}`,
    });
    const provider = await directory({ url: slapd.url, base_dn });
    t.equal((await signIn(provider, 'away', 'anything')).status, 401);
    const beyond = await directory({ url: slapd.url, base_dn: `ou=people,cn=away,${base_dn}` });
    t.equal((await signIn(beyond, 'ada', 'anything')).status, 502);
    t.match(await reason(), { reason: 'directory', error: 'search_10' });
    t.equal(connections(), 0);
  });

  t.test('whoever sets a directory up is told what is wrong with it', async (t) => {
    let people = 0;
    const tried = async (config: object) => {
      people += 1;
      const uid = `hal-${people}`;
      await slapd.person(uid);
      const { id } = await directory({ url: slapd.url, ...config });
      const answer = await harness.call('POST', `/auth/sso/providers/${id}/test`, { as: admin });
      const login = await signIn({ id }, uid, passwordOf(uid));
      return [answer.body.ok, answer.body.message, login.status];
    };
    t.same(await tried({}), [true, 'The directory can be searched.', 200]);
    const wrong = 'The directory cannot be used';
    t.same(await tried({ bind_password: 'wrong' }), [false, `${wrong}: bind_49.`, 502]);
    t.same(await tried({ bind_password: null }), [false, `${wrong}: no_bind_password.`, 502]);
    t.same(await tried({ base_dn: 'ou=nowhere' }), [false, `${wrong}: search_32.`, 502]);
    const [, , status] = await tried({ bind_dn: null, bind_password: null });
    t.ok(status === 401 || status === 502, 'nobody is found by those who may not search');
  });

  t.test('a directory is found by the slug of its organization', async (t) => {
    const chief = await harness.person('org_admin', await harness.organization('Slug Networks'));
    await slapd.person('ida');
    const bySlug = (organization_slug: string) =>
      harness.call('POST', '/auth/sso/ldap/authenticate', {
        body: { organization_slug, login: 'ida', password: passwordOf('ida') },
        from: freshAddress(),
      });
    t.equal((await bySlug('slug-networks')).status, 404);
    await directory({ url: slapd.url }, {}, chief);
    const profile = await profileOf(harness, await bySlug('slug-networks'));
    t.equal(profile.organization_id, chief.organization_id);
    await directory({ url: slapd.url }, {}, chief);
    t.equal((await bySlug('slug-networks')).status, 409);
    t.equal((await bySlug('nowhere')).status, 404);
  });

  t.test('an address of another organization is nobody to a directory', async (t) => {
    const stranger = await harness.person('viewer', await harness.organization('Far Networks'));
    await slapd.person('jon', { mail: stranger.email });
    t.equal((await signIn(staff, 'jon', passwordOf('jon'))).status, 403);
    t.match(await reason(), { reason: 'login_taken' });
  });
  t.end();
});

t.test('a directory that hangs, or speaks something else, is left in time', async (t) => {
  const hanging = await silent(t);
  const asked = Date.now();
  const provider = await directory({ url: `ldap://127.0.0.1:${hanging.port}` });
  t.equal((await signIn(provider, 'ada', 'a password')).status, 502);
  t.match(await reason(), { reason: 'directory', error: 'ETIMEDOUT' });
  t.ok(Date.now() - asked < 12_000);
  t.equal(hanging.connections(), 1);
});

t.test('platform ports and addresses of clouds are no directories', async (t) => {
  const own = new URL(harness.url).port;
  for (const url of [`ldap://127.0.0.1:${own}`, 'ldap://169.254.169.254', 'ldap://[::ffff:127.0.0.1]:389']) {
    const provider = await directory({ url });
    t.equal((await signIn(provider, 'ada', 'a password')).status, 502, url);
    t.match(await reason(), { reason: 'directory', error: 'outbound.address_refused' });
  }
});

t.test('a login names one directory, and somebody', async (t) => {
  const ask = (body: object) =>
    harness.call('POST', '/auth/sso/ldap/authenticate', { body, from: freshAddress() });
  const who = { login: 'a', password: 'b' };
  t.equal((await ask(who)).status, 422);
  t.equal(
    (await ask({ ...who, provider_id: owner.user_id, organization_slug: 'first-networks' })).status,
    422,
  );
  t.equal((await ask({ ...who, provider_id: owner.user_id })).status, 404);
  t.equal((await ask({ ...who, provider_id: owner.user_id, login: '' })).status, 422);
});

/** A server that takes connections and says nothing. */
async function silent(t: { teardown(work: () => unknown): unknown }) {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).resume();
    t.teardown(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port, connections: () => connections };
}
