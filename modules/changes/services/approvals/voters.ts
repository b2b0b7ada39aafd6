import type { Unit } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import { actingIn, actingUsers } from '@patchbay/module-identity/contract';
import { type Authority, isAuthorityLost } from '../weighing/authority.ts';
import type { VoteRow } from './approval-tally.ts';

/** Reads who voters are at the moment their votes are counted (RULES R7). */
export class Voters extends Service<{ authority: Public<Authority> }> {
  /** By vote id; absent for users who are gone, disabled or elsewhere, and for votes by keys that ended. */
  async of(unit: Unit, votes: readonly VoteRow[]): Promise<ReadonlyMap<string, Principal>> {
    if (votes.length === 0) return new Map();
    const [people, keys] = await Promise.all([
      actingUsers(
        unit.sql,
        votes.map(({ user_id }) => user_id),
      ),
      Promise.all(votes.map(async (vote) => [vote.id, await this.#key(vote)] as const)),
    ]);
    const byKey = new Map(keys);
    const found = votes.map((vote) => {
      const principal =
        vote.key_id === null ? actingIn(people.get(vote.user_id), unit.organization_id) : byKey.get(vote.id);
      return [vote.id, principal] as const;
    });
    return new Map(found.filter((entry): entry is [string, Principal] => entry[1] != null));
  }

  async #key(vote: VoteRow): Promise<Principal | undefined> {
    if (vote.key_id === null) return undefined;
    try {
      return await this.parts.authority.now({
        ...systemPrincipal(vote.organization_id),
        kind: 'api_key',
        role: 'guest',
        user_id: vote.user_id,
        key_id: vote.key_id,
      });
    } catch (error) {
      if (isAuthorityLost(error)) return undefined;
      throw error;
    }
  }
}
