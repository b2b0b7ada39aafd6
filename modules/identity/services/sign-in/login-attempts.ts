import { createHmac } from 'node:crypto';
import { type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import { foldLogin } from './login-name.ts';

const MAX_FAILURES = 5;
const LOCKED_MS = 30 * 60_000;

/** Failures that fill a subject's window, and its length (SPEC 5.12). */
export const FAILURE_WINDOW = { most: 20, milliseconds: 5 * 60_000 } as const;

/** State of a subject: open to guesses, locked, or with a full window. */
export interface AttemptState {
  readonly state: 'open' | 'locked' | 'full';
  /** Until it is open again. */
  readonly leftMs: number;
  /** The lock that this very failure brought about. */
  readonly newLockUntil: string | null;
}

interface Row {
  readonly failures: number;
  readonly locked_until: string | null;
  readonly window_failures: number;
  readonly window_started_at: string | null;
}

const COLUMNS = ['failures', 'locked_until', 'window_failures', 'window_started_at'] as const;

/**
 * Failures per subject (DECISIONS 8): consecutive ones, which lock it, and all within a window of five minutes.
 * Counting is a compare-and-set after the password check, so that of many parallel guesses none counts once the
 * fifth failure is written, a right one included. Nothing here throws: what was counted must be kept.
 */
export class LoginAttempts {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(secrets: Pick<SecretBox, 'deriveKey'>, clock: Clock) {
    this.#key = secrets.deriveKey('login-attempts');
    this.#clock = clock;
  }

  keyOf(login: string): string {
    return createHmac('sha256', this.#key).update(foldLogin(login)).digest('base64url');
  }

  /** Whether the subject is open to a guess. */
  async standing(trx: Kysely<Tables>, login_key: string): Promise<AttemptState> {
    const row = await trx
      .selectFrom('login_attempts')
      .select(COLUMNS)
      .where('login_key', '=', login_key)
      .executeTakeFirst();
    return this.#standingOf(row);
  }

  /** Counts a failure; `locked` or `full` says that it was so before. */
  async failed(trx: Kysely<Tables>, login_key: string): Promise<AttemptState> {
    const row = await this.#count(trx, login_key);
    const newLockUntil = row.failures === MAX_FAILURES ? row.locked_until : null;
    if (newLockUntil !== null) return { state: 'open', leftMs: 0, newLockUntil };
    return this.#standingOf({ ...row, window_failures: row.window_failures - 1 });
  }

  /** Counts a failure and answers how many the window holds now: each number once. */
  async seen(trx: Kysely<Tables>, login_key: string): Promise<number> {
    return (await this.#count(trx, login_key)).window_failures;
  }

  async #count(trx: Kysely<Tables>, login_key: string): Promise<Row> {
    const now = this.#clock.now().getTime();
    const at = new Date(now).toISOString();
    const until = new Date(now + LOCKED_MS).toISOString();
    const cutoff = new Date(now - FAILURE_WINDOW.milliseconds).toISOString();
    const { rows } = await sql<Row>`
      insert into login_attempts as a (login_key, failures, window_failures, window_started_at, updated_at)
      values (${login_key}, 1, 1, ${at}, ${at})
      on conflict (login_key) do update set
        failures = case when a.locked_until <= ${at}::timestamptz then 1 else a.failures + 1 end,
        locked_until = case when a.locked_until > ${at}::timestamptz then a.locked_until
          when a.locked_until is null and a.failures + 1 >= ${MAX_FAILURES}::integer
          then ${until}::timestamptz end,
        window_failures = case when a.window_started_at > ${cutoff}::timestamptz
          then a.window_failures + 1 else 1 end,
        window_started_at = case when a.window_started_at > ${cutoff}::timestamptz
          then a.window_started_at else excluded.window_started_at end,
        updated_at = excluded.updated_at
      returning failures, locked_until, window_failures, window_started_at`.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error('a failed attempt was not counted');
    return row;
  }

  /** Forgets the failures that lead to a lock, unless the subject is closed; those of the window stay. */
  async succeeded(trx: Kysely<Tables>, login_key: string): Promise<AttemptState> {
    const row = await trx
      .selectFrom('login_attempts')
      .select(COLUMNS)
      .where('login_key', '=', login_key)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const standing = this.#standingOf(row);
    if (row === undefined || standing.state !== 'open') return standing;
    const query = trx.updateTable('login_attempts').where('login_key', '=', login_key);
    await query.set({ failures: 0, locked_until: null }).execute();
    return standing;
  }

  #standingOf(row: Row | undefined): AttemptState {
    const open = { state: 'open', leftMs: 0, newLockUntil: null } as const;
    if (row === undefined) return open;
    const lockedMs =
      row.locked_until === null ? 0 : Date.parse(row.locked_until) - this.#clock.now().getTime();
    if (lockedMs > 0) return { ...open, state: 'locked', leftMs: lockedMs };
    const fullMs = row.window_failures < FAILURE_WINDOW.most ? 0 : this.#windowLeftMs(row);
    return fullMs > 0 ? { ...open, state: 'full', leftMs: fullMs } : open;
  }

  #windowLeftMs({ window_started_at }: Row): number {
    if (window_started_at === null) return 0;
    return Date.parse(window_started_at) + FAILURE_WINDOW.milliseconds - this.#clock.now().getTime();
  }
}
