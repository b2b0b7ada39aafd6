import { v4 as uuidv4 } from 'uuid';

/** Owner and organization of a run that asks for a slot. */
export interface PlaceFor {
  readonly owner_id: string;
  readonly organization_id: string;
}

export interface PlaceLimits {
  readonly maxAtOnce: number;
  readonly maxPerOwner: number;
  readonly maxPerOrganization: number;
}

export interface PlaceBook {
  readonly limits: PlaceLimits;
  /** Runs that have a place. */
  held(): readonly PlaceFor[];
  /** Places taken for runs that are being written; all who write at this time share them. */
  readonly reserved: Set<PlaceFor>;
  /** False while runs wait for a place: new ones wait behind them. */
  readonly isOpen: boolean;
}

/** Places for runs about to be written, which are claimed as they are written. To be released when they have begun. */
export class NewRunPlaces {
  readonly claim_id = uuidv4();
  readonly #book: PlaceBook;
  readonly #mine: PlaceFor[] = [];

  constructor(book: PlaceBook) {
    this.#book = book;
  }

  /** False: the run has to wait in PostgreSQL. */
  take(run: PlaceFor): boolean {
    if (!this.#book.isOpen || !this.#hasRoom(run)) return false;
    const place = { ...run };
    this.#mine.push(place);
    this.#book.reserved.add(place);
    return true;
  }

  #hasRoom({ owner_id, organization_id }: PlaceFor): boolean {
    const { limits, reserved } = this.#book;
    const taken = [...this.#book.held(), ...reserved];
    return (
      taken.length < limits.maxAtOnce &&
      taken.filter((each) => each.owner_id === owner_id).length < limits.maxPerOwner &&
      taken.filter((each) => each.organization_id === organization_id).length < limits.maxPerOrganization
    );
  }

  release(): void {
    for (const run of this.#mine.splice(0)) this.#book.reserved.delete(run);
  }
}
