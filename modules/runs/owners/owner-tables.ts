import { defineTable, p, rowSecurity, tenantColumns, timestamp } from '@patchbay/kernel/database';

/** Counts beside an owner, whose id the row bears, so that counting does not change the owner. */
export const counterTable = <const Name extends string>(name: Name) =>
  defineTable(name, {
    columns: { ...tenantColumns, conditions_failed: p.bigint('number').defaultRaw('0') },
    lock: rowSecurity(name, null),
  });

/** Runs of an owner, whose id the row bears, that failed one after another. */
export const failureTable = <const Name extends string>(name: Name) =>
  defineTable(name, {
    columns: { ...tenantColumns, in_a_row: p.integer().default(0) },
    lock: rowSecurity(name, null),
  });

/** Runs of an owner, whose id the row bears, in its current minute, and whether those were too many. */
export const rateTable = <const Name extends string>(name: Name) =>
  defineTable(name, {
    columns: {
      ...tenantColumns,
      window_started_at: timestamp(),
      admitted: p.integer().default(0),
      /** Since when more events come than may run; null when they do not. */
      tripped_at: timestamp().nullable(),
      /** When an event was refused last. */
      refused_at: timestamp().nullable(),
      /** Whether the event of this trip is out. */
      is_announced: p.boolean().default(false),
    },
    lock: rowSecurity(name, null),
  });

/** Rises in the transaction of every change to an owner of the organization, whose id the row bears. */
export const revisionTable = <const Name extends string>(name: Name) =>
  defineTable(name, {
    columns: { ...tenantColumns, revision: p.bigint('number') },
    lock: rowSecurity(name, null),
  });
