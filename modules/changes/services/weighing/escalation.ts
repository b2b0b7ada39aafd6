import type { ChangeOperation, Escalation, ReviewedWrite, WeighedFeature } from '@patchbay/vendor-kit';
import { soundsLikeCommand } from './command-names.ts';

type Telling = Pick<WeighedFeature, 'escalates' | 'escalatesAsWhole' | 'harmless'>;

/** A field that is named and left empty: that is how gear shows what is not set, and an update unsets it. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const fieldOf = (escalation: Escalation): string =>
  typeof escalation === 'string' ? escalation : escalation.field;

/** Whether a field of this name, whatever it holds, can make a write of the feature catastrophic. */
export const mayEscalate = ({ escalates = [], harmless = {} }: Telling, name: string): boolean =>
  escalates.some((each) => fieldOf(each) === name) ||
  (soundsLikeCommand(name) && !Object.hasOwn(harmless, name));

function doesEscalate(feature: Telling, operation: ChangeOperation, name: string, value: unknown): boolean {
  const hasValue = !isEmpty(value);
  const declared = feature.escalates?.filter((each) => fieldOf(each) === name) ?? [];
  if (declared.length === 0) return hasValue && mayEscalate(feature, name);
  // Left empty in a creation, or sent with a deletion, a field is as if it had not been named.
  if (!hasValue && operation !== 'update') return false;
  return declared.some((each) => {
    if (typeof each === 'string') return hasValue;
    return 'when' in each ? each.when(value) : true;
  });
}

/** Names of the fields, at any depth, that make this write catastrophic; each once. */
export function escalatingFields(feature: Telling, write: ReviewedWrite): readonly string[] {
  const found = new Set<string>(feature.escalatesAsWhole?.because(write));
  const waiting: object[] = [write.payload];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const [name, value] of Object.entries(each)) {
      if (!Array.isArray(each) && doesEscalate(feature, write.operation, name, value)) found.add(name);
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return [...found].sort();
}
