import type { Field, Model, Models } from '../inventory/models.ts';

/** Whether the firewall shows `live` for what was sent as `sent`. */
export function sameValue(models: Models, field: Field | undefined, sent: unknown, live: unknown): boolean {
  if (isEmpty(sent) && isEmpty(live)) return true;
  // A field whose conditions are not met reads null, whatever it would be otherwise.
  if (live === null && field !== undefined && isConditional(field)) return same(sent, field.default);
  if (Array.isArray(sent) && Array.isArray(live)) {
    const nested = field?.nested_model_class ?? null;
    if (nested !== null) return sameList(models, models.model(nested), sent, live);
    return same(sent, live) || same([...sent].sort(), [...live].sort());
  }
  if (field?.validators.some(([kind]) => kind === 'MACAddress'))
    return String(sent).toLowerCase() === String(live).toLowerCase();
  return same(sent, live);
}

/** Names of sent fields that do not show. Fields that the firewall never shows cannot be compared. */
export function mismatches(
  models: Models,
  model: Model,
  sent: Readonly<Record<string, unknown>>,
  live: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(sent).filter((name) => {
    const field = model.fields.get(name);
    if (field === undefined || field.sensitive || field.write_only || !Object.hasOwn(live, name))
      return false;
    return !sameValue(models, field, sent[name], live[name] ?? null);
  });
}

function sameList(models: Models, model: Model, sent: readonly unknown[], live: readonly unknown[]): boolean {
  return (
    sent.length === live.length &&
    sent.every((each, at) => mismatches(models, model, recordOf(each), recordOf(live[at])).length === 0)
  );
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const isConditional = ({ conditions }: Field): boolean => Object.keys(conditions).length > 0;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
