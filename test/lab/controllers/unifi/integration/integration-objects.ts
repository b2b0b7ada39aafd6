import { randomUUID } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import type { Result } from '../requests.ts';
import { type DataSchema, fieldsOf, type IntegrationOperation, resolved } from '../schema.ts';
import type { LabSite, Row, Tables } from '../tables.ts';
import type { IntegrationCall } from './integration-call.ts';

/** `/v1/sites/{siteId}/networks/{networkId}` is the table `/networks`. */
export const collectionOf = (path: string): string =>
  path.replace(/^\/v1(\/sites\/\{siteId\})?/, '').replace(/\/\{\w+\}$/, '');

/** Objects of the integration interface: kept as they were sent, with id and metadata. */
export class IntegrationObjects {
  readonly #tables: Tables;
  readonly #hasZones: boolean;

  constructor(tables: Tables, hasZones: boolean) {
    this.#tables = tables;
    this.#hasZones = hasZones;
  }

  /** Rows of a list with the fields its overviews have. */
  overviews(site: LabSite, operation: IntegrationOperation): readonly Row[] {
    const rows = this.#tables.rows(site, collectionOf(operation.path));
    const page = operation.responses['200']?.['application/json'];
    const item = page ? resolved(resolved(page).properties?.['data'] ?? {}).items : undefined;
    const names = item ? overviewFields(item) : null;
    return names === null ? rows : rows.map((row) => pick(row, names));
  }

  execute(site: LabSite, { operation, params, query, body }: IntegrationCall): Result {
    const table = collectionOf(operation.path);
    if (operation.path.endsWith('/ordering')) return this.#order(site, { operation, query, body });
    const id = Object.entries(params).find(([name]) => name !== 'siteId')?.[1];
    if (operation.method === 'POST') return { status: 201, body: this.#create(site, table, body) };
    const row = this.#tables.rows(site, table).find((each) => each['id'] === id);
    if (!row) throw new Refusal(404, 'api.request.error', 'Unknown id');
    if (operation.method === 'GET') return { body: row };
    if (operation.method === 'PATCH') return { body: this.#tables.update(site, table, row, body) };
    refuseForeign(row);
    if (operation.method === 'PUT') return { body: this.#replace(site, table, row, body) };
    this.#refuseReferred(site, row);
    this.#tables.remove(site, table, row);
    return {};
  }

  #create(site: LabSite, table: string, body: Row): Row {
    this.#checkRules(site, table, body, null);
    const kept: Row = { id: randomUUID(), ...body, ...this.#facts(site, table) };
    return this.#tables.insert(site, table, kept);
  }

  #replace(site: LabSite, table: string, row: Row, body: Row): Row {
    this.#checkRules(site, table, body, row);
    const facts = pick(row, new Set(['metadata', 'index', 'default']));
    return this.#tables.replace(site, table, row, { id: row['id'], ...body, ...facts });
  }

  #facts(site: LabSite, table: string): Row {
    const metadata = { metadata: { origin: 'USER_DEFINED', configurable: true } };
    const index =
      /policies$|acl-rules$/.test(table) && !table.startsWith('/dns')
        ? { index: this.#tables.rows(site, table).length }
        : {};
    return table === '/traffic-matching-lists'
      ? {}
      : { ...metadata, ...index, ...(table === '/networks' ? { default: false } : {}) };
  }

  /** Rules the schema cannot say: uniqueness, references, what must come together. */
  #checkRules(site: LabSite, table: string, body: Row, own: Row | null): void {
    const others = this.#tables.rows(site, table).filter((row) => row !== own);
    if (table === '/networks') {
      if (this.#hasZones && body['management'] === 'GATEWAY' && body['zoneId'] === undefined)
        throw new Refusal(400, 'api.network.validation.missing-zone-id');
      if (others.some((row) => row['vlanId'] === body['vlanId']))
        throw new Refusal(400, 'api.request.error', 'The VLAN id is in use');
    }
    if (
      table === '/dns/policies' &&
      others.some((row) => row['type'] === body['type'] && row['domain'] === body['domain'])
    )
      throw new Refusal(400, 'api.dns.policy.validation.record-already-exists');
    if (table === '/firewall/policies') {
      this.#mustExist(site, '/firewall/zones', Reflect.get(body['source'] ?? {}, 'zoneId'));
      this.#mustExist(site, '/firewall/zones', Reflect.get(body['destination'] ?? {}, 'zoneId'));
    }
    if (table === '/firewall/zones')
      for (const id of body['networkIds'] as readonly unknown[]) this.#mustExist(site, '/networks', id);
    if (table === '/networks' && body['zoneId'] !== undefined)
      this.#mustExist(site, '/firewall/zones', body['zoneId']);
  }

  #mustExist(site: LabSite, table: string, id: unknown): void {
    if (id === undefined || !this.#tables.rows(site, table).some((row) => row['id'] === id))
      throw new Refusal(400, 'api.request.error', `Unknown id ${String(id)}`);
  }

  #refuseReferred(site: LabSite, row: Row): void {
    const id = `"${String(row['id'])}"`;
    for (const [table, rows] of this.#tables.tablesOf(site))
      if (table !== 'ordering' && rows.some((other) => other !== row && JSON.stringify(other).includes(id)))
        throw new Refusal(400, 'api.request.error', 'The object is in use');
  }

  /** Index by the order asked for; every rule of the pair has to be named. */
  #order(site: LabSite, { operation, query, body }: Omit<IntegrationCall, 'params'>): Result {
    const table = collectionOf(operation.path).replace('/ordering', '');
    const name = table === '/acl-rules' ? 'orderedAclRuleIds' : 'orderedFirewallPolicyIds';
    const rows = this.#tables.rows(site, table).filter((row) => isUsers(row));
    if (operation.method === 'PUT') {
      const wanted = orderOf(body[name]);
      const missing = rows.some((row) => !wanted.includes(row['id'])) && table === '/acl-rules';
      const unknown = wanted.some((id) => !rows.some((row) => row['id'] === id));
      if (missing || unknown)
        throw new Refusal(400, 'api.request.error', 'The order names other rules than there are');
      for (const row of rows) {
        const index = wanted.indexOf(row['id']);
        if (index >= 0) this.#tables.update(site, table, row, { index });
      }
      this.#tables.update(site, 'ordering', this.#kept(site), { [`${table} ${zonesOf(query)}`]: body[name] });
    }
    const ids = [...rows].sort((a, b) => Number(a['index']) - Number(b['index'])).map(({ id }) => id);
    const kept = this.#kept(site)[`${table} ${zonesOf(query)}`];
    const before = { beforeSystemDefined: ids, afterSystemDefined: [] };
    return { body: { [name]: table === '/acl-rules' ? ids : (standing(kept, ids) ?? before) } };
  }

  #kept(site: LabSite): Row {
    return this.#tables.rows(site, 'ordering')[0] ?? this.#tables.insert(site, 'ordering', {});
  }
}

const isUsers = (row: Row): boolean => Reflect.get(row['metadata'] ?? {}, 'origin') === 'USER_DEFINED';

/** What the console made itself cannot be changed. */
function refuseForeign(row: Row): void {
  const metadata = (row['metadata'] ?? {}) as Row;
  const isOpen = metadata['origin'] === undefined || metadata['origin'] === 'USER_DEFINED';
  if (!isOpen || metadata['configurable'] === false)
    throw new Refusal(400, 'api.request.error', 'The object cannot be changed');
}

const zonesOf = (query: URLSearchParams): string =>
  `${query.get('sourceFirewallZoneId') ?? ''}>${query.get('destinationFirewallZoneId') ?? ''}`;

function orderOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const parts = value as { beforeSystemDefined: unknown[]; afterSystemDefined: unknown[] };
  return [...parts.beforeSystemDefined, ...parts.afterSystemDefined];
}

/** An order without the rules that are gone. */
const standing = (kept: unknown, ids: readonly unknown[]): unknown =>
  kept &&
  Object.fromEntries(
    Object.entries(kept).map(([place, list]) => [
      place,
      (list as unknown[]).filter((id) => ids.includes(id)),
    ]),
  );

function overviewFields(item: DataSchema): ReadonlySet<string> {
  const schema = resolved(item);
  const variants = Object.values(schema.discriminator?.mapping ?? {}).map(($ref) => ({ $ref }));
  return new Set([schema, ...variants].flatMap((each) => Object.keys(fieldsOf(each).properties)));
}

const pick = (row: Row, names: ReadonlySet<string>): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
