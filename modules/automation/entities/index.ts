import type { TablesOf } from '@patchbay/kernel/database';
import { AutomationCounter } from './automation-counter.ts';
import { AutomationExecution } from './automation-execution.ts';
import { AutomationFailure } from './automation-failure.ts';
import { AutomationMiss } from './automation-miss.ts';
import { AutomationRate } from './automation-rate.ts';
import { AutomationRevision } from './automation-revision.ts';
import { AutomationRule } from './automation-rule.ts';

export const entities = [
  AutomationRule,
  AutomationExecution,
  AutomationMiss,
  AutomationCounter,
  AutomationRevision,
  AutomationFailure,
  AutomationRate,
];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
