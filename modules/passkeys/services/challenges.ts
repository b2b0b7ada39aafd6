import { createHmac } from 'node:crypto';
import { type Database, exempt } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';

const challengeExemption = exempt(
  'passkeys.challenges',
  'a challenge is used before the organization of its user is known',
);

export type Purpose = 'registration' | 'second_step' | 'sign_in' | 'reauthentication';

/** Claims of a `challenge_id`: user, purpose and expiry. */
export interface Challenge {
  /** 32 random bytes, base64url. */
  readonly challenge: string;
  readonly purpose: Purpose;
  /** Null for a sign-in: the user is not known yet. */
  readonly user_id: string | null;
  readonly expires_at: string;
}

const LIFETIME_MS = 5 * 60_000;
/** Kept beyond its end, so that a process whose clock is behind finds it used too. */
const KEPT_MS = 60 * 60_000;
const KEY_PURPOSE = 'passkey-challenge';

/**
 * Challenges are signed, not stored, so that strangers may ask for any number of them; the one that is answered
 * leaves a row, and of many answers exactly one does.
 */
export class Challenges {
  readonly #database: Database;
  readonly #secrets: Pick<SecretBox, 'randomToken' | 'equal'>;
  readonly #keys: readonly Buffer[];
  readonly #clock: Clock;

  constructor(
    database: Database,
    secrets: Pick<SecretBox, 'randomToken' | 'equal' | 'deriveKeys'>,
    clock: Clock,
  ) {
    this.#database = database;
    this.#secrets = secrets;
    this.#keys = secrets.deriveKeys(KEY_PURPOSE).map(({ key }) => key);
    this.#clock = clock;
  }

  issue(purpose: Purpose, user_id: string | null): Challenge & { readonly challenge_id: string } {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key for challenges');
    const expires_at = new Date(this.#clock.now().getTime() + LIFETIME_MS).toISOString();
    const issued: Challenge = { challenge: this.#secrets.randomToken(32), purpose, user_id, expires_at };
    const payload = Buffer.from(JSON.stringify(issued)).toString('base64url');
    return { ...issued, challenge_id: `${payload}.${macOf(key, payload)}` };
  }

  /** The challenge, if it is one of ours for this purpose and user and its time is not over; else null. */
  open(challenge_id: string, purpose: Purpose, user_id: string | null): Challenge | null {
    const [payload = '', mac = '', ...rest] = challenge_id.split('.', 3);
    const isOurs = this.#keys.some((key) => this.#secrets.equal(macOf(key, payload), mac));
    if (!isOurs || rest.length > 0) return null;
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Challenge;
    const isMeant = said.purpose === purpose && said.user_id === user_id;
    return isMeant && Date.parse(said.expires_at) > this.#clock.now().getTime() ? said : null;
  }

  /** True for exactly one of all callers. */
  consume({ challenge, expires_at }: Challenge): Promise<boolean> {
    return this.#database.asSystem(challengeExemption, async (trx) => {
      const first = await trx
        .insertInto('passkey_used_challenges')
        .values({ challenge, expires_at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('challenge')
        .executeTakeFirst();
      return first !== undefined;
    });
  }

  /** Forgets used challenges whose time is long over. */
  async sweep(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - KEPT_MS).toISOString();
    await this.#database.asSystem(challengeExemption, (trx) =>
      trx.deleteFrom('passkey_used_challenges').where('expires_at', '<', before).execute(),
    );
  }
}

const macOf = (key: Buffer, payload: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url');
