import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Environment } from '../../config/index.ts';
import {
  isRoleName,
  type PermissionDeclaration,
  type PermissionDeviations,
  PermissionMap,
  type RoleName,
} from '../../permissions/index.ts';

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

/** `config/permissions.json`. */
interface ShippedPermissions {
  /** Titles by lowest role and permission: those of the role map whose modules are not installed. */
  readonly reserved: Readonly<Partial<Record<RoleName, Readonly<Record<string, string>>>>>;
  readonly deviations: PermissionDeviations;
}

/**
 * Which role holds what: declarations of modules, then the permissions reserved for modules that are not there,
 * so that roles and the scopes of keys mean today what they will mean then (DECISIONS 14), then deviations.
 */
export async function permissionMapOf(
  root: string,
  declared: readonly PermissionDeclaration[],
): Promise<PermissionMap> {
  const { reserved, deviations } = await readJson<ShippedPermissions>(
    join(root, 'config', 'permissions.json'),
  );
  const known = new Set(declared.map(({ id }) => id));
  const rest = Object.entries(reserved).flatMap(([lowest, titles]) =>
    Object.entries(titles ?? {})
      .filter(([id]) => !known.has(id) && isRoleName(lowest))
      .map(([id, title]) => ({ id, title, lowest: lowest as RoleName })),
  );
  return new PermissionMap([...declared, ...rest], deviations);
}
