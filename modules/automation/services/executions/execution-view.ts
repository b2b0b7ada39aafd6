import type { RunView } from '@patchbay/runs';
import type { Static } from 'typebox';
import type { ExecutionReply } from '../../schemas.ts';

export type ExecutionView = Static<typeof ExecutionReply>;

/** A run of a rule has a site and, of a schedule, its tick. */
type Execution = RunView & Pick<ExecutionView, 'site_id' | 'scheduled_for'>;

/** A run in the words of rules. */
export function viewOfExecution(run: RunView, rule_id: string): ExecutionView {
  const { id, steps, ...shown } = run as Execution;
  const actions = steps.map(({ operation_id: action_type, ...record }) => ({ action_type, ...record }));
  return { id, rule_id, ...shown, actions };
}
