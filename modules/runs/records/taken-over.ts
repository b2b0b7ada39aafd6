import { progressOf } from '../running/run-progress.ts';
import type { Step, StepsOwner } from '../steps/sealed-steps.ts';
import type { AuthorViews, StoredRecords } from './author-views.ts';
import { hiddenOutputs } from './hidden-outputs.ts';
import { withoutParams } from './hidden-params.ts';

interface Origin extends StoredRecords {
  readonly author_id: string | null;
}

/**
 * Records of another run as a new one with these steps begins with them. Params stay with the author of that run: a
 * new author sees what everybody sees of them. Outputs that its steps want go on beside the records, shown to none.
 */
export function takenOver(
  origin: Origin,
  connection: StepsOwner & { readonly author_id: string },
  steps: readonly Step[],
  views: AuthorViews,
): StoredRecords {
  const restored = views.restore(origin, connection);
  const { context } = progressOf({
    done: restored,
    trigger: null,
    outputs: views.outputs(origin, connection),
  });
  const isAuthor = origin.author_id === connection.author_id;
  const records = isAuthor ? restored : origin.steps.map((step) => withoutParams(step));
  return views.store(records, connection, hiddenOutputs(steps, records, context));
}
