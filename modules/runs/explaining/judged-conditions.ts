import { type Condition, type Conditions, evaluateConditions } from '@patchbay/kernel/fabric';
import Type from 'typebox';

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

/** Whether conditions would have let the event through; a test is carried out all the same. */
export const JudgedConditionsReply = Type.Object({
  held: Type.Boolean(),
  failed: Type.Array(Type.Object({ field: Type.String(), operator: Type.String() }), {
    description: 'those that did not hold',
  }),
});
