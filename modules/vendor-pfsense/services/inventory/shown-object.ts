import type { VendorValue } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';
import type { Model, Models } from './models.ts';
import { type ParentNames, parentName } from './parent-names.ts';

/** State that the product reports beside the configuration; it moves by itself. */
const reported = new Set(['active', 'carp_status']);
/** Static keys of tunnels, which the product does not mark in every model. */
const secretToo = new Set(['tls']);

/**
 * The object without positions, which are no part of it, and without secrets. Fields beyond the product's schema
 * are kept: a newer version must not read as a change.
 */
export function shownObject(
  models: Models,
  model: Model,
  row: Row,
  parents: ParentNames = new Map(),
): VendorValue {
  const shown: Record<string, unknown> = {};
  const parent = parentName(model, row, parents);
  if (parent !== null && parents.size > 0) shown['parent_id'] = parent;
  else if (typeof row['parent_id'] === 'string') shown['parent_id'] = row['parent_id'];
  if (model.id_type === 'string' && row['id'] !== undefined) shown['id'] = row['id'];
  for (const [name, value] of Object.entries(row)) {
    if (name === 'id' || name === 'parent_id' || reported.has(name)) continue;
    const field = model.fields.get(name);
    if (field?.sensitive || field?.write_only || secretToo.has(name)) continue;
    shown[name] = nested(models, field?.nested_model_class ?? null, value);
  }
  return shown;
}

function nested(models: Models, name: string | null, value: unknown): unknown {
  if (name === null || !Array.isArray(value)) return value;
  const model = models.model(name);
  return value.map((each: unknown) => {
    if (typeof each !== 'object' || each === null) return each;
    const { parent_id, ...row } = { ...each } as Row;
    const chosen = Object.entries(row).filter(([field]) => model.fields.get(field)?.read_only !== true);
    return shownObject(models, model, Object.fromEntries(chosen));
  });
}
