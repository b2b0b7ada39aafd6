import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ConfigError } from '../../../config/index.ts';
import type { MigrationDeclaration } from './migration.ts';

/**
 * Hash of a step as PostgreSQL is given it, with every run of blanks as one: it says that the statements are the
 * same, not how their source is laid out, and a helper that now makes other statements of the same call changes it.
 */
export const hashOf = ({ statements }: MigrationDeclaration): string =>
  createHash('sha256')
    .update(JSON.stringify(statements.map((statement) => statement.replace(/\s+/g, ' ').trim())))
    .digest('hex');

/** Steps that were applied here with other statements than they have now, read without changing anything. */
export async function editedSteps(
  owner: pg.Client,
  declarations: readonly MigrationDeclaration[],
): Promise<readonly string[]> {
  if (!(await areKept(owner))) return [];
  const { rows } = await owner.query<{ name: string; hash: string }>(
    `select name, hash from migration_hashes`,
  );
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  return declarations
    .filter((each) => hashes.has(each.id) && hashes.get(each.id) !== hashOf(each))
    .map(({ id }) => id);
}

/** Throws for a released step that was edited: this database would be another than a fresh one. */
export async function assertUnedited(
  owner: pg.Client,
  declarations: readonly MigrationDeclaration[],
): Promise<void> {
  const [first] = await editedSteps(owner, declarations);
  if (first !== undefined)
    throw new ConfigError(
      `module "${first.split('.')[0]}": step ${first} was edited after this database had it; ` +
        'put it back as it was released, and add a step of its own for the change',
    );
}

/** Of steps that were applied before hashes were kept, this is the first that is known. */
export async function rememberHashes(
  owner: pg.Client,
  declarations: readonly MigrationDeclaration[],
): Promise<void> {
  if (!(await areKept(owner))) return;
  const hashes = declarations.map((each) => ({ name: each.id, hash: hashOf(each) }));
  await owner.query(
    `insert into migration_hashes (name, hash)
     select r.name, r.hash from jsonb_to_recordset($1::jsonb) as r(name text, hash text)
     join patchbay_migrations m on m.name = r.name on conflict do nothing`,
    [JSON.stringify(hashes)],
  );
}

async function areKept(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('public.migration_hashes') is not null as is_there`,
  );
  return rows[0]?.is_there ?? false;
}
