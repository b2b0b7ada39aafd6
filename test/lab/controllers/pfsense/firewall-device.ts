import type { LabClock } from '../lab-clock.ts';
import { ObjectWriter } from './objects/object-writer.ts';
import { shown } from './objects/shown-objects.ts';
import type { Surroundings } from './objects/validators.ts';
import { type FirewallRecord, FirewallRecords } from './records.ts';
import { type Endpoint, type FirewallSchema, firewallSchema, type Model } from './schema.ts';

export interface Pending {
  readonly applied: boolean;
  readonly subsystems: readonly string[];
}

const maxRevisions = 30;

/** One firewall: what is saved, what is in effect, and the calls that carry the one into the other. */
export class FirewallDevice {
  readonly schema: FirewallSchema = firewallSchema();
  readonly records = new FirewallRecords(this.schema);
  readonly writer: ObjectWriter;
  readonly clock: LabClock;
  readonly #applyMs: number;
  readonly #applying = new Map<string, number>();
  readonly #applyPaths = new Map<string, string | null>();

  constructor(clock: LabClock, applyMs: number) {
    this.clock = clock;
    this.#applyMs = applyMs;
    this.writer = new ObjectWriter(this.schema, this.#surroundings(), () => this.nowSeconds());
    for (const { path, model, many } of this.schema.endpoints.values()) {
      const root = this.schema.root(this.schema.model(model));
      if (!many && root.name === model) this.#applyPaths.set(model, this.schema.applyPathOf(path));
    }
  }

  nowSeconds(): number {
    return Math.floor(this.clock.now() / 1_000);
  }

  isInstalled(model: Model): string | null {
    const installed = new Set(this.records.list('Package').map((each) => each['name']));
    return model.packages.find((name) => !installed.has(name)) ?? null;
  }

  /** Objects of a model as answered; those of a child model of every parent, or of the one named. */
  all(model: Model, parentId: string | null = null): FirewallRecord[] {
    const list = (siblings: readonly FirewallRecord[], id: number | string | null): FirewallRecord[] =>
      siblings.map((record, position) => shown(this.schema, model, record, position, id));
    if (model.parent === null) return list(this.records.list(model.name), null);
    const parents = this.schema.model(model.parent);
    return this.records.list(parents.name).flatMap((parent, position) => {
      const id = parents.id_type === 'string' ? String(parent['id']) : position;
      if (parentId !== null && parentId !== String(id)) return [];
      return list(this.records.siblings(model, parent), id);
    });
  }

  /** The one object of a model that has no list. */
  single(model: Model): FirewallRecord {
    const list = this.records.list(model.name);
    list[0] ??= Object.fromEntries(
      model.fields.map(({ name, default: value }) => [name, structuredClone(value)]),
    );
    return list[0];
  }

  /** Something was saved: in effect at once, or only marked until its apply call. */
  written(model: Model, endpoint: Endpoint, isToBeApplied: boolean, what: string): void {
    const root = this.schema.root(model);
    this.records.touch(root.name);
    this.#remember(`${what} ${model.name} via API`);
    const isDeferred =
      !model.always_apply && (this.schema.applyPathOf(endpoint.path) !== null || model.subsystem !== null);
    if (!isDeferred || isToBeApplied) this.records.commit([root.name]);
  }

  /** Starts what an apply path stands for; it is done when the clock says so, or now. */
  apply(path: string, isAsync: boolean): void {
    if (!isAsync || this.#applyMs === 0) {
      this.#commit(path);
      return;
    }
    this.#applying.set(path, (this.#applying.get(path) ?? 0) + 1);
    this.clock.after(this.#applyMs, () => {
      this.#applying.set(path, (this.#applying.get(path) ?? 1) - 1);
      this.#commit(path);
    });
  }

  pending(path: string): Pending {
    const subsystems = new Set<string>();
    for (const name of this.#dirtyOf(path)) {
      const { subsystem } = this.schema.model(name);
      if (subsystem !== null) subsystems.add(subsystem);
    }
    const isRunning = (this.#applying.get(path) ?? 0) > 0;
    return { applied: subsystems.size === 0 && !isRunning, subsystems: [...subsystems] };
  }

  #commit(path: string): void {
    this.records.commit(this.#dirtyOf(path));
  }

  #dirtyOf(path: string): readonly string[] {
    return [...this.records.dirty].filter((name) => this.#applyPaths.get(name) === path);
  }

  #remember(description: string): void {
    const revisions = this.records.list('ConfigHistoryRevision');
    revisions.unshift({
      time: this.nowSeconds(),
      description: `(system)@127.0.0.1:  ${description}`,
      version: '24.0',
      filesize: 0,
    });
    revisions.length = Math.min(revisions.length, maxRevisions);
  }

  #surroundings(): Surroundings {
    return {
      isAlias: (name, type) =>
        this.records
          .list('FirewallAlias')
          .some((each) => each['name'] === name && (!type || each['type'] === type)),
      values: (model, field) =>
        this.records
          .list(model)
          .map((each) => each[field])
          .filter((value) => value !== null),
    };
  }
}
