import type { Principal } from '@patchbay/kernel/permissions';
import type { AuthorView, StepRecord, StepsOwner } from '@patchbay/runs';
import { type AuthorViews, asAuthorSees, withoutParams } from '@patchbay/runs';
import type { PretendedRun } from './backtest-state.ts';

/** Hidden params of a backtest's runs, by event and step. */
type Views = Readonly<Record<string, readonly (AuthorView | null)[]>>;

interface StoredRuns {
  readonly runs: readonly PretendedRun[];
  readonly sealed_runs: string | null;
}

/** Limit of an envelope, with room; views of older runs are left out first. */
const MAX_BYTES = 60_000;

/** Runs as they are stored beside what `before` had sealed of those among them. */
export function storedRuns(
  runs: readonly PretendedRun[],
  before: string | null,
  authorViews: AuthorViews,
  owner: StepsOwner,
): StoredRuns {
  const known: Views = authorViews.open(before, owner) ?? {};
  const views: Record<string, readonly (AuthorView | null)[]> = {};
  let size = 2;
  for (const { event_id, steps } of runs.toReversed()) {
    const hidden = viewsOf(steps) ?? known[event_id];
    if (hidden === undefined) continue;
    size += Buffer.byteLength(JSON.stringify(hidden)) + event_id.length + 4;
    if (size > MAX_BYTES) break;
    views[event_id] = hidden;
  }
  return {
    runs: runs.map((run) => ({ ...run, steps: run.steps.map(({ author_view, ...step }) => step) })),
    sealed_runs: Object.keys(views).length === 0 ? null : authorViews.seal(views, owner),
  };
}

function viewsOf(steps: readonly StepRecord[]): readonly (AuthorView | null)[] | undefined {
  const views = steps.map(({ author_view = null }) => author_view);
  return views.some((view) => view !== null) ? views : undefined;
}

/** As the reader may see them: the author of the draft sees the params. */
export function shownRuns(
  { runs, sealed_runs, author_id }: StoredRuns & { readonly author_id: string },
  authorViews: AuthorViews,
  owner: StepsOwner,
  reader: Principal,
) {
  const isAuthor = author_id === reader.user_id;
  const views: Views = isAuthor ? (authorViews.open(sealed_runs, owner) ?? {}) : {};
  return runs.map((run) => ({
    ...run,
    steps: run.steps.map((step, index) => {
      const author_view = views[run.event_id]?.[index];
      if (!isAuthor) return withoutParams(step);
      return author_view ? asAuthorSees({ ...step, author_view }) : step;
    }),
  }));
}
