import { isRecord, type Params, REDACTED } from './params.ts';
import { renumbered, stepOf, templatePathsIn } from './template-text.ts';

export type OnFailure = 'stop' | 'continue' | 'retry';

export interface RetryDraft {
  readonly attempts: number | null;
  readonly delay_seconds: number | null;
  readonly otherwise: 'stop' | 'continue';
}

/** A step of a Connection, or an action of a rule, while it is edited. */
export interface StepDraft {
  /** Stays while it is edited, wherever it stands. */
  readonly key: string;
  /** Operation or type of action. */
  readonly name: string;
  readonly params: Params | typeof REDACTED;
  readonly on_failure: OnFailure;
  readonly retry: RetryDraft;
  /** Place that it was loaded from; null for a new one. */
  readonly origin: number | null;
}

/** As the API answers and takes it, its name aside. */
export interface StepFacts {
  readonly params?: unknown;
  readonly on_failure?: string | undefined;
  readonly retry?: unknown;
}

export const DEFAULT_RETRY: RetryDraft = { attempts: 3, delay_seconds: 10, otherwise: 'stop' };

let made = 0;
const newKey = (): string => {
  made += 1;
  return `step-${made}`;
};

/** A new step. */
export const newStep = (name: string, params: Params = {}): StepDraft => ({
  key: newKey(),
  name,
  params,
  on_failure: 'stop',
  retry: DEFAULT_RETRY,
  origin: null,
});

/** A stored step. */
export const stepFrom = (
  name: string,
  { params, on_failure, retry }: StepFacts,
  origin: number,
): StepDraft => ({
  ...newStep(name),
  params: params === REDACTED ? REDACTED : isRecord(params) ? params : {},
  on_failure: on_failure === 'continue' || on_failure === 'retry' ? on_failure : 'stop',
  retry: retryFrom(retry),
  origin,
});

function retryFrom(retry: unknown): RetryDraft {
  if (!isRecord(retry)) return DEFAULT_RETRY;
  const { attempts, delay_seconds, otherwise } = retry;
  return {
    attempts: typeof attempts === 'number' ? attempts : DEFAULT_RETRY.attempts,
    delay_seconds: typeof delay_seconds === 'number' ? delay_seconds : DEFAULT_RETRY.delay_seconds,
    otherwise: otherwise === 'continue' ? 'continue' : 'stop',
  };
}

/** A step in a body, its name aside. */
export interface StepBody {
  params: typeof REDACTED | Record<string, unknown>;
  on_failure: OnFailure;
  retry?: { attempts?: number; delay_seconds?: number; otherwise: 'stop' | 'continue' };
}

/** Properties of a step beside its name. */
export function stepBody({ params, on_failure, retry }: StepDraft): StepBody {
  const { attempts, delay_seconds, otherwise } = retry;
  return {
    params: params === REDACTED ? REDACTED : { ...params },
    on_failure,
    ...(on_failure === 'retry'
      ? {
          retry: {
            ...(attempts === null ? {} : { attempts }),
            ...(delay_seconds === null ? {} : { delay_seconds }),
            otherwise,
          },
        }
      : {}),
  };
}

/** Steps in another order, without some, or with new ones; templates follow the steps that they read. */
export function rearranged(former: readonly StepDraft[], next: readonly StepDraft[]): readonly StepDraft[] {
  const places = former.map(({ key }) => {
    const place = next.findIndex((step) => step.key === key);
    return place === -1 ? null : place;
  });
  if (places.every((place, index) => place === index)) return next;
  return next.map((step) => {
    if (step.params === REDACTED || templatePathsIn(step.params).every((path) => stepOf(path) === null))
      return step;
    return {
      ...step,
      params: renumbered(step.params, (index) => (index < places.length ? (places[index] ?? null) : index)),
    };
  });
}

export const inserted = (steps: readonly StepDraft[], at: number, step: StepDraft): readonly StepDraft[] =>
  rearranged(steps, steps.toSpliced(at, 0, step));

export const removed = (steps: readonly StepDraft[], key: string): readonly StepDraft[] =>
  rearranged(
    steps,
    steps.filter((step) => step.key !== key),
  );

/** `to` is the place that the step has afterwards. */
export function moved(steps: readonly StepDraft[], key: string, to: number): readonly StepDraft[] {
  const step = steps.find((each) => each.key === key);
  if (step === undefined) return steps;
  return rearranged(steps, steps.filter((each) => each !== step).toSpliced(to, 0, step));
}

export const changed = (
  steps: readonly StepDraft[],
  key: string,
  change: Partial<Omit<StepDraft, 'key'>>,
): readonly StepDraft[] => steps.map((step) => (step.key === key ? { ...step, ...change } : step));

/** Steps as they were read anew, each under the key that it had while it was edited. */
export const underFormerKeys = (
  fresh: readonly StepDraft[],
  former: readonly StepDraft[],
): readonly StepDraft[] =>
  fresh.map((step, index) => {
    const old = former[index];
    return old?.name === step.name ? { ...step, key: old.key } : step;
  });
