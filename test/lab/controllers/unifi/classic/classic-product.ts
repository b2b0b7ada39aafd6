import type { LabRequest } from '../../lab-product.ts';
import { classicRefusal, invalidPayload, Refusal } from '../refusal.ts';
import { classicBody, type Result } from '../requests.ts';
import { type DataSchema, unifiSchema } from '../schema.ts';
import type { LabSite, Row, Tables } from '../tables.ts';
import { ClassicCommands } from './classic-commands.ts';
import { ClassicReads } from './classic-reads.ts';
import { checkFields } from './field-check.ts';

/** What the product cannot make an object without. */
const needed: Readonly<Record<string, readonly string[]>> = {
  NetworkConf: ['name', 'purpose'],
  WlanConf: ['name'],
  PortConf: ['name'],
  PortForward: ['name'],
  FirewallRule: ['ruleset', 'rule_index', 'action'],
  FirewallGroup: ['name', 'group_type'],
  Routing: ['name'],
  RadiusProfile: ['name'],
  Account: ['name'],
  User: ['mac'],
  UserGroup: ['name'],
  DynamicDNS: ['service'],
  HotspotOp: ['name', 'x_password'],
  Tag: ['name'],
};
const kept = new Set(['_id', 'site_id']);

/** The interface of the web application: envelopes, `rest/<resource>`, settings, commands and reads. */
export class ClassicProduct {
  readonly #tables: Tables;
  readonly #commands: ClassicCommands;
  readonly #reads: ClassicReads;

  constructor(tables: Tables, version: string) {
    this.#tables = tables;
    this.#commands = new ClassicCommands(tables);
    this.#reads = new ClassicReads(tables, version);
  }

  execute(request: LabRequest, path: string): Result {
    if (path === '/api/self/sites' || path === '/api/stat/sites')
      return enveloped(this.#tables.sites.map(({ _id, name, desc }) => ({ _id, name, desc, role: 'admin' })));
    const [, name = '', rest = ''] = /^\/api\/s\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const site = this.#tables.sites.find((each) => each.name === decodeURIComponent(name));
    if (!site) throw rest === '' ? classicRefusal('NotFound', 404) : classicRefusal('NoSiteContext', 401);
    return enveloped(this.#atSite(request, site, rest));
  }

  #atSite(request: LabRequest, site: LabSite, path: string): readonly unknown[] {
    const [kind = '', resource = '', id] = path.split('/');
    if (kind === 'rest') return this.#rest(request, site, resource, id);
    if (kind === 'set' && resource === 'setting' && request.method === 'POST')
      return this.#setting(site, id ?? '', classicBody(request));
    if (kind === 'cmd' && request.method === 'POST')
      return this.#commands.execute(site, path.slice(4).replace(/\/$/, ''), request);
    return this.#reads.execute(request, site, path);
  }

  #rest(
    { method, body, ...request }: LabRequest,
    site: LabSite,
    resource: string,
    id: string | undefined,
  ): readonly Row[] {
    const name = unifiSchema().rest.get(resource);
    const fields = unifiSchema().resources[name ?? ''];
    if (name === undefined || fields === undefined) throw classicRefusal('NotFound', 404);
    const rows = this.#tables.rows(site, resource);
    const row = id === undefined ? undefined : rows.find((each) => each['_id'] === id);
    if (id !== undefined && row === undefined) throw classicRefusal('IdInvalid');
    if (method === 'GET') return row ? [row] : rows;
    if (method === 'DELETE' && row) return this.#remove(site, resource, row);
    const given = classicBody({ method, body, ...request });
    checkFields(fields, given);
    if (method === 'PUT' && row) {
      const changed = Object.fromEntries(Object.entries(given).filter(([key]) => !kept.has(key)));
      return [this.#tables.update(site, resource, row, changed)];
    }
    if (method === 'POST' && id === undefined && resource !== 'device')
      return [this.#create(site, name, resource, given)];
    throw new Refusal(405, 'api.err.Invalid', 'Method not allowed', {
      headers: { allow: 'GET, POST, PUT, DELETE' },
    });
  }

  #create(site: LabSite, name: string, resource: string, given: Row): Row {
    for (const field of needed[name] ?? []) if (given[field] === undefined) throw invalidPayload(field);
    const rows = this.#tables.rows(site, resource);
    const mac = given['mac'];
    if (resource === 'user' && rows.some((row) => row['mac'] === String(mac).toLowerCase()))
      throw classicRefusal('MacUsed');
    if (resource === 'networkconf' && rows.some((row) => row['name'] === given['name']))
      throw classicRefusal('NameUsed');
    const lower = typeof mac === 'string' ? { mac: mac.toLowerCase() } : {};
    return this.#tables.insert(site, resource, {
      _id: this.#tables.objectId(),
      site_id: site._id,
      ...given,
      ...lower,
    });
  }

  #remove(site: LabSite, resource: string, row: Row): readonly Row[] {
    if (row['attr_no_delete'] === true) throw classicRefusal('NoDelete');
    const id = `"${String(row['_id'])}"`;
    for (const [table, rows] of this.#tables.tablesOf(site)) {
      if (!rows.some((other) => other !== row && JSON.stringify(other).includes(id))) continue;
      throw classicRefusal(table === 'device' ? 'ObjectReferredByDevice' : 'ObjectReferredBy');
    }
    this.#tables.remove(site, resource, row);
    return [];
  }

  /** The whole object of a key is wanted; a part of it is refused. */
  #setting(site: LabSite, key: string, given: Row): readonly Row[] {
    const row = this.#tables.rows(site, 'setting').find((each) => each['key'] === key);
    const fields: Readonly<Record<string, DataSchema>> | undefined =
      unifiSchema().resources[unifiSchema().rest.get(`setting/${key}`) ?? ''];
    if (!row || !fields) throw classicRefusal('NotFound', 404);
    const absent = Object.keys(row).find((name) => given[name] === undefined);
    if (absent !== undefined) throw invalidPayload(absent);
    if (given['key'] !== key || given['_id'] !== row['_id']) throw classicRefusal('InvalidValue');
    checkFields(fields, given);
    return [this.#tables.replace(site, 'setting', row, given)];
  }
}

const enveloped = (data: readonly unknown[]): Result => ({ body: { meta: { rc: 'ok' }, data } });
