import type { ImportFaults } from '@patchbay/csv-import';
import { credentialNotBound } from '../../../errors.ts';
import { assertOfSite } from '../../credentials/credential-hosts.ts';
import type { KnownControllers, NamedCredential } from './known-controllers.ts';

/** Rights of the principal over credentials. */
export interface Naming {
  /** Holds `settings:write`. */
  readonly mayName: boolean;
  readonly isHeldToSites: boolean;
}

type Known = Pick<KnownControllers, 'credentialById' | 'credentialsByName'>;

/** Finds the sign-ins that cells name, under the rules by which one is named at a controller (RULES R20, R21). */
export class CredentialCells {
  readonly #known: Known;
  readonly #naming: Naming;
  readonly #faults: ImportFaults;

  constructor(known: Known, naming: Naming, faults: ImportFaults) {
    this.#known = known;
    this.#naming = naming;
    this.#faults = faults;
  }

  /** Its id; undefined where the cell names none that may be used. */
  resolve(row: number, word: string | undefined): string | undefined {
    if (word === undefined) return undefined;
    if (!this.#naming.mayName) return this.#refused(row);
    const found = this.#found(row, word);
    return found?.site_id === null && this.#naming.isHeldToSites ? this.#refused(row) : found?.id;
  }

  /** Tells when it is the sign-in of another site. */
  assertOfSite(row: number, column: string, credential_id: string | null | undefined, site_id: string): void {
    const own = this.#known.credentialById.get(credential_id ?? '')?.site_id ?? null;
    this.#faults.check(row, column, () => assertOfSite(own, site_id));
  }

  #found(row: number, word: string): NamedCredential | undefined {
    const byId = this.#known.credentialById.get(word.toLowerCase());
    if (byId !== undefined) return byId;
    const [found, another] = this.#known.credentialsByName.get(word) ?? [];
    if (found === undefined) this.#faults.add(row, 'credential', 'there is no such sign-in', 'not_found');
    if (another === undefined) return found;
    this.#faults.add(row, 'credential', 'several sign-ins have this name; say which by id', 'ambiguous');
    return undefined;
  }

  #refused(row: number): undefined {
    this.#faults.add(row, 'credential', credentialNotBound.message, 'credential_not_bound');
  }
}
