import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { SiteCount } from '../contract.ts';

const DEVICES = 'device_count';

/** Counts of other modules per site. */
export class SiteCounts extends Service<{ counts: Contributions<SiteCount> }> {
  async added<R extends { readonly id: string }>(
    unit: Unit,
    rows: readonly R[],
  ): Promise<readonly (R & { readonly device_count: number })[]> {
    const devices = this.parts.counts.values.filter(({ name }) => name === DEVICES);
    if (rows.length === 0 || devices.length === 0) return rows.map((row) => ({ ...row, device_count: 0 }));
    const ids = rows.map(({ id }) => id);
    const maps = await Promise.all(devices.map((each) => each.count(unit, ids)));
    const sum = (id: string): number => maps.reduce((total, map) => total + (map.get(id) ?? 0), 0);
    return rows.map((row) => ({ ...row, device_count: sum(row.id) }));
  }

  async addedTo<R extends { readonly id: string }>(
    unit: Unit,
    row: R,
  ): Promise<R & { readonly device_count: number }> {
    const [counted] = await this.added(unit, [row]);
    return { ...row, device_count: counted?.device_count ?? 0 };
  }

  /** True while something stands at the site that must not lose it. */
  async keepSite(unit: Unit, id: string): Promise<boolean> {
    const keeping = this.parts.counts.values.filter(({ keepsSite }) => keepsSite);
    const maps = await Promise.all(keeping.map((each) => each.count(unit, [id])));
    return maps.some((map) => (map.get(id) ?? 0) > 0);
  }
}
