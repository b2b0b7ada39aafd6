import { type Condition, type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';
import Type from 'typebox';

/** Verdict of conditions on a payload. */
export interface JudgedConditions {
  readonly held: boolean;
  /** Conditions that did not hold; with `or` one may be enough. */
  readonly failed: Pick<Condition, 'field' | 'operator'>[];
}

export function judgedConditions(conditions: Conditions | null, payload: unknown): JudgedConditions {
  const { passed, failed } = evaluateConditions(conditions, payload);
  return { held: passed, failed: failed.map(({ field, operator }) => ({ field, operator })) };
}

/** Whether conditions would have let the event through; a test is carried out all the same. */
export const JudgedConditionsReply = Type.Object({
  held: Type.Boolean(),
  failed: Type.Array(Type.Object({ field: Type.String(), operator: Type.String() }), {
    description: 'those that did not hold',
  }),
});
