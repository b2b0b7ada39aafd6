import { containing, sql, type Unit, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { LockedStep, LockedUser, Lockouts } from '../../contract/lockouts.ts';
import { FAILURE_WINDOW, type LoginAttempts } from './login-attempts.ts';
import { signInSubject } from './login-name.ts';

/** Users whose counters are looked for in one statement. */
const BATCH = 1_000;

const COLUMNS = ['id', 'username', 'email', 'display_name', 'role'] as const;

interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly display_name: string | null;
  readonly role: LockedUser['user']['role'];
}

/** Counters of a user: each of these is the subject of one. */
const subjectsOf = ({ id }: Account): readonly (readonly [LockedStep, string])[] => [
  ['sign_in', signInSubject(id)],
  ['second_step', `second-step ${id}`],
  ['password_change', `password-change ${id}`],
];

/** Finds locked-out users from counters that hold no user ids: by making the keys of every user. */
export class UserLockouts
  extends Service<{ attempts: Pick<LoginAttempts, 'keyOf'>; clock: Clock }>
  implements Lockouts
{
  async lockedUsers({ sql: trx }: Unit, search?: string): Promise<readonly LockedUser[]> {
    const locked: LockedUser[] = [];
    let after: string | undefined;
    do {
      let users = trx.selectFrom('users').select(COLUMNS).where('deleted_at', 'is', null);
      if (after !== undefined) users = users.where('id', '>', after);
      if (search !== undefined) {
        const pattern = containing(search);
        users = users.where(({ eb, or }) =>
          or([eb('username', 'ilike', pattern), eb('email', 'ilike', pattern)]),
        );
      }
      const batch = await users.orderBy('id').limit(BATCH).execute();
      locked.push(...(await this.#lockedOf(trx, batch)));
      after = batch.length === BATCH ? batch.at(-1)?.id : undefined;
    } while (after !== undefined);
    return locked.sort((one, other) => (one.user.username < other.user.username ? -1 : 1));
  }

  async lockOf({ sql: trx }: Unit, user_id: string): Promise<LockedUser | null> {
    const user = await accountOf(trx, user_id);
    const [locked] = user === undefined ? [] : await this.#lockedOf(trx, [user]);
    return locked ?? null;
  }

  async unlock({ sql: trx }: UnitOfWork, user_id: string): Promise<boolean> {
    const user = await accountOf(trx, user_id);
    if (user === undefined) return false;
    const subjects = [...subjectsOf(user).map(([, subject]) => subject), `user ${user_id}`];
    const keys = subjects.map((subject) => this.parts.attempts.keyOf(subject));
    const { rows } = await sql<{ forgotten: number }>`
      select forget_login_failures(${keys}::text[]) as forgotten`.execute(trx);
    return (rows[0]?.forgotten ?? 0) > 0;
  }

  async #lockedOf(trx: Unit['sql'], users: readonly Account[]): Promise<readonly LockedUser[]> {
    const keyed = users.map((user) => ({
      user,
      keys: subjectsOf(user).map(([door, subject]) => [door, this.parts.attempts.keyOf(subject)] as const),
    }));
    const all = keyed.flatMap(({ keys }) => keys.map(([, key]) => key));
    const { rows } = await sql<{ login_key: string; locked_until: string }>`
      select login_key, locked_until
      from locked_logins(${all}::text[], ${this.parts.clock.now().toISOString()}::timestamptz,
        ${FAILURE_WINDOW.most}::integer, ${FAILURE_WINDOW.milliseconds / 1_000}::integer)`.execute(trx);
    const until = new Map(rows.map(({ login_key, locked_until }) => [login_key, locked_until]));
    return keyed.flatMap(({ user, keys }) => {
      const locks = keys.flatMap(([door, key]) => {
        const locked_until = until.get(key);
        return locked_until === undefined ? [] : [{ door, locked_until }];
      });
      return locks.length === 0 ? [] : [lockedUser(user, locks)];
    });
  }
}

const accountOf = (trx: Unit['sql'], user_id: string): Promise<Account | undefined> =>
  trx
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

function lockedUser(
  { id, username, email, display_name, role }: Account,
  locks: readonly { readonly door: LockedStep; readonly locked_until: string }[],
): LockedUser {
  return {
    user: { id, username, email, display_name, role },
    doors: [...new Set(locks.map(({ door }) => door))],
    locked_until:
      locks
        .map(({ locked_until }) => locked_until)
        .sort()
        .at(-1) ?? '',
  };
}
