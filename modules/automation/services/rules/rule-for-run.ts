import type { Clock } from '@patchbay/kernel/telemetry';
import { permissionFindings } from '@patchbay/module-fabric/contract';
import { assertSaveable, type OwnerForRun, type RunOwner, type SealedSteps } from '@patchbay/runs';
import { isSchedule, type TriggerConfig } from '../intake/trigger.ts';
import type { RuleCheck } from './rule-check.ts';
import { ruleRows } from './rule-view.ts';

export interface RuleForRun extends RunOwner {
  readonly trigger_config: TriggerConfig;
}

/** Reads a rule of which the caller may ask for an execution. */
export function ruleForRun(
  sealed: SealedSteps,
  check: Pick<RuleCheck, 'missingRights'>,
): OwnerForRun<RuleForRun> {
  const rows = ruleRows(sealed);
  return async (work, id) => {
    const row = await rows.row(work, id);
    const steps = sealed.open(row.sealed_actions, row);
    assertSaveable([
      ...check.missingRights(work.principal, { ...row, actions: steps }),
      ...(await permissionFindings(work, row.author_id, 'actions')),
    ]);
    return { ...row, sealed_plan: row.sealed_actions, steps };
  };
}

/** Payload of a tick of a schedule now; null for rules that answer events. */
export const tickNow =
  (clock: Clock) =>
  ({ trigger_config }: RuleForRun) => {
    if (!isSchedule(trigger_config)) return null;
    const now = clock.now().toISOString();
    return { scheduled_for: now, fired_at: now, timezone: trigger_config.timezone };
  };
