import {
  type Finding,
  REDACTED,
  readsNoEarlier,
  templateOf,
  templatePathsIn,
} from '@patchbay/console-kit/steps-model';
import { misplacedActions, type RuleDraft } from './rule-draft.ts';

export interface FindingWords {
  later(template: string): string;
  misplaced(place: number): string;
}

const fault = (field: string, type: string, message: string): Finding => ({
  field,
  type,
  message,
  severity: 'error',
});

/** Faults that the browser finds before the platform is asked; findings of the platform go first. */
export function ruleFindings(
  { actions }: RuleDraft,
  platform: readonly Finding[],
  words: FindingWords,
): readonly Finding[] {
  const own = [
    ...actions.flatMap(({ params }, index) =>
      params === REDACTED
        ? []
        : templatePathsIn(params)
            .filter((path) => readsNoEarlier(path, index))
            .map((path) =>
              fault(`actions.${index}.params`, 'TEMPLATE_UNRESOLVED', words.later(templateOf(path))),
            ),
    ),
    ...misplacedActions(actions).map((index) =>
      fault(`actions.${index}.params`, 'redacted', words.misplaced((actions[index]?.origin ?? 0) + 1)),
    ),
  ];
  const isSaid = ({ field, type }: Finding) =>
    platform.some((each) => each.field === field && each.type === type);
  return [...platform, ...own.filter((finding) => !isSaid(finding))];
}
