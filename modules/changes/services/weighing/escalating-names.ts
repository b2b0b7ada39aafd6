import type { ChangeOperation, WeighedFeature } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import { fieldsIn } from '../staging/schema-fields.ts';
import { mayEscalate } from './escalation.ts';

interface Described extends WeighedFeature {
  readonly operations: readonly ChangeOperation[];
  payload(operation: ChangeOperation): TSchema;
}

const known = new WeakMap<Described, readonly string[]>();

/** Fields of its payloads that can make a write of the feature catastrophic; none where every write is. */
export function escalatingNames(feature: Described): readonly string[] {
  if (feature.risk === 'catastrophic') return [];
  const names = known.get(feature) ?? namesOf(feature);
  known.set(feature, names);
  return names;
}

const namesOf = (feature: Described): readonly string[] => {
  const fields = feature.operations.flatMap((operation) => [...fieldsIn(feature.payload(operation))]);
  const single = fields.filter((name) => mayEscalate(feature, name));
  return [...new Set([...single, ...(feature.escalatesAsWhole?.fields ?? [])])].sort();
};
