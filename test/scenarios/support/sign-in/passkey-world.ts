import { ManualClock } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import { type Answer, bootPlatform, freshAddress, PASSWORD, type Person } from '../../../harness/index.ts';
import { type Asserted, SoftwareAuthenticator, type Twist } from './software-authenticator.ts';

export const MODULES = 'identity,api-keys,organizations,system,audit,passkeys';
export const ORIGIN = 'https://console.example.com';
export const OTHER_ORIGIN = 'https://status.example.com';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

/** A platform with passkeys for example.com, and people who use them. */
export async function bootPasskeys(t: Teardown) {
  const clock = new ManualClock(new Date());
  const harness = await bootPlatform(t, {
    environment: {
      PATCHBAY_MODULES: MODULES,
      PASSKEY_RP_ID: 'example.com',
      PASSKEY_ORIGINS: `${ORIGIN}, ${OTHER_ORIGIN}`,
      ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
    },
    work: false,
    clock,
  });
  const outside = new pg.Client({ connectionString: harness.databaseUrl });
  await outside.connect();
  t.teardown(() => outside.end());
  const owner = await harness.owner();
  const post = (path: string, body: unknown, as?: Person): Promise<Answer> =>
    harness.call('POST', `/auth/passkeys${path}`, { body, as, from: freshAddress() });
  const begin = (as: Person): Promise<Answer> =>
    harness.call('POST', '/auth/passkeys/registration/options', { as, from: freshAddress() });
  const listOf = (as: Person, search = ''): Promise<Answer> =>
    harness.call('GET', `/auth/passkeys${search}`, { as });

  /** The action's records in the first organization, newest first. */
  async function recorded(
    action: string,
  ): Promise<readonly { target_id: string; detail: { reason?: string } }[]> {
    const { body } = await harness.call('GET', `/audit?action=${action}&per_page=200`, { as: owner });
    return body.items;
  }
  const reasonsFor = async (user_id: string): Promise<readonly (string | undefined)[]> =>
    (await recorded('passkeys.refused'))
      .filter(({ target_id }) => target_id === user_id)
      .map(({ detail }) => detail.reason);

  /** Adds a passkey, which ends the person's sessions. */
  async function enrol(person: Person, twist: Twist = {}, device = new SoftwareAuthenticator(ORIGIN)) {
    const { body } = await begin(person);
    const response = device.create(body.options, twist);
    const added = await post('', { challenge_id: body.challenge_id, name: 'Blue key', response }, person);
    if (added.status !== 201) throw new Error(`adding a passkey answered ${added.status}: ${added.text}`);
    return { device, id: String(added.body.id), added };
  }

  async function enrolled(twist: Twist = {}) {
    const person = await harness.person('viewer');
    return { person, ...(await enrol(person, twist)) };
  }

  const signInOptions = async () => (await post('/sign-in/options', undefined)).body;

  /** Signs in without a password; the answer may be altered before it is sent. */
  async function signIn(
    device: SoftwareAuthenticator,
    twist: Twist = {},
    alter: (response: Asserted) => object = (response) => response,
  ): Promise<Answer> {
    const { challenge_id, options } = await signInOptions();
    return post('/sign-in', { challenge_id, response: alter(device.get(options, twist)) });
  }

  /** Password, then the options of the second step. */
  async function firstStep(person: Person) {
    const login = await harness.call('POST', '/auth/login', {
      body: { login: person.email, password: PASSWORD },
      from: freshAddress(),
    });
    const mfa_token = String(login.body.mfa_token);
    const { status, body } = await post('/second-step/options', { mfa_token });
    return { login, mfa_token, status, challenge_id: body.challenge_id, options: body.options };
  }

  /** The person as signed in again with what they have. */
  async function again(person: Person, device: SoftwareAuthenticator): Promise<Person> {
    const { body } = await signIn(device);
    return { ...person, token: body.access_token };
  }

  return {
    again,
    begin,
    clock,
    enrol,
    enrolled,
    firstStep,
    harness,
    listOf,
    outside,
    owner,
    post,
    reasonsFor,
    recorded,
    signIn,
    signInOptions,
  };
}

/** The same bytes but for one bit. */
export const changed = (base64url: string): string => {
  const bytes = Buffer.from(base64url, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64url');
};
