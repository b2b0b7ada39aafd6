import { createHash } from 'node:crypto';
import type { VendorValue } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';
import type { Model, Models } from './models.ts';
import { naturalKeys } from './natural-keys.ts';
import { type ParentNames, parentName } from './parent-names.ts';
import { shownObject } from './shown-object.ts';

const MAX_KEY = 200;

/** An object as it stands now: its name, and its place until the next change of its list. */
export interface LiveObject {
  readonly target_id: string;
  readonly position: number | string;
  /** Position of the object it belongs to. */
  readonly parent: number | string | null;
  /** Its fields without secrets. */
  readonly value: VendorValue;
}

/**
 * Names every object of a list. One that shares its key with others carries a mark of its content as well, so that no
 * name ever means two objects, and none passes to another object when a list gets shorter.
 */
export function liveObjects(
  models: Models,
  model: Model,
  rows: readonly Row[],
  parents: ParentNames = new Map(),
): readonly LiveObject[] {
  const keys = rows.map((row) => keyOf(model, row, parents));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const twins = new Map<string, number>();
  return rows.map((row, index) => {
    const shown = shownObject(models, model, row, parents);
    const key = keys[index] ?? '';
    const target_id = key !== '' && counts.get(key) === 1 ? key : among(key, shown, twins);
    return { target_id, ...placeOf(row), value: { target_id, ...shown } };
  });
}

/** The name an object has if no other shares its key. */
export function keyOf(model: Model, row: Row, parents: ParentNames): string {
  if (model.id_type === 'string') return String(row['id'] ?? '');
  const key = (naturalKeys[model.name] ?? []).map((field) => spelled(row[field]));
  const own = key.every((part) => part === '') ? '' : key.join('|');
  const parent = parentName(model, row, parents);
  return bounded(parent === null || own === '' ? own : `${parent}|${own}`);
}

/** Commands and lists of servers can make a key longer than any target may be; a hash then stands for the rest. */
const bounded = (key: string): string =>
  key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY - 16)}#${hashOf(key)}`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

export const placeOf = (row: Row): Pick<LiveObject, 'position' | 'parent'> => ({
  position: idOf(row['id']) ?? '',
  parent: idOf(row['parent_id']),
});

const idOf = (id: unknown): number | string | null =>
  typeof id === 'number' || typeof id === 'string' ? id : null;

const spelled = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

function among(key: string, shown: VendorValue, twins: Map<string, number>): string {
  const name = `${key}~${hashOf(JSON.stringify(shown))}`;
  const before = twins.get(name) ?? 0;
  twins.set(name, before + 1);
  return before === 0 ? name : `${name}.${before + 1}`;
}
