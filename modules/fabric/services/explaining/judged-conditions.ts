import { type Condition, type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';

/** What conditions say of a payload. */
export interface JudgedConditions {
  readonly held: boolean;
  /** Those that did not hold, of which one may be enough where the logic is `or`. */
  readonly failed: Pick<Condition, 'field' | 'operator'>[];
}

export function judgedConditions(conditions: Conditions | null, payload: unknown): JudgedConditions {
  const { passed, failed } = evaluateConditions(conditions, payload);
  return { held: passed, failed: failed.map(({ field, operator }) => ({ field, operator })) };
}
