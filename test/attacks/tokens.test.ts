import { SecretBox } from '@patchbay/kernel/secrets';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import t from 'tap';
import { bootPlatform, TEST_SECRET_KEY } from '../harness/index.ts';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();

/** The platform's own key, as a thief would have it; claims of a real session. */
const key = new Uint8Array(
  new SecretBox({ current: TEST_SECRET_KEY, previous: [] }).deriveKey('access-token'),
);
const claims = JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
interface Forgery {
  readonly payload?: JWTPayload;
  readonly header?: object;
  readonly with?: Parameters<SignJWT['sign']>[0];
}
const forge = ({ payload = claims, header = {}, with: signer = key }: Forgery): Promise<string> =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'HS256', typ: 'svc-access+jwt', ...header })
    .sign(signer);
const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));
const unsigned = (header: object, payload: object): string =>
  [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const whoAmI = async (token: string): Promise<number> =>
  (await harness.call('GET', '/auth/me', { token })).status;

t.test('the test itself can make a token that is taken, so that refusals mean something', async (t) => {
  t.equal(await whoAmI(await forge({})), 200);
});

t.test('a token of another algorithm, key, kind, audience or without an end is refused', async (t) => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const { privateKey: curve } = await generateKeyPair('ES256', { extractable: true });
  const [head, body, mac] = owner.token.split('.') as [string, string, string];
  const forgeries: Readonly<Record<string, string>> = {
    'another key': await forge({ with: new Uint8Array(32).fill(7) }),
    'the secret key itself': await forge({ with: new TextEncoder().encode(TEST_SECRET_KEY) }),
    'the key of another purpose': await forge({
      with: new Uint8Array(new SecretBox({ current: TEST_SECRET_KEY, previous: [] }).deriveKey('mfa-token')),
    }),
    'HS384 with our key': await forge({ header: { alg: 'HS384' } }),
    'HS512 with our key': await forge({ header: { alg: 'HS512' } }),
    RS256: await forge({ header: { alg: 'RS256' }, with: privateKey }),
    ES256: await forge({ header: { alg: 'ES256' }, with: curve }),
    'no algorithm': `${unsigned({ alg: 'none', typ: 'svc-access+jwt' }, claims)}.`,
    'no algorithm, capitals': `${unsigned({ alg: 'NONE', typ: 'svc-access+jwt' }, claims)}.${mac}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    'plain JWT': await forge({ header: { typ: 'JWT' } }),
    'no kind': await forge({ header: { typ: undefined } }),
    'kind of the second step': await forge({ header: { typ: 'svc-mfa+jwt' } }),
    'kind of an application': await forge({ header: { typ: 'at+jwt' } }),
    'its own key inside': await forge({
      header: { jwk: { kty: 'oct', k: 'AAAA' } },
      with: new Uint8Array(32),
    }),
    'a key id that is a path': await forge({ header: { kid: '../../dev/null' }, with: new Uint8Array(32) }),
    'another audience': await forge({ payload: { ...claims, aud: 'somebody-else' } }),
    'no audience': await forge({ payload: without('aud') }),
    'another issuer': await forge({ payload: { ...claims, iss: 'somebody-else' } }),
    'no issuer': await forge({ payload: without('iss') }),
    'no end': await forge({ payload: without('exp') }),
    'an end that is text': await forge({ payload: { ...claims, exp: '9999999999' as unknown as number } }),
    'an end in the past': await forge({ payload: { ...claims, exp: 1 } }),
    'a beginning in the future': await forge({ payload: { ...claims, nbf: 9_999_999_999 } }),
    'no session': await forge({ payload: without('sid') }),
    'no token id': await forge({ payload: without('jti') }),
    'no version': await forge({ payload: without('tv') }),
    'another version': await forge({ payload: { ...claims, tv: 99 } }),
    'a version that is text': await forge({ payload: { ...claims, tv: '1' } }),
    'another session': await forge({ payload: { ...claims, sid: owner.user_id } }),
    'no user': await forge({ payload: without('sub') }),
    'a user of nowhere': await forge({ payload: { ...claims, sub: claims['org_id'] as string } }),
    'a role nobody has': await forge({ payload: { ...claims, role: 'root' } }),
    'an unknown critical header': await forge({ header: { b64: false, crit: ['b64'] } }).catch(() => 'x.y.z'),
    'a very long one': `${head}.${'A'.repeat(100_000)}.${mac}`.slice(0, 12_000),
    'text in other scripts': encodeURIComponent('токен'),
  };
  for (const [what, token] of Object.entries(forgeries)) {
    const status = await whoAmI(token);
    t.ok(status === 401 || (status === 400 && what === 'a very long one'), `${what}: ${status}`);
  }
  t.equal(await whoAmI(owner.token), 200, 'the real one still holds');
});

t.test('what a token says of role and organization decides nothing', async (t) => {
  const viewer = await harness.person('viewer');
  const own = JSON.parse(Buffer.from(viewer.token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
  const raised = await forge({ payload: { ...own, role: 'super_admin' } });
  t.equal((await harness.call('GET', '/users', { token: raised })).status, 403);
  const me = await harness.call('GET', '/auth/me', { token: raised });
  t.equal(me.body.role ?? 'viewer', 'viewer');
  const elsewhere = await harness.organization('Elsewhere');
  const moved = await harness.call('GET', '/auth/me', {
    token: await forge({ payload: { ...own, org_id: elsewhere } }),
  });
  t.ok(moved.status === 401 || moved.body.organization.id === viewer.organization_id);
});
