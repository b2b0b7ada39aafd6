import type { StagedFeature } from '../contract.ts';

interface FeatureQuery {
  readonly vendor?: string;
  readonly search?: string;
  readonly sort?: string;
}

/** What can be staged, by key, as `GET /changes/features` answers it. */
export function featureList(features: readonly StagedFeature[], { vendor, search = '', sort }: FeatureQuery) {
  const needle = search.toLowerCase();
  const found = features
    .filter((feature) => vendor === undefined || feature.vendor === vendor)
    .filter(({ key, title }) => `${key} ${title}`.toLowerCase().includes(needle))
    .map(viewOfFeature)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return sort === '-key' ? found.reverse() : found;
}

const viewOfFeature = (feature: StagedFeature) => ({
  key: feature.key,
  title: feature.title,
  vendor: feature.vendor,
  area: feature.area,
  operations: [...feature.operations],
  permission: feature.permission,
  risk: feature.risk,
  singleton: feature.singleton ?? false,
  payload_schema: Object.fromEntries(
    feature.operations.map((operation) => [operation, feature.payload(operation)]),
  ),
  confirm: false,
});
