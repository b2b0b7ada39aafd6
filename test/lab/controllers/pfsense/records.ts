import { createHash, randomBytes } from 'node:crypto';
import type { FirewallSchema, Model } from './schema.ts';

/** One object as the configuration holds it; children stand in the field of their parent. */
export type FirewallRecord = Record<string, unknown>;

/**
 * The configuration: `saved` is what calls write, `running` what is in effect. Models by name, their objects in the
 * order of the configuration arrays; a model with one object has a list of one.
 */
export class FirewallRecords {
  readonly #schema: FirewallSchema;
  readonly #saved = new Map<string, FirewallRecord[]>();
  readonly #running = new Map<string, FirewallRecord[]>();
  readonly #dirty = new Set<string>();
  readonly #hashes = new Map<string, string>();

  constructor(schema: FirewallSchema) {
    this.#schema = schema;
  }

  /** The list itself; each change of it is told by `touch`. */
  list(model: string): FirewallRecord[] {
    let list = this.#saved.get(model);
    if (list === undefined) {
      list = [];
      this.#saved.set(model, list);
    }
    return list;
  }

  /** Objects of a child model in one parent, or those of a model without parents. */
  siblings(model: Model, parent: FirewallRecord | null): FirewallRecord[] {
    if (model.parent === null || parent === null) return this.list(model.name);
    const field = this.#schema
      .model(model.parent)
      .fields.find((each) => each.nested_model_class === model.name);
    if (field === undefined) return [];
    const held = parent[field.name];
    if (Array.isArray(held)) return held as FirewallRecord[];
    const list: FirewallRecord[] = [];
    parent[field.name] = list;
    return list;
  }

  running(model: string): readonly FirewallRecord[] {
    return this.#running.get(model) ?? [];
  }

  /** Marks a changed model as not yet in effect. */
  touch(root: string): void {
    this.#dirty.add(root);
    this.#hashes.delete(root);
  }

  get dirty(): ReadonlySet<string> {
    return this.#dirty;
  }

  /** Puts the saved objects of these models into effect. */
  commit(roots: Iterable<string>): void {
    for (const root of roots) {
      this.#running.set(root, structuredClone(this.list(root)));
      this.#dirty.delete(root);
    }
  }

  commitAll(): void {
    this.commit([...this.#saved.keys()]);
  }

  /** Models that hold an object, saved or in effect. */
  models(copy: 'saved' | 'running'): readonly string[] {
    const lists = copy === 'saved' ? this.#saved : this.#running;
    return [...lists].filter(([, list]) => list.length > 0).map(([name]) => name);
  }

  /** SHA-256 over what is saved; a model that did not change is not read again. */
  hash(): string {
    const all = createHash('sha256');
    for (const name of this.models('saved').toSorted()) {
      let hash = this.#hashes.get(name);
      if (hash === undefined) {
        hash = createHash('sha256')
          .update(JSON.stringify(this.list(name)))
          .digest('hex');
        this.#hashes.set(name, hash);
      }
      all.update(`${name} ${hash}\n`);
    }
    return all.digest('hex');
  }
}

/** As the product makes ids that are not chosen. */
export const uniqueId = (): string => randomBytes(7).toString('hex').slice(0, 13);

/** Position in the array, or the name where the model has names. */
export const idOf = (model: Model, record: FirewallRecord, position: number): number | string =>
  model.id_type === 'string' ? String(record['id']) : position;
