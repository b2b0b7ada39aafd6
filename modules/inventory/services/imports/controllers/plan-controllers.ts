import { Claims, changedFrom, type ImportFaults } from '@patchbay/csv-import';
import type { Static } from 'typebox';
import { unknownVendor } from '../../../errors.ts';
import type { ControllerInput, ControllerPatch } from '../../../schemas/controllers.ts';
import { controllerUrl } from '../../controllers/controller-url.ts';
import type { ControllerRow } from '../../controllers/controller-view.ts';
import { assertNotReadable } from '../../controllers/plaintext.ts';
import { isElsewhere } from '../../controllers/trust.ts';
import type { ControllerRecord } from '../import-columns.ts';
import { CredentialCells, type Naming } from './credential-cells.ts';
import { type KnownControllers, placeOf } from './known-controllers.ts';
import { tlsAfter } from './tls-cells.ts';

export interface ControllerCreation {
  readonly row: number;
  readonly input: Static<typeof ControllerInput>;
}

export interface ControllerUpdate {
  readonly id: string;
  readonly patch: Static<typeof ControllerPatch>;
}

interface Surroundings {
  readonly known: KnownControllers;
  readonly naming: Naming;
  isServed(vendor: string): boolean;
}

/** Fields that the cells of a record lead to; undefined where a cell is empty or faulty. */
interface Resolved {
  readonly site_id: string | undefined;
  readonly url: string | undefined;
  readonly credential_id: string | undefined;
}

/** Decides record by record what a file does to controllers; what is wrong goes to the faults. */
export class ControllerPlanner {
  readonly creations: ControllerCreation[] = [];
  readonly updates: ControllerUpdate[] = [];
  unchanged = 0;
  readonly #around: Surroundings;
  readonly #faults: ImportFaults;
  readonly #claims: Claims;
  readonly #credentials: CredentialCells;

  constructor(around: Surroundings, faults: ImportFaults) {
    this.#around = around;
    this.#faults = faults;
    this.#claims = new Claims(faults);
    this.#credentials = new CredentialCells(around.known, around.naming, faults);
  }

  take(record: ControllerRecord): void {
    const resolved = this.#resolve(record);
    const meant = this.#meant(record, resolved.site_id);
    if (meant === 'new') this.#create(record, resolved);
    else if (meant !== null) this.#update(record, resolved, meant);
    else if (record.values.id === undefined) this.#assertServed(record.row, record.values.vendor);
  }

  #resolve({ row, values }: ControllerRecord): Resolved {
    const site_id = values.site === undefined ? undefined : this.#around.known.siteBy(values.site);
    if (values.site !== undefined && site_id === undefined)
      this.#faults.add(row, 'site', 'there is no such site', 'not_found');
    let url: string | undefined;
    this.#faults.check(row, 'url', () => {
      url = values.url === undefined ? undefined : controllerUrl(values.url);
    });
    return { site_id, url, credential_id: this.#credentials.resolve(row, values.credential) };
  }

  /** By id, else by site and name; null when that is not known, or wrong. */
  #meant(
    { row, values: { id, name } }: ControllerRecord,
    site_id: string | undefined,
  ): ControllerRow | 'new' | null {
    if (this.#faults.isFaulty(row, 'id')) return null;
    if (id !== undefined) {
      const controller = this.#around.known.byId.get(id.toLowerCase());
      if (controller === undefined) this.#faults.add(row, 'id', 'there is no such controller', 'not_found');
      return controller ?? null;
    }
    const missing = [this.#needs(row, 'name', name), this.#needs(row, 'site', site_id)];
    if (name === undefined || site_id === undefined || missing.includes(true)) return null;
    const [found, another] = this.#around.known.byPlace.get(placeOf(site_id, name)) ?? [];
    if (another === undefined) return found ?? 'new';
    this.#faults.add(
      row,
      'name',
      'several controllers of the site have this name; say which by id',
      'ambiguous',
    );
    return null;
  }

  /** True when the value is missing, which is told unless the cell is at fault already. */
  #needs(row: number, column: string, value: unknown): boolean {
    if (value !== undefined) return false;
    if (!this.#faults.isFaulty(row, column)) this.#faults.add(row, column, 'is required', 'required');
    return true;
  }

  #create({ row, values }: ControllerRecord, { site_id, url, credential_id }: Resolved): void {
    const { name, vendor, allow_plaintext } = values;
    this.#assertServed(row, vendor);
    const isLacking = [this.#needs(row, 'vendor', vendor), this.#needs(row, 'url', url)].includes(true);
    if (name === undefined || site_id === undefined) return;
    this.#claims.take(row, 'name', placeOf(site_id, name));
    this.#credentials.assertOfSite(row, 'credential', credential_id, site_id);
    if (isLacking || vendor === undefined || url === undefined) return;
    this.#assertNotReadable(row, { url, allow_plaintext, credential_id });
    if (this.#faults.isAmong(row)) return;
    const tls = tlsAfter(undefined, values);
    this.creations.push({
      row,
      input: {
        name,
        site_id,
        vendor,
        url,
        ...(credential_id === undefined ? {} : { credential_id }),
        ...(tls === undefined ? {} : { tls }),
        ...(allow_plaintext === undefined ? {} : { allow_plaintext }),
      },
    });
  }

  #update({ row, values }: ControllerRecord, resolved: Resolved, before: ControllerRow): void {
    const { name, vendor, allow_plaintext } = values;
    this.#claims.take(row, values.id === undefined ? 'name' : 'id', before.id);
    if (vendor !== undefined && vendor !== before.vendor)
      this.#faults.add(
        row,
        'vendor',
        'is another than the controller has, and cannot be changed',
        'immutable',
      );
    const { site_id = before.site_id, url = before.url, credential_id } = resolved;
    const tls = tlsAfter(before.tls, values);
    const isSentAnew = isElsewhere(before, { url, tls });
    const named = isSentAnew || credential_id !== before.credential_id ? credential_id : undefined;
    const after = {
      url,
      allow_plaintext: allow_plaintext ?? before.allow_plaintext,
      credential_id: named ?? (isSentAnew ? null : before.credential_id),
    };
    this.#assertNotReadable(row, after);
    if (named !== undefined || site_id !== before.site_id)
      this.#credentials.assertOfSite(
        row,
        named === undefined ? 'site' : 'credential',
        after.credential_id,
        site_id,
      );
    if (this.#faults.isAmong(row)) return;
    const said = { name, site_id, url, allow_plaintext };
    const patch = { ...changedFrom(before, said), ...(tls === undefined ? {} : { tls }) };
    const update = named === undefined ? patch : { ...patch, credential_id: named };
    if (Object.keys(update).length === 0) this.unchanged += 1;
    else this.updates.push({ id: before.id, patch: update });
  }

  #assertServed(row: number, vendor: string | undefined): void {
    if (vendor === undefined || this.#around.isServed(vendor)) return;
    this.#faults.add(row, 'vendor', unknownVendor.message, 'unknown_vendor');
  }

  #assertNotReadable(row: number, { url, allow_plaintext = false, credential_id = null }: Readable): void {
    this.#faults.check(row, 'url', () => assertNotReadable({ url, allow_plaintext, credential_id }));
  }
}

interface Readable {
  readonly url: string;
  readonly allow_plaintext: boolean | undefined;
  readonly credential_id: string | null | undefined;
}
