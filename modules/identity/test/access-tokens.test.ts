import { SecretBox } from '@patchbay/kernel/secrets';
import { ManualClock } from '@patchbay/kernel/telemetry';
import { SignJWT } from 'jose';
import t from 'tap';
import { type AccessClaims, AccessTokens } from '../services/tokens/access-tokens.ts';

const KEY = 'k'.repeat(32);
const clock = new ManualClock();
const seconds = () => Math.floor(clock.now().getTime() / 1_000);
const boxOf = (current: string, previous: string[] = []) => new SecretBox({ current, previous });
const tokensOf = (box: SecretBox) =>
  new AccessTokens(box, clock, { ALGORITHM: 'HS256', ACCESS_TOKEN_EXPIRE_MINUTES: 30 });
const tokens = tokensOf(boxOf(KEY));
const claims = (): AccessClaims => ({
  sub: '0190a0a0-0000-7000-8000-000000000001',
  org_id: '0190a0a0-0000-7000-8000-000000000002',
  role: 'viewer',
  tv: 1,
  jti: '0190a0a0-0000-7000-8000-000000000003',
  sid: '0190a0a0-0000-7000-8000-000000000004',
  exp: seconds() + 60,
});

t.test('a minted token gives its claims back, and carries those of the specification', async (t) => {
  const wanted = claims();
  const token = await tokens.mint(wanted);
  t.same(await tokens.verify(token), wanted);
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  t.match(payload, {
    aud: 'svc-api',
    iss: 'svc',
    iat: seconds(),
    sub: wanted.sub,
    org_id: wanted.org_id,
    tv: 1,
  });
});

t.test('a remembered token ends with its time', async (t) => {
  const token = await tokens.mint(claims());
  await tokens.verify(token);
  clock.advance(60_000);
  await t.rejects(tokens.verify(token), /valid credential/);
  await t.rejects(tokens.verify(token), /valid credential/);
});

t.test('a former secret key still verifies, another one does not', async (t) => {
  const token = await tokens.mint(claims());
  t.ok(await tokensOf(boxOf('n'.repeat(32), [KEY])).verify(token));
  await t.rejects(tokensOf(boxOf('n'.repeat(32))).verify(token), /valid credential/);
});

t.test('a token whose times are out of reason is refused, though it is signed with our key', async (t) => {
  const key = new Uint8Array(boxOf(KEY).deriveKey('access-token'));
  const { exp: _exp, ...rest } = claims();
  const sign = (times: { readonly iat?: unknown; readonly exp?: unknown }) =>
    new SignJWT({ ...rest, aud: 'svc-api', iss: 'svc', ...(times as object) })
      .setProtectedHeader({ alg: 'HS256', typ: 'svc-access+jwt' })
      .sign(key);
  const now = seconds();
  const year = 365 * 86_400;
  t.ok(await tokens.verify(await sign({ iat: now, exp: now + 1_800 })));
  t.ok(await tokens.verify(await sign({ iat: now + 30, exp: now + 1_800 })), 'clocks may differ a little');
  for (const times of [
    { iat: now, exp: now + 1_801 },
    { iat: now, exp: now + year },
    { iat: now - year, exp: now + 60 },
    { iat: now + 120, exp: now + 180 },
    { iat: now + year, exp: now + year + 60 },
    { iat: now + 0.5, exp: now + 60 },
    { iat: -1e300, exp: 1e300 },
    { exp: now + 60 },
  ])
    await t.rejects(
      sign(times).then((token) => tokens.verify(token)),
      /valid credential/,
      JSON.stringify(times),
    );
});

t.test('text of another kind is left to others, a forgery of this kind is refused', async (t) => {
  const key = new Uint8Array(boxOf(KEY).deriveKey('access-token'));
  const sign = (typ: string, audience: string, alg = 'HS256') =>
    new SignJWT({ ...claims() })
      .setProtectedHeader({ alg, typ })
      .setAudience(audience)
      .setIssuer('svc')
      .sign(key);
  t.equal(await tokens.verify('svcr_something'), null);
  t.equal(await tokens.verify(await sign('JWT', 'svc-api')), null);
  t.equal(await tokens.verify('x'.repeat(10_000)), null);
  await t.rejects(
    sign('svc-access+jwt', 'other').then((token) => tokens.verify(token)),
    /valid credential/,
  );
  const strong = await sign('svc-access+jwt', 'svc-api', 'HS512');
  await t.rejects(tokens.verify(strong), /valid credential/);
});
