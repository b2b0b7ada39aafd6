import { Service } from '@patchbay/kernel/di';
import type { ManualClock } from '@patchbay/kernel/telemetry';
import { type Answer, freshAddress, type Harness, PASSWORD, type Person } from '../../../harness/index.ts';

/** A user with an authenticator app; enrolling ended their session. */
export interface Enrolled {
  readonly person: Person;
  readonly secret: string;
  readonly backup_codes: readonly string[];
}

const STEP_MS = 30_000;

/** What authenticator apps and browsers do, on a platform whose clock stands still. */
export class SecondSteps extends Service<{ world: Harness; clock: ManualClock }> {
  /** The code of a telephone whose clock is so many steps ahead. */
  async code(secret: string, stepsAhead = 0): Promise<string> {
    const { generate } = await import('otplib');
    const epoch = Math.floor((this.parts.clock.now().getTime() + stepsAhead * STEP_MS) / 1_000);
    return generate({ secret, epoch });
  }

  /** Lets the code that was just taken run out. */
  nextStep(): void {
    this.parts.clock.advance(STEP_MS);
  }

  async enrol(person: Person): Promise<Enrolled> {
    const { secret } = (await this.parts.world.call('POST', '/auth/mfa/setup', { as: person })).body;
    const body = { code: await this.code(secret) };
    const answer = await this.parts.world.call('POST', '/auth/mfa/enable', { as: person, body });
    if (answer.status !== 200) throw new Error(`enabling answered ${answer.status}: ${answer.text}`);
    this.nextStep();
    return { person, secret, backup_codes: answer.body.backup_codes };
  }

  first(person: Person, password = PASSWORD): Promise<Answer> {
    const body = { login: person.email, password };
    return this.parts.world.call('POST', '/auth/login', { body, from: freshAddress() });
  }

  async mfaToken(person: Person): Promise<string> {
    return (await this.first(person)).body.mfa_token;
  }

  second(mfa_token: unknown, code: unknown): Promise<Answer> {
    return this.parts.world.call('POST', '/auth/login/mfa', {
      body: { mfa_token, code },
      from: freshAddress(),
    });
  }

  /** Signs an enrolled user in, with the code of now. */
  async signIn({ person, secret }: Enrolled): Promise<Person> {
    const answer = await this.second(await this.mfaToken(person), await this.code(secret));
    if (answer.status !== 200) throw new Error(`the second step answered ${answer.status}: ${answer.text}`);
    this.nextStep();
    const { access_token: token, refresh_token } = answer.body;
    return { ...person, token, refresh_token };
  }
}
