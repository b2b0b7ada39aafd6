import { randomUUID } from 'node:crypto';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Invocation, InvocationResult, Preview } from '@patchbay/kernel/fabric';
import { authorize, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { StepInvoker } from '@patchbay/runs';
import type { ActionOutcome, ActionRun, AutomationAction } from '../../contract.ts';
import { actionFailed, actionTimedOut, actionUnavailable } from '../../errors.ts';
import { manageRules } from '../../permissions.ts';
import { type ActionIndex, accessTo } from './action-index.ts';

const DEADLINE_MS = 60_000;

/**
 * Carries out actions where runs of Connections carry out operations: `operation_id` is the action's type. The
 * author's rights are checked before each (SPEC 4.6).
 */
export class ActionInvoker implements StepInvoker {
  readonly #actions: Pick<ActionIndex, 'find' | 'assertParams'>;
  readonly #permissions: PermissionMap;
  readonly #deadlineMs: number;

  constructor(
    actions: Pick<ActionIndex, 'find' | 'assertParams'>,
    permissions: PermissionMap,
    deadlineMs = DEADLINE_MS,
  ) {
    this.#actions = actions;
    this.#permissions = permissions;
    this.#deadlineMs = deadlineMs;
  }

  preview(principal: Principal, invocation: Invocation): Preview {
    const action = this.#allowed(principal, invocation);
    return action.preview?.(runOf(principal, invocation)) ?? { hasEffect: true, produces: [], stages: null };
  }

  /** Executions keep a record before each action. */
  isInstant(): boolean {
    return false;
  }

  takesArtifact(action_type: string): boolean {
    return this.#actions.find(action_type)?.takesArtifact === true;
  }

  async invoke(principal: Principal, invocation: Invocation): Promise<InvocationResult> {
    const action = this.#allowed(principal, invocation);
    return resultOf(await this.#inTime(action, runOf(principal, invocation), invocation.signal));
  }

  #allowed(principal: Principal, { operation_id, params }: Invocation): AutomationAction {
    const action = this.#actions.find(operation_id);
    if (action === undefined || action.isAvailable?.() === false) throw actionUnavailable();
    authorize(this.#permissions, principal, manageRules);
    authorize(this.#permissions, principal, accessTo(action));
    this.#actions.assertParams(action, params);
    return action;
  }

  /** An action that does not listen must not hold its execution for ever. */
  async #inTime(
    action: AutomationAction,
    run: Omit<ActionRun, 'signal'>,
    stopped: AbortSignal | undefined,
  ): Promise<ActionOutcome> {
    const late = AbortSignal.timeout(this.#deadlineMs);
    const signal = stopped ? AbortSignal.any([stopped, late]) : late;
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(late.aborted ? actionTimedOut() : signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([action.run({ ...run, signal }), ended.promise]);
    } catch (error) {
      throw late.aborted && !(error instanceof PatchbayError) ? actionTimedOut({ cause: error }) : error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }
}

function runOf(
  principal: Principal,
  { params, effect_id, causation = [], trigger, artifact, keep_artifact = false }: Invocation,
): Omit<ActionRun, 'signal'> {
  return {
    principal,
    params,
    effect_id: effect_id ?? randomUUID(),
    causation,
    rule_id: causation.at(-1) ?? '',
    event_id: causation.at(-2) ?? null,
    trigger,
    artifact,
    keep_artifact,
  };
}

function resultOf(outcome: ActionOutcome): InvocationResult {
  if (!outcome.success) throw actionFailed({ message: outcome.error });
  if ('result' in outcome) return outcome.result;
  return { staged: false, output: outcome.output ?? null };
}
