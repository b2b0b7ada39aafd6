import type { TObject, TSchema } from 'typebox';
import type { Contribution } from '../../../extension/index.ts';
import type { Access } from '../../../permissions/index.ts';
import { closed } from '../../../schema/index.ts';
import { fullPath } from '../compiled/route-table.ts';
import { type NamedParameter, namesOf } from '../routes/named-parameter.ts';
import { documentedPath, parametersOf, restOf } from '../routes/path.ts';
import { reachOf } from '../routes/reach.ts';
import type { AnyRoute } from '../routes/route.ts';
import { components } from './components.ts';
import { descriptionOf } from './operation-description.ts';
import { responsesOf, sharedResponses, usualErrors } from './responses.ts';

export interface DocumentOptions {
  /** Version of the API (SPEC 9). */
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  /** Titles of tags, which are the first words of route ids. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Whether each operation lists the errors that any may answer; otherwise the introduction does. Default true. */
  readonly usual_errors?: boolean;
  /** Contributions of modules, for parameters that it names. */
  readonly contributions?: readonly Contribution[];
}

const ABOUT =
  'Multi-tenant network operations. Writes to devices are staged, reviewed and applied explicitly.';

type Json = Readonly<Record<string, unknown>>;

/** A schema without what JSON cannot hold. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

/** The tag a route stands under: the first word of its id. */
export const tagOf = (route: AnyRoute): string => route.id.split('.', 1)[0] ?? route.id;

/** Permission a caller needs, if it is one; the whole rule stands in `x-access`. */
const permissionOf = (access: Access): string | null =>
  'permission' in access && access.permission !== undefined ? access.permission : null;

/** The OpenAPI 3.1 document of these routes; the same routes give the same text. */
export function openApiDocument(routes: readonly AnyRoute[], options: DocumentOptions): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  const pathItems: Record<string, Record<string, unknown>> = {};
  const { usual_errors = true } = options;
  const sorted = routes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  for (const route of sorted) {
    const path = documentedPath(fullPath(route.mount, route.path));
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, usual_errors);
    if (!route.named) continue;
    const key = path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
    pathItems[key] ??= {};
    pathItems[key][route.method.toLowerCase()] = namedOperationOf(route, route.named, usual_errors);
    for (const name of namesOf(route.named, options.contributions ?? []))
      paths[path.replace(`{${route.named.parameter}}`, name)] = { $ref: `#/components/pathItems/${key}` };
  }
  const tags = [...new Set(routes.map(tagOf))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: options.title ?? 'Patchbay API',
      version: options.version,
      description: `${options.description ?? ABOUT}${usual_errors ? '' : `\n\n${usualErrors()}`}`,
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({
      name,
      ...(options.tags?.[name] ? { description: options.tags[name] } : {}),
    })),
    paths,
    components: {
      ...components,
      responses: sharedResponses,
      ...(Object.keys(pathItems).length > 0 ? { pathItems } : {}),
    },
  };
}

const keyOf = ({ mount, path, method }: AnyRoute): string => `${fullPath(mount, path)} ${method}`;

function operationOf(route: AnyRoute, usual_errors: boolean): Json {
  const access: Access = route.access;
  return {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    description: descriptionOf(route),
    security: 'public' in access ? [] : [{ bearer: [] }, { api_key: [] }, { cookie: [] }],
    'x-permission': permissionOf(access),
    'x-access': access,
    ...(route.method === 'GET' ? {} : { 'x-reach': reachOf(route) }),
    ...(route.proof ? { 'x-proof': route.proof } : {}),
    ...(route.aliases ? { 'x-aliases': route.aliases.map((alias) => fullPath(route.mount, alias)) } : {}),
    parameters: parametersOfRoute(route),
    ...bodyOf(route),
    responses: responsesOf(route, usual_errors),
  };
}

/** Operation of one of the named paths: the name is no parameter any more, and the id stays that of the route. */
function namedOperationOf(route: AnyRoute, { parameter }: NamedParameter, usual_errors: boolean): Json {
  const { operationId, ...operation } = operationOf(route, usual_errors);
  const parameters = parametersOfRoute(route).filter(({ name }) => name !== parameter);
  return { ...operation, parameters, 'x-operation': operationId };
}

function parametersOfRoute(route: AnyRoute): readonly Json[] {
  const rest = restOf(route.path);
  const inPath = parametersOf(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(name === rest ? { description: 'The rest of the path, slashes included; it may be empty.' } : {}),
    schema: route.params?.[name] ? plain(route.params[name]) : { type: 'string', format: 'uuid' },
  }));
  return [...inPath, ...queryOf(route), ...headersOf(route)];
}

function queryOf(route: AnyRoute): readonly Json[] {
  const query: Partial<TObject> = route.query ?? {};
  const required: readonly string[] = query.required ?? [];
  return Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
    schema: plain(schema),
  }));
}

function headersOf({ method, access }: AnyRoute): readonly Json[] {
  if (method === 'POST' && !('public' in access)) return [{ $ref: '#/components/parameters/IdempotencyKey' }];
  if (method === 'PUT' || method === 'PATCH') return [{ $ref: '#/components/parameters/IfMatch' }];
  return [];
}

function bodyOf(route: AnyRoute): Json {
  const { body, bodyKind = 'json' } = route;
  if (bodyKind === 'binary') {
    const types = route.bodyTypes ?? ['application/octet-stream'];
    return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, {}])) } };
  }
  if (body === undefined) return {};
  const schema = plain(route.lenient ? body : closed(body));
  const types = [
    ...(bodyKind === 'form' ? [] : ['application/json']),
    ...(bodyKind === 'json' ? [] : ['application/x-www-form-urlencoded']),
  ];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
}
