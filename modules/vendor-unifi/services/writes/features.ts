import { type CalledFeature, calledFeature, readFeatureTable } from '@patchbay/vendor-kit';

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

/** Its key is `<area>.<name>`; the site-scoped family has no prefix. */
export type UnifiFeature = CalledFeature<FeatureCall>;

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);
const CALL_PATTERN = /^(POST|PUT|PATCH|DELETE) (I|C|V|OS):(\/.+)$/;

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(): readonly UnifiFeature[] {
  return readFeatureTable(featureFile).map((row) =>
    Object.freeze(calledFeature(row, (written) => readCall(row.feature, written)).facts),
  );
}

function readCall(feature: string, written: string): FeatureCall {
  const [, method, base, path] = CALL_PATTERN.exec(written) ?? [];
  if (method === undefined || path === undefined)
    throw new Error(`${feature} names a call of no known form: ${written}`);
  return { method, base: base as CallBase, path };
}
