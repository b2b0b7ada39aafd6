import type { VendorValue } from '@patchbay/vendor-kit';
import type { AttemptOutcome } from '../../entities/pending-change.ts';
import type { VoteRow } from '../approvals/approval-tally.ts';
import type { AttemptRow, ChangeRow, CommentRow } from './change-view.ts';

/** One thing that happened to a change; fields of attempts are null for the others. */
export interface TimelineEntry {
  readonly kind: 'staged' | 'attempt' | 'applied' | 'discarded' | 'comment' | 'approved' | 'rejected';
  readonly at: string;
  readonly actor_id: string | null;
  readonly outcome: AttemptOutcome | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly sent_hash: string | null;
  readonly before: VendorValue | null;
  readonly after: VendorValue | null;
  readonly error: string | null;
  /** Text of a comment, or of a vote. */
  readonly text: string | null;
}

const plain = (kind: TimelineEntry['kind'], at: string, actor_id: string | null): TimelineEntry => ({
  kind,
  at,
  actor_id,
  outcome: null,
  started_at: null,
  finished_at: null,
  sent_hash: null,
  before: null,
  after: null,
  error: null,
  text: null,
});

const tried = ({
  actor_id,
  outcome,
  started_at,
  finished_at,
  sent_hash,
  before,
  after,
  error,
}: AttemptRow): TimelineEntry => ({
  kind: 'attempt',
  at: started_at,
  actor_id,
  outcome,
  started_at,
  finished_at,
  sent_hash,
  before,
  after,
  error,
  text: null,
});

const said = ({ created_at, author_id, text }: CommentRow): TimelineEntry => ({
  ...plain('comment', created_at, author_id),
  text,
});

const voted = ({ decision, voted_at, user_id, comment }: VoteRow): TimelineEntry => ({
  ...plain(decision === 'approve' ? 'approved' : 'rejected', voted_at, user_id),
  text: comment,
});

/** History of a change, newest first; of votes, the newest of each person. */
export function timelineOf(
  change: ChangeRow,
  attempts: readonly AttemptRow[],
  comments: readonly CommentRow[],
  votes: readonly VoteRow[] = [],
): readonly TimelineEntry[] {
  const ended = [
    ...(change.applied_at ? [plain('applied', change.applied_at, change.applied_by)] : []),
    ...(change.discarded_at ? [plain('discarded', change.discarded_at, change.discarded_by)] : []),
  ];
  const done = [...ended, ...attempts.map(tried), plain('staged', change.created_at, change.staged_by)];
  // Sorting keeps the order of what happened at one moment.
  return [...done, ...comments.map(said), ...votes.map(voted)].sort((a, b) =>
    a.at === b.at ? 0 : a.at < b.at ? 1 : -1,
  );
}
