import t from 'tap';
import type { Answer } from '../../harness/index.ts';
import { type Crooked, CrookedProvider, SIGNERS } from '../support/sign-in/crooked-provider.ts';
import { CLIENT } from '../support/sign-in/oidc-peer.ts';
import { addProvider, audited, authorize, callback, profileOf } from '../support/sign-in/sso.ts';
import { SsoWorld } from '../support/sign-in/sso-world.ts';

const world = await SsoWorld.start(t);
const { harness, owner } = world;
const crooked = await CrookedProvider.start(t);
const provider = await world.provider({ config: { issuer: crooked.issuer, ...CLIENT } });
const email = 'zoe@corp.example.com';
const honestClaims = { sub: 'zoe', email, email_verified: true, preferred_username: 'zoe', groups: [] };

/** A login during which the provider does as it is told; `nonce` is the one that was asked for. */
async function signIn(more: (nonce: string) => Partial<Crooked>): Promise<Answer> {
  crooked.next = crooked.honest;
  const { body } = await authorize(harness, { provider_id: provider.id });
  const nonce = String(new URL(body.authorization_url).searchParams.get('nonce'));
  crooked.next = { ...crooked.honest, claims: { ...honestClaims, nonce }, ...more(nonce) };
  return callback(harness, { code: 'a code', state: body.state });
}

const latest = async () => (await audited(harness, owner, 'sso.sign_in_refused'))[0]?.detail;

t.test('an honest answer of it is taken', async (t) => {
  const profile = await profileOf(harness, await signIn(() => ({})));
  t.match(profile, { email, username: 'zoe', role: 'viewer' });
});

t.test(
  'an id token for another login, client or issuer is refused, as is one that has run out',
  async (t) => {
    const now = Math.floor(Date.now() / 1_000);
    const lies = {
      'another nonce': { nonce: 'another' },
      'no nonce': { nonce: undefined },
      'another issuer': { iss: 'https://elsewhere.example.com' },
      'another audience': { aud: 'another' },
      'several audiences, meant for another': { aud: [CLIENT.client_id, 'another'], azp: 'another' },
      'run out': { exp: now - 3_600 },
      'no end': { exp: undefined },
      'no subject': { sub: undefined },
      'a subject that is none': { sub: 'a\u0000b' },
      'too long a subject': { sub: 'a'.repeat(256) },
    };
    for (const [lie, claims] of Object.entries(lies)) {
      const answer = await signIn((nonce) => ({ claims: { ...honestClaims, nonce, ...claims } }));
      t.equal(answer.status, 401, lie);
      t.match(await latest(), { reason: 'exchange', error: /./ }, lie);
    }
  },
);

t.test('an id token must be signed by a key of the provider', async (t) => {
  for (const signer of Object.keys(SIGNERS) as (keyof typeof SIGNERS)[])
    t.equal((await signIn(() => ({ signer }))).status, signer === 'honest' ? 200 : 401, signer);
});

t.test('what it answers instead of tokens ends the login', async (t) => {
  const answers = {
    'an OAuth error': { status: 400, body: '{"error":"invalid_grant"}' },
    'no id token': { body: '{"access_token":"at","token_type":"Bearer"}' },
    'no JSON': { body: '<html>' },
    'an odd status': { status: 500, body: '{}' },
  };
  for (const [what, answer] of Object.entries(answers))
    t.equal((await signIn(() => ({ token: () => answer }))).status, 401, what);
  const endless = await signIn(() => ({ token: () => ({ body: `"${'x'.repeat(300_000)}"` }) }));
  t.equal(endless.status, 502, 'more than anybody needs');
});

t.test('user information about somebody else is refused', async (t) => {
  const claims = (nonce: string) => ({ sub: 'zoe', nonce });
  const other = await signIn((nonce) => ({
    claims: claims(nonce),
    userinfo: { ...honestClaims, sub: 'yan' },
  }));
  t.equal(other.status, 401);
  const same = await signIn((nonce) => ({ claims: claims(nonce), userinfo: honestClaims }));
  t.equal(same.status, 200);
});

t.test('an address of the signed token is not verified by what stands beside it', async (t) => {
  const viewer = await harness.person('viewer');
  const linking = { link_by_email: true };
  t.equal((await world.change(provider, linking)).status, 200);
  const answer = await signIn((nonce) => ({
    claims: { sub: 'xia', nonce, email: viewer.email },
    userinfo: { ...honestClaims, sub: 'xia', email: 'xia@corp.example.com' },
  }));
  t.same(await world.refusal(answer), [403, 'login_taken']);
});

t.test('a provider under another name than the configured one is not asked', async (t) => {
  const says = async (metadata: object) => {
    crooked.next = { ...crooked.honest, metadata: { ...metadata } };
    const { id } = await world.provider({ config: { issuer: crooked.issuer, ...CLIENT } });
    const began = await authorize(harness, { provider_id: id });
    const tried = await harness.call('POST', `/auth/sso/providers/${id}/test`, { as: world.admin });
    await harness.call('DELETE', `/auth/sso/providers/${id}`, { as: world.admin });
    return [began.status, tried.body];
  };
  t.match(await says({}), [200, { ok: true }]);
  t.match(await says({ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }), [502, { ok: false }]);
  t.match(await says({ issuer: `${crooked.issuer}/` }), [
    502,
    { ok: false, message: 'The provider cannot be used: wrong_issuer.' },
  ]);
  t.match(await says({ id_token_signing_alg_values_supported: ['HS256', 'none'] }), [
    502,
    { ok: false, message: 'The provider cannot be used: no_usable_signature.' },
  ]);
});

t.test('redirects are not followed, and addresses that are not allowed are not asked', async (t) => {
  const moved = `${crooked.issuer}/moved`;
  crooked.next = { ...crooked.honest, metadata: { token_endpoint: moved } };
  const at = await world.provider({ config: { issuer: crooked.issuer, ...CLIENT } });
  const { body } = await authorize(harness, { provider_id: at.id });
  t.equal((await callback(harness, { code: 'a code', state: body.state })).status, 401);
  t.equal(crooked.asked.at(-1), '/moved');
  for (const token_endpoint of [
    `http://localhost:1/token`,
    'https://10.1.2.3/token',
    'https://169.254.169.254/',
  ]) {
    crooked.next = { ...crooked.honest, metadata: { token_endpoint } };
    const { id } = await world.provider({ config: { issuer: crooked.issuer, ...CLIENT } });
    const began = await authorize(harness, { provider_id: id });
    const answer = await callback(harness, { code: 'a code', state: began.body.state });
    t.equal(answer.status, 502, token_endpoint);
  }
  for (const issuer of ['https://10.1.2.3', 'https://169.254.169.254', 'https://[::1]:1']) {
    const { id } = await addProvider(harness, world.admin, {
      name: issuer,
      kind: 'oidc',
      config: { issuer, ...CLIENT },
    });
    t.equal((await authorize(harness, { provider_id: id })).status, 502, issuer);
  }
});
