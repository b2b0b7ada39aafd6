/** Owner and organization of a run. */
export interface PlaceFor {
  readonly owner_id: string;
  readonly organization_id: string;
}

/** Counts runs: all, those of each owner, and those of each organization. */
export class RunCounts {
  readonly #owners = new Map<string, number>();
  readonly #organizations = new Map<string, number>();
  #all = 0;

  get all(): number {
    return this.#all;
  }

  get owners(): Iterable<string> {
    return this.#owners.keys();
  }

  get organizations(): Iterable<string> {
    return this.#organizations.keys();
  }

  ofOwner(id: string): number {
    return this.#owners.get(id) ?? 0;
  }

  ofOrganization(id: string): number {
    return this.#organizations.get(id) ?? 0;
  }

  add(run: PlaceFor): void {
    this.#change(run, 1);
  }

  remove(run: PlaceFor): void {
    this.#change(run, -1);
  }

  #change({ owner_id, organization_id }: PlaceFor, by: 1 | -1): void {
    this.#all += by;
    count(this.#owners, owner_id, by);
    count(this.#organizations, organization_id, by);
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
