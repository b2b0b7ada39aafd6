import type { StagedFeature } from '@patchbay/vendor-kit';
import { escalatingNames } from '../weighing/escalating-names.ts';
import type { FeatureIndex } from './feature-index.ts';

interface FeatureQuery {
  readonly vendor?: string;
  readonly search?: string;
  readonly sort?: string;
}

/** Features that can be staged, by key, as `GET /changes/features` answers them. */
export function featureList(
  features: Pick<FeatureIndex, 'all' | 'confirmOf'>,
  { vendor, search = '', sort }: FeatureQuery,
) {
  const needle = search.toLowerCase();
  const found = features
    .all()
    .filter((feature) => vendor === undefined || feature.vendor === vendor)
    .filter(({ key, title }) => `${key} ${title}`.toLowerCase().includes(needle))
    .map((feature) => viewOfFeature(feature, confirmOf(features, feature)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return sort === '-key' ? found.reverse() : found;
}

type Mechanism = ReturnType<FeatureIndex['confirmOf']>;

/** By any of its operations; the view of a change says it for its own. */
function confirmOf(features: Pick<FeatureIndex, 'confirmOf'>, feature: StagedFeature): Mechanism {
  const mechanisms = feature.operations.map((operation) => features.confirmOf(feature, operation));
  return mechanisms.find((mechanism) => mechanism !== null) ?? null;
}

const viewOfFeature = (feature: StagedFeature, confirm: Mechanism) => ({
  key: feature.key,
  title: feature.title,
  vendor: feature.vendor,
  area: feature.area,
  operations: [...feature.operations],
  permission: feature.permission,
  risk: feature.risk,
  escalates: [...escalatingNames(feature)],
  singleton: feature.singleton ?? false,
  payload_schema: Object.fromEntries(
    feature.operations.map((operation) => [operation, feature.payload(operation)]),
  ),
  confirm,
});
