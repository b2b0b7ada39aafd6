import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Locked = Readonly<Record<string, LockedPackage>>;

/** A second copy of these would not know the first one's connections, schemas or tokens. */
const SINGLE = ['pg', 'kysely', 'typebox', 'ajv', 'inversify', 'koa', '@mikro-orm/core'];

/** A lock that `npm ci` accepts on every platform: no hole for an optional package, one copy where two break. */
export function checkLock(root: string): readonly string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages?: Locked };
  const locked = lock.packages ?? {};
  return [...holes(locked), ...unpinned(locked), ...copies(locked), ...unequal(locked)];
}

function holes(locked: Locked): readonly string[] {
  return Object.entries(locked).flatMap(([path, one]) => {
    const missing = Object.keys(one.optionalDependencies ?? {}).filter(
      (name) => !resolves(locked, path, name),
    );
    return missing.map(
      (name) => `package-lock.json: ${path || 'the root'} wants ${name}, which is not locked`,
    );
  });
}

/** Node's own search: the folder itself, then every folder above. */
function resolves(locked: Locked, path: string, name: string): boolean {
  const parts = path.split('/');
  const folders = [...parts.keys(), parts.length].map((length) => parts.slice(0, length).join('/'));
  return folders.some(
    (folder) => locked[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`],
  );
}

function unpinned(locked: Locked): readonly string[] {
  const outside = Object.entries(locked).filter(([path, one]) => path.includes('node_modules/') && !one.link);
  const open = outside.filter(([, one]) => one.version === undefined || one.integrity === undefined);
  return open.map(([path]) => `package-lock.json: ${path} has no version or no integrity`);
}

function copies(locked: Locked): readonly string[] {
  return SINGLE.flatMap((name) => {
    const found = Object.keys(locked).filter((path) => path.endsWith(`node_modules/${name}`));
    return found.length > 1 ? [`package-lock.json: ${found.join(' and ')} are two copies`] : [];
  });
}

function unequal(locked: Locked): readonly string[] {
  const orm = Object.entries(locked).filter(([path]) => /node_modules\/@mikro-orm\/[^/]+$/.test(path));
  const versions = new Set(orm.map(([, one]) => one.version));
  return versions.size > 1
    ? [`package-lock.json: @mikro-orm packages differ: ${[...versions].join(', ')}`]
    : [];
}
