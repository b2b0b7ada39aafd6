import { Claims, changedFrom, type ImportFaults } from '@patchbay/csv-import';
import { slugTaken } from '../../errors.ts';
import type { SiteInput, SitePatch } from '../../schemas.ts';
import type { SiteRow } from '../sites.ts';
import { assertTimezone } from '../timezone.ts';
import type { KnownSites } from './known-sites.ts';
import type { SiteRecord } from './site-columns.ts';

export interface SiteCreation {
  readonly row: number;
  readonly input: SiteInput;
}

export interface SiteUpdate {
  readonly id: string;
  readonly patch: SitePatch;
}

/** The site that a record means, and the column that says so. */
type Meant = { readonly site: SiteRow; readonly by: 'id' | 'slug' | 'name' };

interface Surroundings {
  readonly known: KnownSites;
  readonly slugsOfOthers: ReadonlySet<string>;
  readonly isHeldToSites: boolean;
}

/** Decides record by record what a file does to sites; what is wrong goes to the faults. */
export class SitePlanner {
  readonly creations: SiteCreation[] = [];
  readonly updates: SiteUpdate[] = [];
  unchanged = 0;
  readonly #around: Surroundings;
  readonly #faults: ImportFaults;
  readonly #claims: Claims;

  constructor(around: Surroundings, faults: ImportFaults) {
    this.#around = around;
    this.#faults = faults;
    this.#claims = new Claims(faults);
  }

  take(record: SiteRecord): void {
    const { row, values } = record;
    this.#faults.check(row, 'timezone', () => assertTimezone(values.timezone));
    const meant = this.#meant(record);
    if (meant === 'new') this.#create(record);
    else if (meant !== null) this.#update(record, meant);
  }

  /** By id, else by slug, else by name; null when that is not known, or wrong. */
  #meant({ row, values: { id, slug, name } }: SiteRecord): Meant | 'new' | null {
    const { byId, bySlug, byName } = this.#around.known;
    if (this.#faults.isFaulty(row, 'id')) return null;
    if (id !== undefined) return this.#found(row, byId.get(id.toLowerCase()));
    if (this.#faults.isFaulty(row, 'slug')) return null;
    const bySlugFound = slug === undefined ? undefined : bySlug.get(slug);
    if (bySlugFound !== undefined) return { site: bySlugFound, by: 'slug' };
    if (slug !== undefined || name === undefined) return 'new';
    const [site, another] = byName.get(name) ?? [];
    if (another === undefined) return site === undefined ? 'new' : { site, by: 'name' };
    this.#faults.add(row, 'name', 'several sites have this name; say which by slug or id', 'ambiguous');
    return null;
  }

  #found(row: number, site: SiteRow | undefined): Meant | null {
    if (site !== undefined) return { site, by: 'id' };
    this.#faults.add(row, 'id', 'there is no such site', 'not_found');
    return null;
  }

  #create({ row, values }: SiteRecord): void {
    const { id: _, name, slug, ...rest } = values;
    if (this.#around.isHeldToSites)
      this.#faults.add(row, null, 'would be a new site, and you are held to sites', 'held_to_sites');
    if (name === undefined) {
      if (!this.#faults.isFaulty(row, 'name')) this.#faults.add(row, 'name', 'is required', 'required');
    } else if (slug === undefined) this.#claims.take(row, 'name', `new/${name}`);
    if (slug !== undefined) this.#claims.take(row, 'slug', `slug/${slug}`);
    if (name === undefined || this.#faults.isAmong(row)) return;
    this.creations.push({ row, input: { name, ...(slug === undefined ? {} : { slug }), ...rest } });
  }

  #update({ row, values }: SiteRecord, { site, by }: Meant): void {
    const { id: _, ...said } = values;
    const patch = changedFrom(site, said);
    this.#claims.take(row, by, `site/${site.id}`);
    if (patch.slug !== undefined) this.#takeSlug(row, patch.slug);
    if (this.#faults.isAmong(row)) return;
    if (Object.keys(patch).length === 0) this.unchanged += 1;
    else this.updates.push({ id: site.id, patch });
  }

  #takeSlug(row: number, slug: string): void {
    const { known, slugsOfOthers } = this.#around;
    if (known.bySlug.has(slug) || slugsOfOthers.has(slug))
      this.#faults.add(row, 'slug', slugTaken.message, 'slug_taken');
    this.#claims.take(row, 'slug', `slug/${slug}`);
  }
}
