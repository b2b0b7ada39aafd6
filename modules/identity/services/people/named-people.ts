import type { Unit } from '@patchbay/kernel/database';
import type { People, Person } from '../../contract/people.ts';

/** Names of users, read by those who show what belongs to them. */
export class NamedPeople implements People {
  async byIds({ sql: trx }: Unit, user_ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
    const wanted = [...new Set(user_ids)];
    if (wanted.length === 0) return new Map();
    const rows = await trx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'is_active'])
      .where('id', 'in', wanted)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }
}
