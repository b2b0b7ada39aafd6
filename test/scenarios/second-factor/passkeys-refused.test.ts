import { randomBytes } from 'node:crypto';
import t from 'tap';
import { bootPasskeys, changed, ORIGIN } from '../support/sign-in/passkey-world.ts';
import {
  type Asserted,
  SoftwareAuthenticator,
  type Twist,
} from '../support/sign-in/software-authenticator.ts';
import { refused } from '../support/wire.ts';

const { again, begin, enrolled, firstStep, harness, listOf, owner, post, reasonsFor, signIn, signInOptions } =
  await bootPasskeys(t);

t.test('every answer that is wrong about anything is refused alike, and recorded', async (t) => {
  const { person, device } = await enrolled();
  const other = await enrolled();
  const handleOf = (await signIn(other.device)) && other.device.get((await signInOptions()).options);
  const twists: Readonly<Record<string, Twist>> = {
    'an origin that is not ours': { origin: 'https://example.com.evil.example' },
    'our origin without encryption': { origin: 'http://console.example.com' },
    'another relying party': { rpId: 'evil.example' },
    'a challenge of its own': { challenge: randomBytes(32).toString('base64url') },
    'a registration instead of a sign-in': { type: 'webauthn.create' },
    'a page inside a page of others': { crossOrigin: true },
    'nobody present': { userPresent: false },
    'backed up though it cannot be': { backedUp: false, userVerified: false },
    'no handle': { userHandle: null },
    "somebody else's handle": { userHandle: String(handleOf?.response.userHandle) },
  };
  const said = new Set<string>();
  for (const [what, twist] of Object.entries(twists)) {
    const answer = await signIn(device, twist);
    refused(t, answer, 401, { what });
    said.add(answer.body.error.message);
  }
  const alter = (change: Partial<Asserted['response']>) => (response: Asserted) => ({
    ...response,
    response: { ...response.response, ...change },
  });
  const alterations: Readonly<Record<string, (response: Asserted) => object>> = {
    'a signature that was touched': (all) => alter({ signature: changed(all.response.signature) })(all),
    'a signature that is none': alter({ signature: 'AAAA' }),
    'data that was touched': (all) =>
      alter({ authenticatorData: changed(all.response.authenticatorData) })(all),
    'data cut short': alter({ authenticatorData: 'AAAA' }),
    'client data that is no JSON': alter({ clientDataJSON: 'AAAA' }),
    'client data that is null': alter({ clientDataJSON: Buffer.from('null').toString('base64url') }),
    'another raw id': (all) => ({ ...all, rawId: other.device.id }),
    'a passkey nobody has': (all) => ({ ...all, id: 'AAAA', rawId: 'AAAA' }),
    "somebody else's passkey": (all) => ({ ...all, id: other.device.id, rawId: other.device.id }),
  };
  for (const [what, change] of Object.entries(alterations)) {
    const answer = await signIn(device, {}, change);
    refused(t, answer, 401, { what });
    said.add(answer.body.error.message);
  }
  t.equal(said.size, 1, 'one message for all');
  const reasons = await reasonsFor(person.user_id);
  t.ok(reasons.includes('not_verified') && reasons.includes('user_handle'));
  t.equal((await signIn(device)).status, 200, 'the passkey itself still works');
});

t.test('a challenge serves its own purpose and its own user only', async (t) => {
  const [one, two] = [await enrolled(), await enrolled()];
  const ofOne = await firstStep(one.person);
  const ofTwo = await firstStep(two.person);
  const free = await signInOptions();
  const second = (mfa_token: string, challenge_id: string, response: object) =>
    post('/second-step', { mfa_token, challenge_id, response });
  const answers = {
    "another user's challenge": await second(
      ofOne.mfa_token,
      ofTwo.challenge_id,
      one.device.get(ofTwo.options),
    ),
    "another user's passkey": await second(
      ofOne.mfa_token,
      ofOne.challenge_id,
      two.device.get(ofOne.options),
    ),
    "a sign-in's challenge as second step": await second(
      ofOne.mfa_token,
      free.challenge_id,
      one.device.get(free.options),
    ),
    "a second step's challenge as sign-in": await post('/sign-in', {
      challenge_id: ofTwo.challenge_id,
      response: two.device.get(ofTwo.options),
    }),
    'a challenge that was touched': await post('/sign-in', {
      challenge_id: `${free.challenge_id.slice(0, -2)}AA`,
      response: one.device.get(free.options),
    }),
    'a challenge that is none': await post('/sign-in', {
      challenge_id: 'no challenge',
      response: one.device.get(free.options),
    }),
  };
  for (const [what, answer] of Object.entries(answers)) refused(t, answer, 401, { what });
  const left = await second(ofTwo.mfa_token, ofTwo.challenge_id, two.device.get(ofTwo.options));
  t.equal(left.status, 200, 'none of this used up the challenge of the other user');
  const registration = (await begin(await again(one.person, one.device))).body;
  const response = one.device.get({ ...registration.options, rpId: 'example.com' });
  refused(t, await post('/sign-in', { challenge_id: registration.challenge_id, response }), 401);
});

t.test('a count that does not rise is refused and recorded', async (t) => {
  const { person, device } = await enrolled({ count: 0 });
  t.equal((await signIn(device, { count: 7 })).status, 200);
  for (const count of [7, 6, 0]) refused(t, await signIn(device, { count }), 401, { what: String(count) });
  t.same(await reasonsFor(person.user_id), Array(3).fill('counter_went_back'));
  t.equal((await signIn(device, { count: 8 })).status, 200);
  const uncounted = await enrolled({ count: 0 });
  for (let time = 0; time < 2; time += 1) t.equal((await signIn(uncounted.device, { count: 0 })).status, 200);
});

t.test('a new passkey that is wrong about anything is refused, and recorded', async (t) => {
  const person = await harness.person('viewer');
  const other = await enrolled();
  const add = async (twist: Twist, alter: (body: object) => object = (body) => body, name = 'key') => {
    const { challenge_id, options } = (await begin(person)).body;
    const response = new SoftwareAuthenticator(ORIGIN).create(options, twist);
    return post('', alter({ challenge_id, name, response }), person);
  };
  const twists: Readonly<Record<string, Twist>> = {
    'an origin that is not ours': { origin: 'https://evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'a challenge of its own': { challenge: 'AAAA' },
    'a sign-in instead of a registration': { type: 'webauthn.get' },
    'a page inside a page of others': { crossOrigin: true },
    'nobody present': { userPresent: false },
    'an algorithm nobody asked for': { algorithm: -65535 },
    'certificates nobody asked for': {
      attestation: { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.from('30820000', 'hex')]]]) },
    },
    'an attestation of a phone': { attestation: { fmt: 'apple', attStmt: new Map() } },
    'a signature of nothing': {
      attestation: {
        fmt: 'packed',
        attStmt: new Map<string, Uint8Array | number>([
          ['alg', -7],
          ['sig', Buffer.alloc(70)],
        ]),
      },
    },
  };
  for (const [what, twist] of Object.entries(twists)) refused(t, await add(twist), 400, { what });
  const nested = Buffer.alloc(12_000, 0x81).toString('base64url');
  const altered = (attestationObject: string) => (body: object) => {
    const { response } = body as { response: { response: object } };
    return { ...body, response: { ...response, response: { ...response.response, attestationObject } } };
  };
  refused(t, await add({}, altered(nested)), 400, { what: 'deeply nested CBOR' });
  refused(t, await add({}, altered('AAAA')), 400, { what: 'no CBOR' });
  const theirs = (await begin(await again(other.person, other.device))).body;
  const stolen = new SoftwareAuthenticator(ORIGIN).create(theirs.options);
  const body = { challenge_id: theirs.challenge_id, name: 'key', response: stolen };
  refused(t, await post('', body, person), 400, { what: "another user's challenge" });
  const { challenge_id, options } = (await begin(person)).body;
  const copy = new SoftwareAuthenticator(ORIGIN, Buffer.from(other.device.id, 'base64url'));
  const taken = await post('', { challenge_id, name: 'copy', response: copy.create(options) }, person);
  refused(t, taken, 409, { what: 'a credential id that somebody has' });
  t.equal((await listOf(person)).body.total, 0);
  const reasons = await reasonsFor(person.user_id);
  t.equal(reasons.filter((reason) => reason === 'passkeys.registration_refused').length, 13);
  t.equal(reasons.filter((reason) => reason === 'passkeys.taken').length, 1);
});

t.test('bodies of other shapes and sizes are refused before anything is used up', async (t) => {
  const { device } = await enrolled();
  const { challenge_id, options } = await signInOptions();
  const response = device.get(options);
  const inner = response.response;
  const shapes: readonly unknown[] = [
    null,
    [],
    'text',
    {},
    { challenge_id: 7, response },
    { challenge_id: [challenge_id], response },
    { challenge_id, response: null },
    { challenge_id, response: [] },
    { challenge_id, response: { ...response, id: { length: 1 } } },
    { challenge_id, response: { ...response, type: 'password' } },
    { challenge_id, response: { ...response, response: { ...inner, signature: ['AAAA'] } } },
    { challenge_id, response: { ...response, response: { ...inner, signature: 'not base64url!' } } },
    { challenge_id, response: { ...response, response: { ...inner, clientDataJSON: { origin: ORIGIN } } } },
    { challenge_id, response: { ...response, response: { ...inner, userHandle: 7 } } },
    { challenge_id, response, remember_me: 'yes' },
    { challenge_id, response, user_id: owner.user_id },
  ];
  for (const body of shapes) {
    const { status } = await post('/sign-in', body);
    t.ok(status === 400 || status === 422, `${status} for ${JSON.stringify(body)?.slice(0, 60)}`);
  }
  const large = { ...response, response: { ...inner, signature: 'A'.repeat(1_048_576) } };
  t.equal((await post('/sign-in', { challenge_id, response: large })).status, 413);
  const next = { ...response, response: { ...inner, futureField: { any: 'thing' } } };
  t.equal((await post('/sign-in', { challenge_id, response: next })).status, 200);
});
