import {
  type FeatureOperation,
  type FeatureRow,
  featureOperations,
  readFeatureTable,
} from '@patchbay/vendor-kit';

/**
 * Base of a call: `I` a site of the integration interface, `C` a site of the classic one, `V` a site of the newer
 * private one, `OS` the console itself.
 */
export type CallBase = 'I' | 'C' | 'V' | 'OS';

export interface FeatureCall {
  readonly method: string;
  readonly base: CallBase;
  /** With its placeholders (`/networks/{id}`). */
  readonly path: string;
}

export interface UnifiFeature {
  /** `<area>.<name>`; the site-scoped family has no prefix. */
  readonly feature: string;
  readonly area: string;
  readonly permission: string;
  readonly catastrophic: boolean;
  readonly operations: readonly FeatureOperation[];
  readonly calls: Readonly<Partial<Record<FeatureOperation, FeatureCall>>>;
}

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);
const CALL_PATTERN = /^(POST|PUT|PATCH|DELETE) (I|C|V|OS):(\/.+)$/;

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(): readonly UnifiFeature[] {
  return readFeatureTable(featureFile).map(readFeature);
}

function readFeature(row: FeatureRow): UnifiFeature {
  const calls: Partial<Record<FeatureOperation, FeatureCall>> = {};
  for (const operation of featureOperations) {
    const written = row[operation];
    if (written !== undefined) calls[operation] = readCall(row.feature, written);
  }
  const offered = featureOperations.filter((operation) => calls[operation] !== undefined);
  if (offered.length === 0) throw new Error(`${row.feature} offers no operation`);
  const { feature, area, permission, catastrophic } = row;
  return Object.freeze({ feature, area, permission, catastrophic, operations: offered, calls });
}

function readCall(feature: string, written: string): FeatureCall {
  const [, method, base, path] = CALL_PATTERN.exec(written) ?? [];
  if (method === undefined || path === undefined)
    throw new Error(`${feature} names a call of no known form: ${written}`);
  return { method, base: base as CallBase, path };
}
