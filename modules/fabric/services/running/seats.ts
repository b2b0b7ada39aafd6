import { unavailable } from '@patchbay/kernel/errors';

export interface SeatOptions {
  readonly most: number;
  readonly mostPerOrganization: number;
}

/** Bounds what is carried out at somebody's word, apart from what events ask for: neither waits for the other. */
export class Seats {
  readonly #options: SeatOptions;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(options: SeatOptions) {
    this.#options = options;
  }

  /** Throws `kernel.unavailable` before anything is done when there is no room. */
  async during<T>(organization_id: string, work: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(organization_id) ?? 0;
    if (this.#total >= this.#options.most || taken >= this.#options.mostPerOrganization)
      throw unavailable({ message: 'Too many runs are under way; try again shortly.', retryAfterSeconds: 1 });
    this.#add(organization_id, 1);
    try {
      return await work();
    } finally {
      this.#add(organization_id, -1);
    }
  }

  #add(organization_id: string, by: 1 | -1): void {
    this.#total += by;
    const count = (this.#taken.get(organization_id) ?? 0) + by;
    if (count > 0) this.#taken.set(organization_id, count);
    else this.#taken.delete(organization_id);
  }
}
