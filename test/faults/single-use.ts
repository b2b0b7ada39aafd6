import { ManualClock } from '@patchbay/kernel/telemetry';
import {
  type Answer,
  bootPlatform,
  freshAddress,
  type Harness,
  PASSWORD,
  type Person,
} from '../harness/index.ts';
import { mailsTo } from '../scenarios/support/mails.ts';
import { codeFor, form, register, renewal, tokensFor } from '../scenarios/support/oauth2.ts';
import { SecondSteps } from '../scenarios/support/sign-in/second-step.ts';
import type { Tally } from './world/tally.ts';

const USES = 50;
/** Sign-ins that wait at once for the same code. */
const PENDING = 5;
const HOUR_MS = 60 * 60_000;
/** Hashes wait in a bounded queue: on a slow machine some of fifty are refused so. */
const BUSY = 503;

interface World {
  readonly harness: Harness;
  readonly clock: ManualClock;
  readonly steps: SecondSteps;
  /** People who signed in before the clock moved on are asked again. */
  again(person: Person): Promise<Person>;
}

/** Makes the thing of one round and answers how it is used; the number tells parallel uses apart. */
type Round = (round: number) => Promise<(use: number) => Promise<Answer>>;

/** Something that works once. */
export interface Subject {
  readonly name: string;
  /** Called once, before the clock moves; `rounds` tells how many of them come. */
  prepare(world: World, rounds: number): Promise<Round>;
}

const post = ({ harness }: World, path: string, body: unknown): Promise<Answer> =>
  harness.call('POST', path, { body, from: freshAddress(), timeoutMs: 60_000 });

const refreshToken: Subject = {
  name: 'refresh token',
  async prepare(world) {
    const person = await world.harness.person('viewer');
    return async () => {
      const { refresh_token } = await world.again(person);
      return () => post(world, '/auth/refresh', { refresh_token });
    };
  },
};

async function waiting({ steps }: World, person: Person): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: PENDING }, () => steps.mfaToken(person)));
}

const totpCode: Subject = {
  name: 'TOTP code',
  async prepare(world) {
    const { person, secret } = await world.steps.enrol(await world.harness.person('viewer'));
    return async () => {
      world.steps.nextStep();
      const tokens = await waiting(world, person);
      const code = await world.steps.code(secret);
      return (use) => world.steps.second(tokens[use % PENDING], code);
    };
  },
};

const backupCode: Subject = {
  name: 'backup code',
  async prepare(world, rounds) {
    const kept: (readonly [Person, string])[] = [];
    while (kept.length < rounds) {
      const { person, backup_codes } = await world.steps.enrol(await world.harness.person('viewer'));
      kept.push(...backup_codes.map((code) => [person, code] as const));
    }
    return async (round) => {
      const [person, code] = kept[round] ?? [];
      if (person === undefined) throw new Error(`there is no backup code for round ${round}`);
      const tokens = await waiting(world, person);
      return (use) => world.steps.second(tokens[use % PENDING], code);
    };
  },
};

const resetToken: Subject = {
  name: 'reset token',
  async prepare(world) {
    const { email } = await world.harness.person('viewer');
    return async (round) => {
      // A user is sent three such mails an hour.
      world.clock.advance(HOUR_MS);
      await post(world, '/auth/password/reset-request', { email });
      const mail = (await mailsTo(world.harness, email, round + 1)).at(-1);
      const token = /token=([\w.-]+)/.exec(
        mail?.text.replace(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '',
      )?.[1];
      return (use) => post(world, '/auth/password/reset', { token, password: `${PASSWORD}-${round}-${use}` });
    };
  },
};

/** What an application exchanges for tokens, once. */
const exchanged = (name: string, fieldsOf: typeof codeFor): Subject => ({
  name,
  async prepare(world) {
    const person = await world.harness.person('org_admin');
    const app = await register(world.harness, person);
    return async () => {
      const fields = await fieldsOf(world.harness, await world.again(person), app);
      return () => form(world.harness, '/oauth2/token', fields, { from: freshAddress(), timeoutMs: 60_000 });
    };
  },
});

const authorizationCode = exchanged('authorization code', codeFor);

const oauth2Refresh = exchanged('refresh token of an application', async (harness, person, app) =>
  renewal(app, (await tokensFor(harness, person, app)).refresh_token),
);

/** Everything that must work exactly once. */
export const subjects: readonly Subject[] = [
  refreshToken,
  totpCode,
  backupCode,
  resetToken,
  authorizationCode,
  oauth2Refresh,
];

/** 50 uses at once, round after round: exactly one of each round may win, and the others are refused. */
export async function race(
  t: { teardown(work: () => unknown): unknown },
  subject: Subject,
  rounds: number,
  onProgress: (done: number) => void = () => {},
): Promise<Tally> {
  const clock = new ManualClock(new Date());
  const harness = await bootPlatform(t, { clock });
  const again = (person: Person): Promise<Person> => harness.signIn(person.email);
  const world = { harness, clock, steps: new SecondSteps({ world: harness, clock }), again };
  const next = await subject.prepare(world, rounds);
  const [lost, doubled, stuck]: [string[], string[], string[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const use = await next(round);
    const answers = await Promise.all(Array.from({ length: USES }, (_, number) => use(number)));
    const won = answers.filter(({ status }) => status >= 200 && status < 300).length;
    if (won === 0) lost.push(`round ${round}: ${answers[0]?.status} ${answers[0]?.text}`);
    if (won > 1) doubled.push(`round ${round}: ${won} won`);
    const broken = answers.find(({ status }) => status >= 500 && status !== BUSY);
    if (broken) stuck.push(`round ${round}: ${broken.status} ${broken.text}`);
    onProgress(round + 1);
  }
  return { kills: 0, acknowledged: rounds - lost.length, lost, doubled, stuck };
}
