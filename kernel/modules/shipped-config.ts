import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Environment } from '../config/index.ts';
import type { PermissionDeviations } from '../permissions/index.ts';

async function readJson<T>(file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The environment over the defaults that `config/defaults.json` ships for all and for this ENVIRONMENT. */
export async function withShippedDefaults(root: string, environment: Environment): Promise<Environment> {
  const shipped = await readJson<Record<string, Record<string, string>>>(
    join(root, 'config', 'defaults.json'),
  );
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
  return Object.freeze({
    ...shipped['all'],
    ...shipped[environment['ENVIRONMENT'] ?? 'development'],
    ...given,
  });
}

/** Where roles hold more or less than the modules declare. */
export const shippedDeviations = (root: string): Promise<PermissionDeviations> =>
  readJson<PermissionDeviations>(join(root, 'config', 'permissions.json'));
