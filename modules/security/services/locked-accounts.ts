import { type Database, type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Accounts, LockedUser, Lockouts } from '@patchbay/module-identity/contract';
import { accountUnlocked } from '../contract.ts';
import type { LockedAccount } from '../schemas.ts';
import { assertBelow } from './assert-below.ts';

/** Users whom failed guesses locked out, and how they are let in again. */
export class LockedAccounts extends Service<{
  database: Database;
  lockouts: Lockouts;
  accounts: Pick<Accounts, 'lock'>;
}> {
  async list(principal: Principal, query: PageQuery): Promise<Page<LockedAccount>> {
    const locked = await this.parts.database.read(principal, (unit) =>
      this.parts.lockouts.lockedUsers(unit, query.search),
    );
    const all = locked.map(viewOf).sort(orderOf(query.sort ?? 'username'));
    const items = all.slice((query.page - 1) * query.per_page, query.page * query.per_page);
    return pageOf(items, all.length, query);
  }

  /** Throws `kernel.not_found` for a user who is not locked, `security.user_too_high` for one not below. */
  async unlock(principal: Principal, user_id: string): Promise<void> {
    await this.parts.database.write(principal, async (work) => {
      const { username, role } = await this.parts.accounts.lock(work, user_id);
      assertBelow(principal, role);
      const locked = await this.parts.lockouts.lockOf(work, user_id);
      if (locked === null) throw notFound();
      await this.parts.lockouts.unlock(work, user_id);
      work.events.publish(accountUnlocked, { user_id, username });
      work.audit.record({
        action: 'security.account_unlocked',
        target_type: 'user',
        target_id: user_id,
        detail: { username, doors: locked.doors, locked_until: locked.locked_until },
      });
    });
  }
}

const viewOf = ({ user: { id, ...user }, doors, locked_until }: LockedUser): LockedAccount => ({
  user_id: id,
  ...user,
  doors: [...doors],
  locked_until,
});

function orderOf(sort: string) {
  const field = sort.endsWith('locked_until') ? 'locked_until' : 'username';
  const sign = sort.startsWith('-') ? -1 : 1;
  return (one: LockedAccount, other: LockedAccount): number =>
    one[field] === other[field]
      ? one.user_id.localeCompare(other.user_id)
      : sign * (one[field] < other[field] ? -1 : 1);
}
