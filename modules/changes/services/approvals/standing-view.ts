import type { Database } from '@patchbay/kernel/database';
import type { Public } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { ApprovalsView, ChangeView } from '../../schemas/changes.ts';
import type { Approvals } from './approvals.ts';
import type { Standing } from './standing.ts';

/** Approvals as every route answers them. */
export const viewOfStanding = ({ required, given, votes }: Standing): ApprovalsView => ({
  required,
  given,
  votes: votes.map(({ vote, fallen }) => ({
    user_id: vote.user_id,
    decision: vote.decision,
    comment: vote.comment,
    at: vote.voted_at,
    ...(fallen === null ? {} : { fallen }),
  })),
});

/** Changes as shown, with what was asked for and said about each. */
export async function withApprovals(
  database: Database,
  approvals: Pick<Public<Approvals>, 'standings'>,
  principal: Principal,
  views: readonly ChangeView[],
): Promise<readonly ChangeView[]> {
  if (views.length === 0) return views;
  return database.read(principal, async (unit) => {
    const rows = await unit.sql
      .selectFrom('pending_changes')
      .selectAll()
      .where(
        'id',
        'in',
        views.map(({ id }) => id),
      )
      .execute();
    const standings = await approvals.standings(unit, rows);
    return views.map((view) => {
      const standing = standings.get(view.id);
      return standing === undefined ? view : { ...view, approvals: viewOfStanding(standing) };
    });
  });
}
