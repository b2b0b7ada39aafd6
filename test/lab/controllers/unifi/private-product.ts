import type { LabRequest } from '../lab-product.ts';
import { Refusal } from './refusal.ts';
import { isRow, jsonBody, type Result } from './requests.ts';
import type { LabSite, Row, Tables } from './tables.ts';

/** The newer private calls: groups of access points and the system log, without an envelope. */
export class PrivateProduct {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  execute(request: LabRequest, path: string): Result {
    const [, name = '', what = '', id] = /^\/v2\/api\/site\/([^/]+)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const site = this.#tables.sites.find((each) => each.name === name);
    if (!site || (what !== 'apgroups' && what !== 'system-log')) throw new Refusal(404, 'api.err.NotFound');
    if (what === 'system-log') return { body: { data: [], page_number: 0, total_element_count: 0 } };
    const rows = this.#tables.rows(site, 'apgroups');
    const row = rows.find((each) => each['_id'] === id);
    if (id !== undefined && !row) throw new Refusal(400, 'api.err.IdInvalid');
    if (request.method === 'GET') return { body: row ?? rows };
    if (request.method === 'DELETE' && row) {
      if (row['attr_no_delete'] === true) throw new Refusal(400, 'api.err.NoDelete');
      this.#tables.remove(site, 'apgroups', row);
      return {};
    }
    const body = jsonBody(request);
    if (!isRow(body)) throw new Refusal(400, 'api.err.InvalidPayload');
    const given = this.#checked(site, body);
    if (request.method === 'POST' && !row)
      return {
        status: 201,
        body: this.#tables.insert(site, 'apgroups', { _id: this.#tables.objectId(), ...given }),
      };
    if (request.method === 'PUT' && row)
      return { body: this.#tables.replace(site, 'apgroups', row, { ...given, _id: id }) };
    throw new Refusal(405, 'api.err.Invalid', 'Method not allowed', {
      headers: { allow: 'GET, POST, PUT, DELETE' },
    });
  }

  #checked(site: LabSite, body: Row): Row {
    const { name, device_macs: macs } = body;
    if (typeof name !== 'string' || name === '' || !Array.isArray(macs))
      throw new Refusal(400, 'api.err.InvalidPayload');
    const known = this.#tables.rows(site, 'device').map(({ mac }) => mac);
    if (macs.some((mac) => !known.includes(mac))) throw new Refusal(400, 'api.err.UnknownDevice');
    return body;
  }
}
