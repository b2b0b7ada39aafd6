import { vendorSites } from '../exchange/vendor-sites.ts';
import { classicObjects } from '../inventory/classic-objects.ts';
import { integrationObjects } from '../inventory/integration-objects.ts';
import type { UnifiFeature } from '../writes/features.ts';
import { ClassicTables } from '../writes/field-schemas.ts';
import { IntegrationSchemas } from '../writes/integration-schemas.ts';
import { anyWrite } from './any-write.ts';
import type { Behaviour } from './behaviour.ts';
import { commandRules } from './command-rules.ts';
import { command, manyDevices } from './commands.ts';
import { guestAccess } from './guest-access.ts';
import { objectRules } from './object-rules.ts';
import { ordering } from './orderings.ts';
import { setting } from './settings.ts';

/** Behaviour of every row of the table. A row that fits none stops the module, so that none goes missing. */
export function behaviours(features: readonly UnifiFeature[]): ReadonlyMap<string, Behaviour> {
  const schemas = new IntegrationSchemas();
  const tables = new ClassicTables();
  return new Map(
    features.map((feature) => [feature.feature, behaviourOf(feature, features, schemas, tables)]),
  );
}

function behaviourOf(
  feature: UnifiFeature,
  all: readonly UnifiFeature[],
  schemas: IntegrationSchemas,
  tables: ClassicTables,
): Behaviour {
  const name = feature.feature;
  const paths = Object.values(feature.calls).map(({ base, path }) => `${base}:${path}`);
  const rule = commandRules[name];
  if (rule) return name.startsWith('bulk.') ? manyDevices(feature, all, rule) : command(feature, rule);
  if (name === 'openapi.operation') return anyWrite(feature, all, schemas);
  if (name === 'hotspot.guest_access') return guestAccess(feature, schemas);
  if (paths.some((path) => path.endsWith('/cmd/sitemgr'))) return vendorSites(feature);
  if (paths.some((path) => path.endsWith('/ordering'))) return ordering(feature, schemas);
  if (paths.some((path) => path.startsWith('C:/set/setting/'))) return setting(feature, all, tables);
  if (paths.every((path) => path.startsWith('I:/'))) return integrationObjects(feature, schemas);
  if (paths.every((path) => /^(C:\/rest|V:)\//.test(path)))
    return classicObjects(feature, tables, objectRules[name] ?? {});
  throw new Error(`${name} is written in no known way`);
}
