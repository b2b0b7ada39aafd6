import type { Json } from '../../author/json.ts';
import type { CheckBudget } from './check-budget.ts';
import type { FixedValues } from './rules.ts';

/** Names of the members of an object, looked up once for one piece of data. */
export type NamesOf = (data: object) => readonly string[];

/** Whether data is one of the fixed values. Ends at the first difference, and when the budget is spent. */
export function isOneOf(values: FixedValues, data: unknown, namesOf: NamesOf, budget: CheckBudget): boolean {
  if (typeof data === 'string')
    return data.length <= values.longest && budget.takeText(data.length) && values.scalars.has(data);
  if (typeof data !== 'object' || data === null) return values.scalars.has(data);
  return values.containers.some((fixed) => budget.take(1) && isSame(fixed, data, namesOf, budget));
}

/** As deep as the fixed value at most; the order of members does not count. */
function isSame(fixed: Json, data: unknown, namesOf: NamesOf, budget: CheckBudget): boolean {
  if (typeof fixed === 'string')
    return (
      typeof data === 'string' &&
      fixed.length === data.length &&
      budget.takeText(fixed.length) &&
      fixed === data
    );
  if (typeof fixed !== 'object' || fixed === null) return fixed === data;
  if (typeof data !== 'object' || data === null || !budget.take(1)) return false;
  if (Array.isArray(fixed))
    return (
      Array.isArray(data) &&
      fixed.length === data.length &&
      fixed.every((value, at) => budget.take(1) && isSame(value, data[at], namesOf, budget))
    );
  if (Array.isArray(data)) return false;
  const entries = Object.entries(fixed);
  return (
    budget.take(entries.length) &&
    entries.length === namesOf(data).length &&
    entries.every(
      ([name, value]) =>
        Object.hasOwn(data, name) &&
        budget.take(1) &&
        isSame(value, Reflect.get(data, name), namesOf, budget),
    )
  );
}
