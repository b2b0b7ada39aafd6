import { type CalledFeature, calledFeature, type FeatureRow, readFeatureTable } from '@patchbay/vendor-kit';
import { loadModels, type ObjectModel } from '../inventory/models.ts';

/**
 * Behaviour of a feature. `object` and `settings` are saved and then committed; `table_entry` acts on a loaded table;
 * `command` and `named_command` act at once; `firmware` is polled to its end; `job` is defined, then started.
 */
export type FeatureKind =
  | 'object'
  | 'settings'
  | 'table_entry'
  | 'command'
  | 'named_command'
  | 'firmware'
  | 'job';

export interface FeatureCall {
  /** Path of the command in camel case, which every release knows. */
  readonly path: string;
  /** Parameter after the path, where there is one. */
  readonly parameter: 'uuid' | 'alias' | 'name' | 'backup' | null;
}

/** Its key is `opnsense.<area>.<name>`. */
export interface FirewallFeature extends CalledFeature<FeatureCall> {
  /** The key without the prefix. */
  readonly name: string;
  readonly kind: FeatureKind;
  /** The call that brings saved objects into service, starts the job, or shows the progress of the upgrade. */
  readonly commit: string | null;
  readonly model: ObjectModel | null;
}

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(): readonly FirewallFeature[] {
  const features = readFeatureTable(featureFile);
  const models = loadModels();
  return features.map((row) => readFeature(row, models));
}

function readFeature(row: FeatureRow, models: ReadonlyMap<string, ObjectModel>): FirewallFeature {
  const name = row.feature.slice('opnsense.'.length);
  const { facts, first } = calledFeature(row, (written) => readCall(row.feature, written));
  const model = models.get(name) ?? null;
  return Object.freeze({
    ...facts,
    name,
    kind: kindOf(row, model, first),
    commit: commitOf(row),
    model,
  });
}

function kindOf(row: FeatureRow, model: ObjectModel | null, { parameter }: FeatureCall): FeatureKind {
  if (row.apply.startsWith('poll ')) return 'firmware';
  if (row.apply.endsWith('/{jobid}')) return 'job';
  if (parameter === 'alias') return 'table_entry';
  if (model !== null) return model.search === undefined ? 'settings' : 'object';
  if (row.body !== '{}') throw new Error(`${row.feature} has a body of no known model`);
  return parameter === null ? 'command' : 'named_command';
}

function readCall(feature: string, written: string): FeatureCall {
  const match = /^POST (\/api(?:\/[a-z0-9_]+){3})(?:\/\{(uuid|alias|name|backup)\})?$/.exec(written);
  const [, path, parameter = null] = match ?? [];
  if (path === undefined) throw new Error(`${feature} names a call of no known form: ${written}`);
  return { path: camelCased(path), parameter: parameter as FeatureCall['parameter'] };
}

function commitOf({ feature, apply }: FeatureRow): string | null {
  if (apply === 'none' || apply === 'immediate') return null;
  const match = /^(?:POST|poll GET) (\/api(?:\/[a-z0-9_]+){3})(?:\/\{jobid\})?$/.exec(apply);
  if (match?.[1] === undefined) throw new Error(`${feature} names a commit of no known form: ${apply}`);
  return camelCased(match[1]);
}

/** Releases before snake case know the command, the last segment, only in camel case. */
function camelCased(path: string): string {
  const at = path.lastIndexOf('/') + 1;
  return (
    path.slice(0, at) + path.slice(at).replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  );
}
