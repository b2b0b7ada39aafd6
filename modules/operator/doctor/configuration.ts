import { ConfigError, type Environment, KernelConfigSchema, readConfig } from '@patchbay/kernel/config';
import Type, { type TObject, type TSchema } from 'typebox';
import type { Installation } from '../installation.ts';
import { type Finding, fail, ok } from './finding.ts';

/** Checks every variable by itself, so that all mistakes are reported at once; then those that depend on each other. */
export async function checkConfiguration(installation: Installation): Promise<readonly Finding[]> {
  const environment = await installation.environment();
  const schemas = [KernelConfigSchema, ...(await moduleSchemas(installation))];
  const wrong = schemas.flatMap((schema) => wrongNames(schema, environment));
  if (wrong.length > 0) return wrong;
  try {
    const { ENVIRONMENT } = await installation.config();
    return [ok('configuration', `${ENVIRONMENT}; every variable that is set can be used`)];
  } catch (error) {
    if (error instanceof ConfigError)
      return [fail('configuration', error.message, 'Set it in the environment of every process.')];
    throw error;
  }
}

async function moduleSchemas(installation: Installation): Promise<readonly TObject[]> {
  const modules = await installation.allModules();
  return modules.flatMap(({ declaration }) => (declaration.config ? [declaration.config] : []));
}

function wrongNames(schema: TObject, environment: Environment): readonly Finding[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const alone = required.has(name) ? { [name]: property } : { [name]: Type.Optional(property) };
    try {
      readConfig(Type.Object(alone), environment);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [fail(name, error.message, hintOf(name, property))];
    }
  });
}

function hintOf(name: string, property: TSchema): string {
  const about = 'description' in property ? ` (${String(property.description)})` : '';
  return 'default' in property
    ? `Correct ${name}${about}, or leave it out for its default.`
    : `Correct ${name}${about}.`;
}
