import { readFileSync } from 'node:fs';

export const featureOperations = ['create', 'update', 'delete'] as const;
export type FeatureOperation = (typeof featureOperations)[number];

/** One row of a vendor's table of features (`vendor-data/features.json`), calls and bodies as the table writes them. */
export interface FeatureRow {
  /** With the vendor's prefix. */
  readonly feature: string;
  readonly area: string;
  readonly permission: string;
  readonly catastrophic: boolean;
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
  readonly body: string;
  /** Call that brings saved objects into service. */
  readonly apply: string;
}

/** Every row of the table, read once when the vendor's package is loaded. Throws when the file is not there. */
export function readFeatureTable(file: URL): readonly FeatureRow[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { readonly features: readonly FeatureRow[] };
  return features;
}
