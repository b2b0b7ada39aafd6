import type { BodyOf, ReplyOf } from '@patchbay/client';
import {
  type ConditionsDraft,
  conditionsBody,
  conditionsFrom,
  conditionText,
  NO_CONDITIONS,
  REDACTED,
  type StepDraft,
  stepBody,
  stepFrom,
} from '@patchbay/console-kit/steps-model';

export type Connection = ReplyOf<'GET', '/fabric/connections/{connection_id}'>;
export type ConnectionBody = BodyOf<'POST', '/fabric/connections'>;
export type ConnectionPatch = BodyOf<'PATCH', '/fabric/connections/{connection_id}'>;

export const MODES = ['parallel', 'queued', 'single'] as const;
export type Mode = (typeof MODES)[number];

/** A Connection while it is edited. */
export interface ConnectionDraft {
  readonly name: string;
  readonly source_event: string;
  readonly conditions: ConditionsDraft;
  readonly steps: readonly StepDraft[];
  readonly mode: Mode;
  readonly cooldown_seconds: number | null;
  readonly max_parallel: number | null;
  readonly max_runs_per_minute: number | null;
  readonly is_enabled: boolean;
  readonly shadow: boolean;
}

export const emptyDraft = (source_event = ''): ConnectionDraft => ({
  name: '',
  source_event,
  conditions: NO_CONDITIONS,
  steps: [],
  mode: 'parallel',
  cooldown_seconds: null,
  max_parallel: null,
  max_runs_per_minute: null,
  is_enabled: true,
  shadow: false,
});

export const draftFrom = (stored: Connection): ConnectionDraft => ({
  name: stored.name,
  source_event: stored.source_event,
  conditions: conditionsFrom(stored.conditions),
  steps: stored.steps.map((step, index) => stepFrom(step.operation_id, step, index)),
  mode: MODES.find((mode) => mode === stored.mode) ?? 'parallel',
  cooldown_seconds: stored.cooldown_seconds === 0 ? null : stored.cooldown_seconds,
  max_parallel: stored.max_parallel,
  max_runs_per_minute: stored.max_runs_per_minute,
  is_enabled: stored.is_enabled,
  shadow: stored.shadow,
});

/** The whole as a body. */
export const bodyOf = (draft: ConnectionDraft): ConnectionBody => ({
  name: draft.name.trim(),
  source_event: draft.source_event,
  conditions: conditionsBody(draft.conditions),
  steps: draft.steps.map((step) => ({ operation_id: step.name, ...stepBody(step) })),
  mode: draft.mode,
  cooldown_seconds: draft.cooldown_seconds ?? 0,
  max_parallel: draft.max_parallel,
  max_runs_per_minute: draft.max_runs_per_minute,
  is_enabled: draft.is_enabled,
  shadow: draft.shadow,
});

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Fields that differ from the stored Connection; steps go as a whole. */
export function patchOf(draft: ConnectionDraft, base: ConnectionDraft): ConnectionPatch {
  const [mine, stored] = [bodyOf(draft), bodyOf(base)];
  return {
    ...(differ(mine.name, stored.name) ? { name: mine.name } : {}),
    ...(differ(mine.source_event, stored.source_event) ? { source_event: mine.source_event } : {}),
    ...(differ(mine.conditions, stored.conditions) ? { conditions: conditionsBody(draft.conditions) } : {}),
    ...(differ(mine.steps, stored.steps) ? { steps: mine.steps } : {}),
    ...(draft.mode === base.mode ? {} : { mode: draft.mode }),
    ...(draft.cooldown_seconds === base.cooldown_seconds
      ? {}
      : { cooldown_seconds: draft.cooldown_seconds ?? 0 }),
    ...(draft.max_parallel === base.max_parallel ? {} : { max_parallel: draft.max_parallel }),
    ...(draft.max_runs_per_minute === base.max_runs_per_minute
      ? {}
      : { max_runs_per_minute: draft.max_runs_per_minute }),
    ...(draft.is_enabled === base.is_enabled ? {} : { is_enabled: draft.is_enabled }),
    ...(draft.shadow === base.shadow ? {} : { shadow: draft.shadow }),
  };
}

export const isChanged = (draft: ConnectionDraft, base: ConnectionDraft): boolean =>
  differ(bodyOf(draft), bodyOf(base));

/** Steps whose hidden params would be lost, because they do not stand where they stood. */
export const misplacedSteps = (steps: readonly StepDraft[]): readonly number[] =>
  steps.flatMap(({ params, origin }, index) => (params === REDACTED && origin !== index ? [index] : []));

const stepText = (step: StepDraft | undefined): string | null => {
  if (step === undefined) return null;
  const { params, on_failure, retry } = stepBody(step);
  const policy = on_failure === 'stop' ? '' : ` ${JSON.stringify({ on_failure, retry })}`;
  return `${step.name} ${JSON.stringify(params)}${policy}`;
};

/** The draft as named texts, to show beside another one; steps are named `step 1` and so on. */
export function fieldsOfDraft(draft: ConnectionDraft, most = 50): Readonly<Record<string, unknown>> {
  const {
    name,
    source_event,
    mode,
    cooldown_seconds,
    max_parallel,
    max_runs_per_minute,
    is_enabled,
    shadow,
  } = draft;
  const steps = Array.from(
    { length: most },
    (_, index) => [`step_${index + 1}`, stepText(draft.steps[index])] as const,
  );
  return {
    name,
    source_event,
    conditions: draft.conditions.rows.map(conditionText).join(` ${draft.conditions.logic} `),
    mode,
    cooldown_seconds: cooldown_seconds ?? 0,
    max_parallel,
    max_runs_per_minute,
    is_enabled,
    shadow,
    ...Object.fromEntries(steps),
  };
}
