import type { Row } from '../row.ts';

const tables = ['zones', 'vnets', 'subnets', 'controllers'] as const;
export type SdnTable = (typeof tables)[number];

/** One copy of the software defined network. */
export class SdnTables {
  readonly zones = new Map<string, Row>();
  readonly vnets = new Map<string, Row>();
  readonly subnets = new Map<string, Row>();
  readonly controllers = new Map<string, Row>();

  /** A copy that goes its own way. */
  copy(): SdnTables {
    const made = new SdnTables();
    for (const table of tables) for (const [id, row] of this[table]) made[table].set(id, { ...row });
    return made;
  }

  all(): Readonly<Record<string, Readonly<Record<string, Row>>>> {
    return Object.fromEntries(tables.map((table) => [table, Object.fromEntries(this[table])]));
  }
}

export type Sdn = SdnTables;
