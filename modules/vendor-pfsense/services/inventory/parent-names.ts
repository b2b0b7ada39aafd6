import type { Row } from '../exchange/api-client.ts';
import type { Model } from './models.ts';

/** Stable names of parents by their position; empty where parents go by name anyway. */
export type ParentNames = ReadonlyMap<string, string>;

/** The stable name of the object this one belongs to; null for objects on their own. */
export function parentName(model: Model, row: Row, parents: ParentNames): string | null {
  if (model.parent === null) return null;
  const position = String(row['parent_id'] ?? '');
  return parents.get(position) ?? position;
}
