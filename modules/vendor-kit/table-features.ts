import type { TSchema } from 'typebox';
import type { FeatureRow } from './feature-table.ts';
import type { StagedFeature } from './staged-feature.ts';
import type { ChangeOperation } from './weighed-feature.ts';

/** The part of a row of a vendor's table that its staged feature repeats. */
export type TableFeature = Pick<FeatureRow, 'feature' | 'area' | 'permission' | 'catastrophic'> & {
  readonly operations: readonly ChangeOperation[];
};

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
