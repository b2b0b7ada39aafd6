import type { Unit } from '@patchbay/kernel/database';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';
import type { HandedArtifact, InvocationResult, Preview } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Finding } from '@patchbay/runs';
import type { TSchema } from 'typebox';

export { executionFailed, rulePaused, ruleThrottled } from './events.ts';

export type ActionParams = Readonly<Record<string, unknown>>;

/** One action of one execution, at the moment of effect. */
export interface ActionRun {
  /** Rendered, and valid by the action's schema. */
  readonly params: ActionParams;
  /** The rule's author as of now, who holds the action's permission. */
  readonly principal: Principal;
  /** The same for every try: effects outside the platform carry it, inside they happen once for it. */
  readonly effect_id: string;
  /** Ids of the causes, oldest first; ends with the event, if there was one, and the rule. */
  readonly causation: readonly string[];
  readonly rule_id: string;
  /** Null for schedules and tests. */
  readonly event_id: string | null;
  /** Payload of the event, or the moment of the schedule. */
  readonly trigger: unknown;
  /** Artifact of an earlier action or of the event; for actions with `takesArtifact`. */
  readonly artifact: HandedArtifact | undefined;
  /** Keep what it produces, for actions that come after. */
  readonly keep_artifact: boolean;
  /** Ends after a minute, or when the process shuts down. */
  readonly signal: AbortSignal;
}

/** Failure is raised, or answered with `success: false`; both fail the execution (SPEC 4.6). */
export type ActionOutcome =
  | { readonly success: true; readonly output?: unknown }
  /** As an operation of the Fabric answered it, a staged change included. */
  | { readonly success: true; readonly result: InvocationResult }
  | { readonly success: false; readonly error: string };

export interface NamedAction {
  readonly action_type: string;
  readonly params: ActionParams;
}

/** An action as it is judged before it is saved. */
export interface ActionDraft extends NamedAction {
  /** Empty for schedules. */
  readonly event_pattern: string;
  /** The actions before it. */
  readonly before: readonly NamedAction[];
}

/** Something rules can do. The set is closed to plugins: only modules contribute (SPEC 4.6). */
export interface AutomationAction {
  readonly action_type: string;
  readonly title: string;
  readonly description: string;
  /** Closed schema of the params, templates filled in. */
  readonly params: TSchema;
  /** Schema of the output that later actions find at `steps.<n>.output`. */
  readonly output?: TSchema;
  /** Asked of the author when saved and again before each effect; null needs an unscoped org_admin (SPEC 5.9). */
  readonly permission: string | null;
  /** Whether it may be handed what actions before it produced. */
  readonly takesArtifact?: true;
  /** False while something it needs is off; such rules are kept and fail when they fire. */
  isAvailable?(): boolean;
  /** Checks beyond the schema; `field` of a finding counts from the action: `params.feature`. */
  check?(author: Principal, draft: ActionDraft): readonly Finding[];
  /**
   * Checks that need the organization's rows, in the caller's unit; ids whose schema names their kind are looked
   * up without it.
   */
  look?(unit: Unit, params: ActionParams): Promise<readonly Finding[]>;
  /** Effect of `run`; without it, an effect without details. Refuses whatever `run` would refuse at once. */
  preview?(action: Omit<ActionRun, 'signal'>): Preview;
  run(action: ActionRun): Promise<ActionOutcome>;
}

export const AUTOMATION_ACTIONS: ExtensionPoint<AutomationAction> = extensionPoint('automation.actions');
