import {
  type Finding,
  mediaFaults,
  REDACTED,
  readsNoEarlier,
  templateOf,
  templatePathsIn,
} from '@patchbay/console-kit/steps-model';
import { broughtBy, type Catalog } from './catalog.ts';
import { type ConnectionDraft, misplacedSteps } from './connection-draft.ts';

/** Words of findings that need no platform. */
export interface FindingWords {
  media(takes: string, before: string | null): string;
  later(template: string): string;
  misplaced(place: number): string;
}

const fault = (field: string, type: string, message: string): Finding => ({
  field,
  type,
  message,
  severity: 'error',
});

/** Faults that the browser finds: told while drawing, before the platform is asked. */
export function localFindings(
  draft: ConnectionDraft,
  catalog: Catalog,
  words: FindingWords,
): readonly Finding[] {
  const operations = draft.steps.map(({ name }) => catalog.operation(name));
  return [
    ...mediaFaults(broughtBy(catalog, draft.source_event), operations).map(({ step, accepts, before }) =>
      fault(
        `steps.${step}.operation_id`,
        'media_type',
        words.media(accepts.join(', '), before.length === 0 ? null : before.join(', ')),
      ),
    ),
    ...draft.steps.flatMap(({ params }, index) =>
      params === REDACTED
        ? []
        : templatePathsIn(params)
            .filter((path) => readsNoEarlier(path, index))
            .map((path) =>
              fault(`steps.${index}.params`, 'TEMPLATE_UNRESOLVED', words.later(templateOf(path))),
            ),
    ),
    ...misplacedSteps(draft.steps).map((index) =>
      fault(`steps.${index}.params`, 'redacted', words.misplaced((draft.steps[index]?.origin ?? 0) + 1)),
    ),
  ];
}

/** Findings of both, the platform's in place of those that say the same. */
export const joinedFindings = (own: readonly Finding[], platform: readonly Finding[]): readonly Finding[] => [
  ...platform,
  ...own.filter(({ field, type }) => !platform.some((each) => each.field === field && each.type === type)),
];
