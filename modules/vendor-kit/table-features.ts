import type { TSchema } from 'typebox';
import { type FeatureRow, featureOperations } from './feature-table.ts';
import type { StagedFeature } from './staged-feature.ts';
import type { ChangeOperation } from './weighed-feature.ts';

/** The part of a row of a vendor's table that its staged feature repeats. */
export type TableFeature = Pick<FeatureRow, 'feature' | 'area' | 'permission' | 'catastrophic'> & {
  readonly operations: readonly ChangeOperation[];
};

/** The same with the call of each operation. */
export type CalledFeature<C> = TableFeature & {
  readonly calls: Readonly<Partial<Record<ChangeOperation, C>>>;
};

/** Reads the calls of a row, and the first of them. Throws for a row without any, so that no feature goes missing. */
export function calledFeature<C>(
  { feature, area, permission, catastrophic, ...row }: FeatureRow,
  readCall: (written: string) => C,
): { readonly facts: CalledFeature<C>; readonly first: C } {
  const calls: Partial<Record<ChangeOperation, C>> = {};
  for (const operation of featureOperations) {
    const written = row[operation];
    if (written !== undefined) calls[operation] = readCall(written);
  }
  const operations = featureOperations.filter((operation) => calls[operation] !== undefined);
  const [first] = operations.flatMap((operation) => calls[operation] ?? []);
  if (first === undefined) throw new Error(`${feature} offers no operation`);
  return { facts: { feature, area, permission, catastrophic, operations, calls }, first };
}

/** Facts of a row about its feature. `name` is the feature's key without the vendor's prefix. */
export const tableFacts = (
  vendor: string,
  { feature, area, operations, permission, catastrophic }: TableFeature,
  title: string,
): Pick<StagedFeature, 'key' | 'title' | 'vendor' | 'area' | 'operations' | 'permission' | 'risk'> => ({
  key: feature,
  title,
  vendor,
  area,
  operations,
  permission,
  risk: catastrophic ? 'catastrophic' : 'normal',
});

/** `firewall.virtual_ip` reads `Firewall: virtual ip`; `groups` names groups whose word is no word for people. */
export function featureTitle(name: string, groups: Readonly<Record<string, string>> = {}): string {
  const [group = '', ...rest] = name.split('.');
  const words = rest.join(' ').replaceAll('_', ' ');
  return `${groups[group] ?? `${group.charAt(0).toUpperCase()}${group.slice(1)}`}: ${words}`;
}

/** Makes the schema of each operation when it is first asked for, once. */
export function payloadPerOperation(
  make: (operation: ChangeOperation) => TSchema,
): (operation: ChangeOperation) => TSchema {
  const made = new Map<ChangeOperation, TSchema>();
  return (operation) => {
    const schema = made.get(operation) ?? make(operation);
    made.set(operation, schema);
    return schema;
  };
}
