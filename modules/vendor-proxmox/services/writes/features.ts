import { type CalledFeature, calledFeature, type FeatureRow, readFeatureTable } from '@patchbay/vendor-kit';
import type { Operation, Operations } from '../schemas/operations.ts';

/** Its key is `vmhost.<area>.<name>`. */
export interface HostFeature extends CalledFeature<Operation> {
  /** The key without the prefix. */
  readonly name: string;
  /** The call that takes what was saved into service, with its placeholders. */
  readonly commit: Operation | null;
  /** Parameters that the feature itself settles (`command=shutdown`). */
  readonly fixed: Readonly<Record<string, string>>;
}

export const FEATURE_PREFIX = 'vmhost.';

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);
const COMMIT_PATTERN = /^(PUT \/[a-z{}/]+) \(task\)$/;

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(known: Operations): readonly HostFeature[] {
  return readFeatureTable(featureFile).map((row) => readFeature(row, known));
}

function readFeature(row: FeatureRow, { byCall }: Operations): HostFeature {
  const { feature, body, apply } = row;
  const called = (call: string): Operation => {
    const found = byCall.get(call);
    if (found === undefined) throw new Error(`${feature} names a call that is not described: ${call}`);
    return found;
  };
  const { facts } = calledFeature(row, called);
  const commit = COMMIT_PATTERN.exec(apply)?.[1];
  if (commit === undefined && !/^(task|sync|create sync, delete task)\b/.test(apply))
    throw new Error(`${feature} is applied in no known way: ${apply}`);
  const command = /^command=([a-z]+)$/.exec(body)?.[1];
  const fixed: Readonly<Record<string, string>> = command === undefined ? {} : { command };
  return Object.freeze({
    ...facts,
    name: feature.slice(FEATURE_PREFIX.length),
    commit: commit === undefined ? null : called(commit),
    fixed,
  });
}
