import { type FirewallRecord, idOf } from '../records.ts';
import type { FirewallSchema, Model } from '../schema.ts';

/** An object as the product answers it: ids first, every field, nothing sensitive. */
export function shown(
  schema: FirewallSchema,
  model: Model,
  record: FirewallRecord,
  position: number,
  parentId: number | string | null = null,
): FirewallRecord {
  const answer: FirewallRecord = {};
  if (model.parent !== null) answer['parent_id'] = parentId;
  const id = idOf(model, record, position);
  if (model.many) answer['id'] = id;
  for (const field of model.fields) {
    if (field.sensitive || field.write_only) continue;
    const value = record[field.name] ?? null;
    if (field.nested_model_class === null || !Array.isArray(value)) {
      answer[field.name] = value;
      continue;
    }
    const nested = schema.model(field.nested_model_class);
    answer[field.name] = (value as FirewallRecord[]).map((child, at) => shown(schema, nested, child, at, id));
  }
  return answer;
}
