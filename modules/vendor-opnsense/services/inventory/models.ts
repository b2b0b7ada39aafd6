import { readFileSync } from 'node:fs';

/** One field of a model, as the vendor's model files describe it. */
export interface FieldLeaf {
  readonly type: string;
  readonly required?: boolean;
  readonly default?: string;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Takes several values, separated by commas. */
  readonly multiple?: boolean;
  /** The firewall fills it by itself; it is shown and never sent. */
  readonly reported?: boolean;
  /** The firewall fills it when none is given. */
  readonly auto?: boolean;
}

export interface FieldGroup {
  readonly fields: FieldTree;
}

export type FieldTree = Readonly<Record<string, FieldLeaf | FieldGroup>>;

/** Reading of one feature's objects. */
export interface ObjectModel {
  /** Keys around the fields in a body: `['rule']`, `['unbound', 'general']`. */
  readonly envelope: readonly string[];
  /** Command that lists the objects; absent for settings. */
  readonly search?: string;
  /** Command that reads one object, or the settings. */
  readonly get: string;
  /** Identifying field where it is not `uuid`. */
  readonly key?: string;
  readonly fields: FieldTree;
}

export const isGroup = (node: FieldLeaf | FieldGroup): node is FieldGroup => 'fields' in node;

/** Models by feature name without the vendor's prefix. */
export function loadModels(
  file: URL = new URL('../../payload-data/models.data.json', import.meta.url),
): ReadonlyMap<string, ObjectModel> {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: Readonly<Record<string, ObjectModel>>;
  };
  return new Map(Object.entries(features));
}
