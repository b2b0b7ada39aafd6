// Runs in a process of its own: exemptions that other files declare would be counted here.
import type { ErrorDefinition, PatchbayError } from '@patchbay/kernel/errors';
import * as kernelErrors from '@patchbay/kernel/errors';
import { prefixAccess } from '@patchbay/kernel/events';
import * as fabric from '@patchbay/kernel/fabric';
import { httpErrors } from '@patchbay/kernel/http';
import { permissionsIn } from '@patchbay/kernel/modules';
import * as outbound from '@patchbay/kernel/outbound';
import { SchemaCompiler } from '@patchbay/kernel/schema';
import * as secrets from '@patchbay/kernel/secrets';
import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { DOCUMENTS, documentsOf, ownModules, recorded } from '../openapi/documents.ts';
import { LOWEST_ROLES } from './support/role-map.ts';
import { routesOf } from './support/routes.ts';
import { Sampler } from './support/sample.ts';

const modules = await ownModules();
const documents = await documentsOf(modules);
const routes = routesOf(modules);
const permissions = modules.flatMap(({ permissions = [] }) => permissions);

t.test(
  'what the declarations amount to equals what is recorded (npm run openapi records anew)',
  async (t) => {
    for (const name of DOCUMENTS) t.same(different(await recorded(name), documents[name]), [], name);
  },
);

/** Names of the parts, two levels down, that are not alike: a whole document is too long to compare by eye. */
function different(former: object | null, now: object): readonly string[] {
  const [before, after] = [partsOf(former ?? {}), partsOf(now)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

const partsOf = (document: object): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(document).flatMap(([name, value]) =>
      Object.entries(Object(value) as object).map(
        ([inner, part]) => [`${name} ${inner}`, JSON.stringify(part)] as const,
      ),
    ),
  );

t.test('the document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(documents.openapi)));
  t.same(errors ?? [], []);
  t.ok(valid);
  t.equal(validator.version, '3.1');
});

t.test('the document names every route once, with a summary and a tag that has a title', async (t) => {
  const ids = routes.map(({ route }) => route.id);
  t.same(ids.length, new Set(ids).size);
  for (const { route, name } of routes) {
    t.ok(route.summary.length > 3, `${name} has a summary`);
    t.notMatch(route.summary, /\.$/, `${name}: a summary is no sentence with a full stop`);
  }
});

t.test(
  'an event is held ready only for a module that is not there yet: one that is there fires it',
  async (t) => {
    const declared = new Set(modules.flatMap(({ events = [] }) => events.map(({ type }) => type)));
    const ids = new Set(modules.map(({ id }) => id));
    const silent = modules
      .flatMap(({ reserves = [] }) => reserves)
      .filter(({ owner, event }) => ids.has(owner) && !declared.has(event.type));
    t.same(
      silent.map(({ event }) => event.type),
      [],
    );
  },
);

t.test('every permission that is used is declared, by exactly one module', async (t) => {
  const ids = permissions.map(({ id }) => id);
  t.same(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  const used = [
    ...routes.map(({ route }) => [route.id, permissionsIn(route.access)] as const),
    ...modules.flatMap(({ events = [] }) =>
      events.map((event) => [event.type, permissionsIn(event.access)] as const),
    ),
    ...modules.flatMap(({ operations = [] }) =>
      operations.map(({ id, permission }) => [id, permission === null ? [] : [permission]] as const),
    ),
  ];
  for (const [where, wanted] of used) for (const id of wanted) t.ok(ids.includes(id), `${where} uses ${id}`);
});

t.test('a permission of the role map has the lowest role that the map gives it', async (t) => {
  for (const { id, lowest } of permissions)
    if (LOWEST_ROLES.has(id)) t.equal(lowest, LOWEST_ROLES.get(id), id);
});

/** What `errors` of a module, a route or a room holds. */
const isDefinition = (value: unknown): value is ErrorDefinition =>
  typeof value === 'function' && 'id' in value && 'kind' in value && 'matches' in value;

t.test('every error id means one thing, and is documented', async (t) => {
  const ofRooms: readonly unknown[] = [kernelErrors, fabric, outbound, secrets].flatMap((room) =>
    Object.values(room),
  );
  const common = [...ofRooms.filter(isDefinition), ...httpErrors];
  const listed = [
    ...common,
    ...modules.flatMap(({ errors = [] }) => errors),
    ...routes.flatMap(({ route }): ErrorDefinition[] => [...(route.errors ?? [])]),
  ];
  const byId = Map.groupBy(listed, ({ id }) => id);
  for (const [id, definitions] of byId) {
    t.match(id, /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/, id);
    t.equal(new Set(definitions).size, 1, `${id} is defined once`);
    t.ok(
      definitions.every(({ message }) => message.length > 3),
      `${id} says something`,
    );
  }
  const catalogued = new Set(
    [...common, ...modules.flatMap(({ errors = [] }) => errors)].map(({ id }) => id),
  );
  for (const { route } of routes)
    for (const { id } of (route.errors ?? []) as readonly ErrorDefinition[])
      t.ok(catalogued.has(id), `${route.id}: ${id} is listed by its module`);
});

t.test('every error of a route can be made, and stands in the document at its status', async (t) => {
  const text = JSON.stringify(documents.openapi);
  for (const { route } of routes)
    for (const define of (route.errors ?? []) as readonly ErrorDefinition[]) {
      const made: PatchbayError = define();
      t.ok(define.matches(made) && text.includes(`"id":"${define.id}"`), `${route.id}: ${define.id}`);
    }
});

t.test(
  'the payload schema of every event compiles, is closed to nothing it needs, and takes a sample',
  async (t) => {
    const ajv = new SchemaCompiler({ strict: false });
    for (const { events = [], id } of modules)
      for (const event of events) {
        const validate = ajv.compile(event.payload);
        const sample = new Sampler().value(JSON.parse(JSON.stringify(event.payload)), { full: true });
        t.ok(validate(sample), `${id}: ${event.type}: ${ajv.errorsText(validate.errors)}`);
        t.ok(event.title && event.description, `${event.type} says what it is`);
      }
  },
);

t.test('every body and query schema compiles, and a sample of it fits', async (t) => {
  const ajv = new SchemaCompiler({ strict: false, useDefaults: true });
  for (const { name, body, query } of routes)
    for (const [what, schema] of [
      ['body', body],
      ['query', query],
    ] as const) {
      if (schema === undefined) continue;
      const validate = ajv.compile(schema);
      for (const full of [false, true]) {
        const sample = new Sampler().value(schema, { full });
        t.ok(
          validate(sample),
          `${name}: ${what}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(sample)}`,
        );
      }
    }
});

t.test('events below a prefix of the specification are heard by those it names', async (t) => {
  for (const { type, access } of modules.flatMap(({ events = [] }) => events)) {
    const named = prefixAccess(type.split('.')[0]);
    if (named) t.same(access, named, type);
  }
});

interface DocumentedOperation {
  readonly operationId?: string;
  readonly description?: string;
  readonly responses?: Readonly<Record<string, { readonly $ref?: string; readonly headers?: object }>>;
}

t.test('every operation says who may call it, and every answer which headers it has', async (t) => {
  const { paths, components } = documents.openapi as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
    readonly components: { readonly responses: Readonly<Record<string, { readonly headers?: object }>> };
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { description, responses = {}, operationId }] of Object.entries(methods)) {
      if (operationId === undefined) continue;
      t.match(description, /(Public, needs|Needs) /, `${method} ${path}`);
      for (const [status, answer] of Object.entries(responses)) {
        const { headers = {} } = answer.$ref
          ? (components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? {})
          : answer;
        const expected = ['X-Request-ID', ...(status === '401' ? ['WWW-Authenticate'] : [])];
        const late = ['423', '429', '503'].includes(status) ? ['Retry-After'] : [];
        t.same(
          [...expected, ...late].filter((name) => !(name in headers)),
          [],
          `${method} ${path} ${status}`,
        );
      }
    }
});

t.test('a field of a reply that is named as a time says its format', async (t) => {
  const untold: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, inner] of Object.entries(schema)) {
      if (key === 'properties')
        for (const [name, property] of Object.entries(inner as object))
          if (/(_at|_until)$/.test(name) && isBareText(property)) untold.push(`${at}.${name}`);
      visit(inner, `${at}.${key}`);
    }
  };
  visit(documents.openapi, '');
  t.same(untold, []);
});

const isBareText = (schema: { type?: unknown; format?: unknown; anyOf?: readonly object[] }): boolean =>
  (schema.type === 'string' && schema.format === undefined) || (schema.anyOf?.some(isBareText) ?? false);
