import { API_VERSION, type DocumentScope, openApiDocument, tagOf } from '../../infrastructure/http/index.ts';
import type { ModuleDeclaration } from '../define-module.ts';

/**
 * The OpenAPI document of everything these modules mount; the same modules, in any order, give the same text. It
 * leaves out what the scope says.
 */
export const documentOf = (
  modules: readonly ModuleDeclaration[],
  { named, usual_errors }: DocumentScope = { named: true, usual_errors: true },
): Readonly<Record<string, unknown>> =>
  openApiDocument(
    modules.flatMap(({ routes = [] }) => routes),
    {
      version: API_VERSION,
      tags: tagTitles(modules),
      usual_errors,
      contributions: named ? modules.flatMap(({ contributes = [] }) => contributes) : [],
    },
  );

/** The title of the module whose routes use a tag; of several, of the one named like it, or else of the first by id. */
function tagTitles(modules: readonly ModuleDeclaration[]): Readonly<Record<string, string>> {
  const sorted = modules.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const titles = new Map<string, string>();
  for (const { id, title, routes = [] } of sorted)
    for (const tag of new Set(routes.map(tagOf))) if (tag === id || !titles.has(tag)) titles.set(tag, title);
  return Object.fromEntries(titles);
}
