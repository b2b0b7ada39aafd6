import { randomUUID } from 'node:crypto';
import { type AnyRoute, fullPath, parametersOf } from '@patchbay/kernel/http';
import type { ModuleDeclaration } from '@patchbay/kernel/modules';
import type { TSchema } from 'typebox';
import { Sampler } from './sample.ts';
import type { Schema } from './schema.ts';

/** A declared route as the sweeps see it. */
export interface Swept {
  readonly route: AnyRoute;
  readonly module_id: string;
  readonly method: string;
  /** Full path with `{parameters}`. */
  readonly template: string;
  /** `POST /api/v1/sites`, for messages. */
  readonly name: string;
  readonly parameters: readonly string[];
  /** Those of the parameters that are UUIDs. */
  readonly ids: readonly string[];
  readonly isPublic: boolean;
  readonly body: Schema | undefined;
  readonly query: Schema | undefined;
  readonly reply: Schema | undefined;
}

export const routesOf = (modules: readonly ModuleDeclaration[]): readonly Swept[] =>
  modules.flatMap(({ id, routes = [] }) => routes.map((route) => sweptOf(id, route)));

function sweptOf(module_id: string, route: AnyRoute): Swept {
  const template = fullPath(route.mount, route.path);
  const parameters = parametersOf(route.path);
  return {
    route,
    module_id,
    method: route.method,
    template,
    name: `${route.method} ${template}`,
    parameters,
    ids: parameters.filter((name) => isUuid(route.params?.[name])),
    isPublic: 'public' in route.access,
    body: asSchema(route.body),
    query: asSchema(route.query),
    reply: asSchema(route.reply),
  };
}

/** typebox schemas are JSON schemas. */
export const asSchema = (schema: TSchema | undefined): Schema | undefined =>
  schema === undefined ? undefined : (JSON.parse(JSON.stringify(schema)) as Schema);

/** A parameter that its module checks itself says so in its description. */
const isUuid = (schema: TSchema | undefined): boolean => {
  const said = asSchema(schema);
  return said === undefined || said.format === 'uuid' || said.description === 'UUID';
};

const sampler = new Sampler();

/** The path with values: those given, else a random UUID or a sample of what the parameter says it is. */
export function pathOf(
  { template, route, ids }: Swept,
  values: Readonly<Record<string, string>> = {},
): string {
  return template.replace(/\{([a-z_]+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? (ids.includes(name) ? randomUUID() : sampleParameter(route, name))),
  );
}

const sampleParameter = (route: AnyRoute, name: string): string =>
  String(sampler.value(asSchema(route.params?.[name]) ?? {}, { field: name }));

/** The query a route cannot do without, or nothing. */
export function neededQuery({ query }: Swept): string {
  const names = Object.keys(query?.properties ?? {}).filter(
    (name) => query?.required?.includes(name) && query.properties?.[name]?.default === undefined,
  );
  const parts = names.map(
    (name) =>
      `${name}=${encodeURIComponent(String(sampler.value(query?.properties?.[name] ?? {}, { field: name })))}`,
  );
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Harness calls are below `/api/v1` unless they start with `//`. */
export const target = (path: string): string => `/${path}`;

/** Enveloped lists of SPEC 2.1. */
export const isList = ({ method, reply }: Swept): boolean =>
  method === 'GET' &&
  ['items', 'total', 'page', 'per_page', 'pages'].every((name) => reply?.properties?.[name]);

/** Whether a request for this path can lead to a route of this template. */
export function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.at(-1)?.endsWith('*}')) given.splice(wanted.length - 1, given.length, 'the-rest');
  return wanted.length === given.length && wanted.every((part, index) => fits(part, given[index] ?? ''));
}

/** A segment may be a parameter, or hold one after a fixed beginning: `gateway-{family}`. */
function fits(part: string, given: string): boolean {
  const start = part.indexOf('{');
  return start === -1 ? part === given : given.startsWith(part.slice(0, start)) && given.length > start;
}

const IRREGULAR: Readonly<Record<string, string>> = { gateway: 'controller', org: 'organization' };

const singular = (word: string): string =>
  word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word;

/** What a segment or an `x_id` field names: `sites` and `site_id` are both `site`. */
export function nounOf(word: string): string {
  const noun = singular(word.replace(/_id$/, '').replaceAll('-', '_'));
  return IRREGULAR[noun] ?? noun;
}

/** What a parameter may stand for: by its own name, and by the segment before it. */
export function nounsOfParameter({ template }: Swept, name: string): readonly string[] {
  const parts = template.split('/');
  const before = parts[parts.indexOf(`{${name}}`) - 1] ?? '';
  return [...(name === 'id' ? [] : [nounOf(name)]), ...(before.startsWith('{') ? [] : [nounOf(before)])];
}

/** What a `POST` to this path creates. */
export const createdNoun = ({ template }: Swept): string =>
  nounOf(
    template
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? '',
  );
