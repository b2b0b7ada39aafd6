import type { LabRequest } from '../../lab-product.ts';
import { Refusal } from '../refusal.ts';
import { jsonBody, type Result } from '../requests.ts';
import { type DataSchema, type IntegrationOperation, unifiSchema } from '../schema.ts';
import type { LabSite, Row, Tables } from '../tables.ts';
import { check, checkBody } from './body-check.ts';
import { filterOf } from './filter.ts';
import { IntegrationActions } from './integration-actions.ts';
import { filterableOf, type IntegrationCall } from './integration-call.ts';
import { collectionOf, IntegrationObjects } from './integration-objects.ts';

export interface IntegrationOptions {
  readonly version: string;
  /** Whether policies by zone are set up. */
  readonly zone_firewall: boolean;
}

interface Matched {
  readonly operation: IntegrationOperation;
  readonly params: Readonly<Record<string, string>>;
}

const prefix = '/integration';

/** The integration interface: operations, parameters and bodies as its schema has them. */
export class IntegrationProduct {
  readonly #tables: Tables;
  readonly #options: IntegrationOptions;
  readonly #objects: IntegrationObjects;
  readonly #actions: IntegrationActions;

  constructor(tables: Tables, options: IntegrationOptions) {
    this.#tables = tables;
    this.#options = options;
    this.#objects = new IntegrationObjects(tables, options.zone_firewall);
    this.#actions = new IntegrationActions(tables);
  }

  execute(request: LabRequest, path: string): Result {
    const { operation, params } = this.#matched(request.method, path.slice(prefix.length));
    for (const [name, schema] of Object.entries(operation.pathParams ?? {}))
      check(typed(schema, params[name]), value(schema, params[name]), name);
    const query = queryOf(operation, request.query);
    if (operation.id === 'getInfo') return { body: { applicationVersion: this.#options.version } };
    const body = operation.method === 'GET' ? undefined : jsonBody(request);
    const schema = operation.body?.['application/json'];
    if (schema) checkBody(schema, body);
    const call = { operation, params, query, body: (body ?? {}) as Row };
    if (params['siteId'] === undefined) return this.#global(call);
    const site = this.#tables.sites.find(({ id }) => id === params['siteId']);
    if (!site) throw new Refusal(404, 'api.request.error', 'Unknown site');
    if (path.includes('/firewall/') && !this.#options.zone_firewall)
      throw new Refusal(400, 'api.firewall.zone-based-firewall-not-configured');
    return this.#atSite(site, call);
  }

  #atSite(site: LabSite, call: IntegrationCall): Result {
    const { operation } = call;
    if (operation.queryParams?.['limit'] && operation.method === 'GET') {
      const rows = this.#objects.overviews(site, operation);
      return { body: paged(operation, rows, call.query) };
    }
    return this.#actions.execute(site, call) ?? this.#objects.execute(site, call);
  }

  #global({ operation, query }: IntegrationCall): Result {
    const [first] = this.#tables.sites;
    const sites = this.#tables.sites.map(({ id, name, desc }) => ({
      id,
      internalReference: name,
      name: desc,
    }));
    const rows =
      operation.id === 'getSiteOverviewPage'
        ? sites
        : first
          ? this.#tables.rows(first, collectionOf(operation.path))
          : [];
    return { body: paged(operation, rows, query) };
  }

  #matched(method: string, path: string): Matched {
    const found = unifiSchema().operations.flatMap((operation) => {
      const params = matchPath(operation.path, path);
      return params ? [{ operation, params }] : [];
    });
    // `ordering` is also what an id could look like to a template.
    const exact = found.filter(({ operation }) => operation.path.split('{').length === fewest(found));
    const wanted = exact.find(({ operation }) => operation.method === method);
    if (wanted) return wanted;
    if (found.length === 0) throw new Refusal(404, 'api.request.error', 'No such path');
    const allow = [...new Set(exact.map(({ operation }) => operation.method))].join(', ');
    throw new Refusal(405, 'api.request.error', 'Method not allowed', { headers: { allow } });
  }
}

const fewest = (found: readonly Matched[]): number =>
  Math.min(...found.map(({ operation }) => operation.path.split('{').length));

function matchPath(template: string, path: string): Record<string, string> | null {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decodeURIComponent(given[index] ?? '');
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) params[name] = text;
    else if (part !== text) return null;
  }
  return params;
}

const typed = (schema: DataSchema, text: string | undefined): DataSchema =>
  text === undefined ? {} : schema;

const value = (schema: DataSchema, text = ''): unknown => {
  if (schema.type === 'integer' || schema.type === 'number') return text === '' ? Number.NaN : Number(text);
  return schema.type === 'boolean' ? (text === 'true' ? true : text === 'false' ? false : text) : text;
};

function queryOf(operation: IntegrationOperation, query: URLSearchParams): URLSearchParams {
  for (const [name, schema] of Object.entries(operation.queryParams ?? {})) {
    const text = query.get(name);
    if (text === null && schema.required === true)
      throw new Refusal(400, 'api.request.error', `Missing query parameter ${name}`);
    if (text !== null) check({ ...schema, required: [] }, value(schema, text), name);
  }
  return query;
}

function paged(operation: IntegrationOperation, rows: readonly Row[], query: URLSearchParams): Row {
  const offset = Number(query.get('offset') ?? 0);
  const most = Number(
    query.get('limit') ?? Reflect.get(operation.queryParams?.['limit'] ?? {}, 'default') ?? 25,
  );
  const filter = query.get('filter');
  const found = filter === null ? rows : rows.filter(filterOf(filter, filterableOf(operation)));
  const data = found.slice(offset, offset + most);
  return { offset, limit: most, count: data.length, totalCount: found.length, data };
}
