import type { FaultKind } from '@patchbay/sandbox';

/**
 * Why a plugin is in quarantine, as every organization may read it. A closed list: text that a plugin made, and
 * with it data of one organization, goes to that organization's log of the plugin and nowhere else. The table
 * of plugins takes no other words.
 */
export const quarantineReasons = {
  timeout: 'timeout: it ran longer than it may',
  memory: 'memory: it held more memory than it may',
  crash: 'crash: its process ended by itself',
  protocol: 'protocol: it did not keep to what a plugin may say',
  late_work: 'late_work: it went on working after its answer',
  schema: 'schema: its data cost more to check than it may',
} as const satisfies Record<FaultKind, string>;

export type QuarantineReason = (typeof quarantineReasons)[FaultKind];

export const QUARANTINE_REASONS: readonly QuarantineReason[] = Object.values(quarantineReasons);
