import { type Database, exempt, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { OrganizationCount } from '../contract.ts';

const countsExemption = exempt(
  'organizations.counts',
  'super administrators list every organization with its numbers',
);

export type Counts = Record<string, number>;

/** Counts of everything in an organization, from the modules that own it. */
export class OrganizationCounts extends Service<{
  database: Database;
  counts: Contributions<OrganizationCount>;
}> {
  /** Names that quotas may have. */
  get kinds(): readonly string[] {
    return this.parts.counts.values
      .filter(({ limitedTable }) => limitedTable !== null)
      .map(({ name }) => name);
  }

  /** As much as the unit's principal sees. */
  async of(unit: Unit): Promise<Counts> {
    const pairs = this.parts.counts.values.map(async ({ name, count }) => [name, await count(unit)] as const);
    return Object.fromEntries(await Promise.all(pairs));
  }

  /** One statement for each number, however many organizations there are. */
  ofEach(organization_ids: readonly string[]): Promise<(organization_id: string) => Counts> {
    return this.parts.database.asSystem(countsExemption, async (trx) => {
      const maps = this.parts.counts.values.map(
        async ({ name, countEach }) => [name, await countEach(trx, organization_ids)] as const,
      );
      const known = await Promise.all(maps);
      return (id) => Object.fromEntries(known.map(([name, map]) => [name, map.get(id) ?? 0]));
    });
  }
}
