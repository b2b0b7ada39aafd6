import type { FirewallDevice } from '../firewall-device.ts';
import { type FirewallRecord, idOf } from '../records.ts';
import { idRequired, noObject, noParent, parentRequired, unsimulated } from '../refusal.ts';
import type { Endpoint, Model } from '../schema.ts';
import { filtersOf, matches, pageOf } from './list-query.ts';
import { shown } from './shown-objects.ts';

export type Body = Readonly<Record<string, unknown>>;

interface Found {
  readonly siblings: FirewallRecord[];
  readonly parent: FirewallRecord | null;
  readonly parentId: number | string | null;
}

/** The calls on objects and lists, alike for every model. */
export class ObjectCalls {
  readonly #device: FirewallDevice;

  constructor(device: FirewallDevice) {
    this.#device = device;
  }

  list(model: Model, query: URLSearchParams): readonly FirewallRecord[] {
    return pageOf(this.#device.all(model), query);
  }

  get(model: Model, query: URLSearchParams): FirewallRecord {
    if (!model.many) return shown(this.#device.schema, model, this.#device.single(model), 0);
    const { siblings, parentId } = this.#place(model, query.get('parent_id'));
    const position = this.#position(model, siblings, query.get('id'));
    return this.#shown(model, siblings, position, parentId);
  }

  create(model: Model, endpoint: Endpoint, body: Body): FirewallRecord {
    const { siblings, parent, parentId } = this.#place(model, body['parent_id'] ?? null);
    const record = this.#device.writer.make(model, body, { parent, siblings, current: null });
    if (model.id_type === 'string') record['id'] = newName(model, siblings, record);
    const position = placement(body, siblings.length);
    if (body['dry_run'] !== true) {
      siblings.splice(position, 0, record);
      this.#device.written(model, endpoint, body['apply'] === true, 'Added');
    }
    return shown(this.#device.schema, model, record, position, parentId);
  }

  update(model: Model, endpoint: Endpoint, body: Body): FirewallRecord {
    if (!model.many) return this.#updateSingle(model, endpoint, body);
    if (body['id'] === undefined || body['id'] === null) throw idRequired();
    const { siblings, parent, parentId } = this.#place(model, body['parent_id'] ?? null);
    let position = this.#position(model, siblings, body['id']);
    const current = siblings[position] ?? null;
    const record = this.#device.writer.make(model, merged(model, body, current), {
      parent,
      siblings,
      current,
    });
    if (body['dry_run'] !== true) {
      siblings[position] = record;
      if (typeof body['placement'] === 'number') {
        siblings.splice(position, 1);
        position = placement(body, siblings.length);
        siblings.splice(position, 0, record);
      }
      this.#device.written(model, endpoint, body['apply'] === true, 'Modified');
    }
    return shown(this.#device.schema, model, record, position, parentId);
  }

  remove(model: Model, endpoint: Endpoint, query: URLSearchParams): FirewallRecord {
    const { siblings, parentId } = this.#place(model, query.get('parent_id'));
    const position = this.#position(model, siblings, query.get('id'));
    const answer = this.#shown(model, siblings, position, parentId);
    if (model.name === 'Table') {
      const table = siblings[position];
      if (table) table['entries'] = [];
    } else siblings.splice(position, 1);
    this.#device.written(model, endpoint, query.get('apply') === 'true', 'Deleted');
    return answer;
  }

  /** Every object that meets the filters; without a filter nothing is deleted. */
  removeMany(model: Model, endpoint: Endpoint, query: URLSearchParams): readonly FirewallRecord[] {
    const filters = filtersOf(query);
    if (model.parent !== null || filters.length === 0) throw unsimulated('deleting a whole list');
    const all = this.#device.all(model);
    const gone = all.map((each) => matches(each, filters));
    const list = this.#device.records.list(model.name);
    const kept = list.filter((_, position) => !gone[position]);
    list.splice(0, list.length, ...kept);
    this.#device.written(model, endpoint, true, 'Deleted');
    return all.filter((_, position) => gone[position]);
  }

  #updateSingle(model: Model, endpoint: Endpoint, body: Body): FirewallRecord {
    const current = this.#device.single(model);
    const record = this.#device.writer.make(model, body, { parent: null, siblings: [], current });
    if (body['dry_run'] !== true) {
      Object.assign(current, record);
      this.#device.written(model, endpoint, body['apply'] === true, 'Modified');
    }
    return shown(this.#device.schema, model, record, 0);
  }

  #shown(
    model: Model,
    siblings: readonly FirewallRecord[],
    position: number,
    parentId: number | string | null,
  ) {
    return shown(this.#device.schema, model, siblings[position] ?? {}, position, parentId);
  }

  #place(model: Model, parentId: unknown): Found {
    const { records, schema } = this.#device;
    if (model.parent === null) return { siblings: records.list(model.name), parent: null, parentId: null };
    if (parentId === null) throw parentRequired();
    const parents = schema.model(model.parent);
    const list = records.list(parents.name);
    const at = list.findIndex((each, position) => String(idOf(parents, each, position)) === String(parentId));
    const parent = list[at];
    if (parent === undefined) throw noParent(parentId);
    return { siblings: records.siblings(model, parent), parent, parentId: idOf(parents, parent, at) };
  }

  #position(model: Model, siblings: readonly FirewallRecord[], id: unknown): number {
    if (id === null || id === undefined || id === '') throw idRequired();
    const at = siblings.findIndex((each, position) => String(idOf(model, each, position)) === String(id));
    if (at < 0) throw noObject(id);
    return at;
  }
}

function placement(body: Body, most: number): number {
  const wanted = body['placement'];
  return typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0
    ? Math.min(wanted, most)
    : most;
}

/** `append` and `remove` change lists by their members instead of replacing them. */
function merged(model: Model, body: Body, current: FirewallRecord | null): Body {
  if (body['append'] !== true && body['remove'] !== true) return body;
  const changed: Record<string, unknown> = { ...body };
  for (const { name, many } of model.fields) {
    const [given, held] = [body[name], current?.[name]];
    if (!many || !Array.isArray(given) || !Array.isArray(held)) continue;
    changed[name] =
      body['append'] === true ? [...held, ...given] : held.filter((each) => !given.includes(each));
  }
  return changed;
}

/** Interfaces are numbered; the rest goes by the interface they belong to. */
function newName(model: Model, siblings: readonly FirewallRecord[], record: FirewallRecord): string {
  if (model.name !== 'NetworkInterface') return String(record['interface'] ?? record['name']);
  let number = 1;
  while (siblings.some((each) => each['id'] === `opt${number}`)) number += 1;
  return `opt${number}`;
}
