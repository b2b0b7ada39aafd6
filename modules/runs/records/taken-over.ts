import { progressOf } from '../running/run-progress.ts';
import type { Step, StepsOwner } from '../steps/sealed-steps.ts';
import type { AuthorViews, StoredRecords } from './author-views.ts';
import { hiddenOutputs } from './hidden-outputs.ts';
import { withoutParams } from './hidden-params.ts';
import { withoutMarkers } from './redacted-values.ts';

interface Origin extends StoredRecords {
  readonly author_id: string | null;
}

/**
 * Records of another run as a new one with these steps begins with them. Params stay with the author of that run: a
 * new author sees what everybody sees of them. Outputs that its steps want go on beside the records, shown to none;
 * those of a step that the new author gave other params go on as everybody sees them, for no rule tells any more what
 * of them repeats the former ones (RULES R17, R21).
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
  const handed = context.map((each, index) => {
    const isTheirs = isAuthor || steps[index]?.params_of === origin.author_id;
    return isTheirs ? each : { ...each, output: withoutMarkers(records[index]?.output ?? null) };
  });
  return views.store(records, connection, hiddenOutputs(steps, records, handed));
}
