import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { declaredExemptions } from '@patchbay/kernel/database';
import {
  discoverModules,
  documentOf,
  type ModuleDeclaration,
  permissionMapOf,
} from '@patchbay/kernel/modules';
import { ROLE_NAMES } from '@patchbay/kernel/permissions';
// The operator's tool declares exemptions too.
import '@patchbay/operator/command-line';

const ROOT = join(import.meta.dirname, '..', '..');

/** Where what the declarations amounted to is kept. */
export const RECORDED = join(ROOT, 'test', 'recorded');
export const DOCUMENTS = ['openapi', 'permissions', 'exemptions'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The modules of this repository, without a platform around them. */
export const ownModules = async (): Promise<readonly ModuleDeclaration[]> =>
  (await discoverModules(ROOT)).map(({ declaration }) => declaration);

/** What the declarations of these modules amount to; the same modules give the same documents, in any order. */
export async function documentsOf(
  modules: readonly ModuleDeclaration[],
): Promise<Readonly<Record<DocumentName, object>>> {
  return {
    openapi: documentOf(modules),
    permissions: await matrixOf(modules),
    exemptions: declaredExemptions().toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

/** Which role holds which permission, with the lowest role its declaration names. */
async function matrixOf(modules: readonly ModuleDeclaration[]): Promise<object> {
  const map = await permissionMapOf(
    ROOT,
    modules.flatMap(({ permissions = [] }) => permissions),
  );
  const declared = map.declarations.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(
    declared.map(({ id, lowest }) => [
      id,
      { lowest, roles: ROLE_NAMES.filter((role) => map.roleHolds(role, id)) },
    ]),
  );
}

export const fileOf = (name: DocumentName): string => join(RECORDED, `${name}.json`);

/** The text of a document as it is kept. */
export const textOf = (document: object): string => `${JSON.stringify(document, null, 1)}\n`;

/** What was recorded before; null when nothing was. */
export async function recorded(name: DocumentName): Promise<object | null> {
  try {
    return JSON.parse(await readFile(fileOf(name), 'utf8')) as object;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
