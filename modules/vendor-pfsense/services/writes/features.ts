import { type CalledFeature, calledFeature, type FeatureRow, readFeatureTable } from '@patchbay/vendor-kit';
import type { Model, Models } from '../inventory/models.ts';

/**
 * Kind of a feature: objects in a list, settings of which there is one, commands, `purge` (deletes from a list by
 * filters), `flush` (empties a named table).
 */
export type FeatureKind = 'object' | 'settings' | 'command' | 'purge' | 'flush';

export interface FeatureCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** Its key is `pfsense.<area>.<name>`. */
export interface FirewallFeature extends CalledFeature<FeatureCall> {
  /** The key without the vendor's prefix. */
  readonly name: string;
  readonly kind: FeatureKind;
  readonly model: Model;
  /** The path of one object, of the settings, or of the command. */
  readonly path: string;
  readonly listPath: string | null;
  /** Whether one object, or the settings, can be read by `path`. */
  readonly isReadable: boolean;
  /** The call that carries what was saved into effect; null where writing does. */
  readonly applyPath: string | null;
  /** Set where a write takes effect only when its call says so. */
  readonly appliesInCall: boolean;
}

export const FEATURE_PREFIX = 'pfsense.';

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(models: Models): readonly FirewallFeature[] {
  return readFeatureTable(featureFile).map((row) => readFeature(row, models));
}

function readFeature(row: FeatureRow, models: Models): FirewallFeature {
  const { facts, first } = calledFeature(row, (written) => readCall(row.feature, written));
  const endpoint = models.endpoint(first.path);
  const model = models.model(endpoint.model);
  const kind = kindOf(facts.calls, model, endpoint.many);
  const applyPath = row.apply === 'at once' ? null : readCall(row.feature, row.apply).path;
  const isStored = kind === 'object' || kind === 'settings';
  return Object.freeze({
    ...facts,
    name: row.feature.slice(FEATURE_PREFIX.length),
    kind,
    model,
    path: first.path,
    listPath: models.listOf(model.name),
    isReadable: (isStored || kind === 'flush') && endpoint.methods.includes('GET'),
    applyPath,
    appliesInCall: applyPath === null && isStored && !model.always_apply && model.name !== 'Package',
  });
}

function kindOf(calls: FirewallFeature['calls'], model: Model, isList: boolean): FeatureKind {
  const { create, update, delete: removal } = calls;
  if (removal !== undefined && create === undefined) return isList ? 'purge' : 'flush';
  if (update?.method === 'PATCH') return model.many ? 'object' : 'settings';
  return create !== undefined && model.many ? 'object' : 'command';
}

function readCall(feature: string, written: string): FeatureCall {
  const [, method, path] = /^(POST|PATCH|DELETE) (\/api\/v2(?:\/[a-z0-9_]+)+)(?:\?id=)?$/.exec(written) ?? [];
  if (path === undefined || (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE'))
    throw new Error(`${feature} names a call of no known form: ${written}`);
  return { method, path };
}
