import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionPoint } from '@patchbay/kernel/extension';
import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import { escalatingNames } from '@patchbay/module-changes/contract';
import {
  featureName,
  isInvertible,
  STAGED_FEATURES,
  type StagedFeature,
  VENDORS,
  type Vendor,
} from '@patchbay/vendor-kit';

/** Where the table of what can be written to which vendor's devices is kept. */
export const FEATURES_TABLE = join(
  import.meta.dirname,
  '..',
  '..',
  'modules',
  'gateway',
  'docs',
  'features.md',
);

const head = `# Features

What can be staged, by vendor. Written by \`npm run openapi\` from what the modules declare; a test holds it against them.
**Confirm** says how an apply with \`confirm_within_seconds\` is taken back unless it is confirmed: by the device's own
mechanism, or by the recorded inverse of some of the operations; a dash means that nothing takes it back.
**Risk** is the least of every write. A payload that carries one of the fields under **Catastrophic with**, at any depth and
not empty, is catastrophic: by them gear runs something later, or lets someone in. It then needs at least \`site_admin\` and,
where the permission is \`network:write\`, \`controller:write\` too. A feature that carries writes of others asks for what those ask.
`;

/** Vendor × feature × operations × permission × risk × confirm mechanism. */
export function featuresTable(modules: readonly ModuleDeclaration[]): string {
  const features = contributed(modules, STAGED_FEATURES);
  const vendors = contributed(modules, VENDORS).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [head, ...vendors.map((vendor) => section(vendor, features))].join('\n');
}

/** Values of a point as their modules make them; none of these points' values needs its dependencies for that. */
const contributed = <T>(modules: readonly ModuleDeclaration[], { id }: ExtensionPoint<T>): readonly T[] =>
  modules
    .flatMap(({ contributes = [] }) => contributes)
    .filter(({ point }) => point === id)
    .map(({ create }) => create({}) as T);

function section(vendor: Vendor, features: readonly StagedFeature[]): string {
  const own = features
    .filter((feature) => feature.vendor === vendor.id)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const rows = own.map((feature) =>
    [
      `\`${feature.key}\``,
      feature.area,
      feature.operations.join(', '),
      `\`${feature.permission}\``,
      feature.risk,
      escalatingOf(feature),
      confirmOf(vendor, feature),
    ].join(' | '),
  );
  return [
    `## ${vendor.title} (\`${vendor.id}\`): ${own.length} features`,
    '',
    '| Feature | Area | Operations | Permission | Risk | Catastrophic with | Confirm |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

const escalatingOf = (feature: StagedFeature): string => {
  if (feature.carries) return 'what it carries';
  return (
    escalatingNames(feature)
      .map((name) => `\`${name}\``)
      .join(', ') || '–'
  );
};

function confirmOf(vendor: Vendor, feature: StagedFeature): string {
  const { confirm } = vendor;
  if (confirm?.covers(featureName(vendor, feature.key))) return `device: ${confirm.mechanism}`;
  const undone = feature.operations.filter((operation) => isInvertible(feature, operation));
  if (undone.length === 0) return '–';
  return undone.length === feature.operations.length ? 'inverse' : `inverse of ${undone.join(', ')}`;
}

export const recordFeaturesTable = (modules: readonly ModuleDeclaration[]): Promise<void> =>
  writeFile(FEATURES_TABLE, featuresTable(modules));

export const recordedFeaturesTable = (): Promise<string> => readFile(FEATURES_TABLE, 'utf8');
