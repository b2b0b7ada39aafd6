import { type CalledFeature, calledFeature, type FeatureRow, readFeatureTable } from '@patchbay/vendor-kit';

/** Calls of a feature's operations. `menu` is without `/rest`. */
export type FeatureCall =
  | { readonly kind: 'create'; readonly menu: string }
  | { readonly kind: 'set'; readonly menu: string }
  | { readonly kind: 'remove'; readonly menu: string }
  | { readonly kind: 'command'; readonly menu: string; readonly command: string };

/** Its key is `routeros.<area>.<name>`. */
export interface RouterFeature extends CalledFeature<FeatureCall> {
  /** Menu the feature writes to; for commands the menu the command belongs to, '' for the console's root. */
  readonly menu: string;
  readonly command: string | null;
  /** Fields a create must carry. */
  readonly required: readonly string[];
  /** An example of the payload, where the feature takes a fixed shape. */
  readonly example: Readonly<Record<string, string>> | null;
}

const featureFile = new URL('../../vendor-data/features.json', import.meta.url);

/** Every feature of the vendor's table. A row that cannot be read stops the module, so that none goes missing. */
export function loadFeatures(): readonly RouterFeature[] {
  return readFeatureTable(featureFile).map(readFeature);
}

function readFeature(row: FeatureRow): RouterFeature {
  const { facts, first } = calledFeature(row, (written) => readCall(row.feature, written));
  return Object.freeze({
    ...facts,
    menu: first.menu,
    command: first.kind === 'command' ? first.command : null,
    required: /needs ([^;]+)/.exec(row.body)?.[1]?.split(', ') ?? [],
    example: readExample(row.body),
  });
}

function readCall(feature: string, written: string): FeatureCall {
  const match = /^(PUT|PATCH|DELETE|POST) \/rest(\/[a-z0-9/-]+?)(\/\{id\})?$/.exec(written);
  const [, method, path = '', id] = match ?? [];
  if (method === 'POST') {
    const at = path.lastIndexOf('/');
    return { kind: 'command', menu: path.slice(0, at), command: path.slice(at + 1) };
  }
  if (method === 'PUT' && id === undefined) return { kind: 'create', menu: path };
  if (method === 'PATCH' && id !== undefined) return { kind: 'set', menu: path };
  if (method === 'DELETE' && id !== undefined) return { kind: 'remove', menu: path };
  throw new Error(`${feature} names a call of no known form: ${written}`);
}

function readExample(body: string): Readonly<Record<string, string>> | null {
  const shape = /^\{.*?\}/.exec(body)?.[0];
  return shape === undefined ? null : (JSON.parse(shape) as Record<string, string>);
}
