import { BoundedMemo } from '@patchbay/kernel/cache';
import { validationFailed } from '@patchbay/kernel/errors';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';

/** Number of tries of a step, and their delay: twice as long each time. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delay_seconds: number;
  /** Reaction to the failure of the last try. */
  readonly otherwise: 'stop' | 'continue';
}

/** One step of a Connection as it is carried out. */
export interface Step {
  readonly operation_id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly on_failure: 'stop' | 'continue' | 'retry';
  /** Present with `retry`. */
  readonly retry?: RetryPolicy;
  /** Author of the params, where that is another than the author of all, who kept them unseen (RULES R17). */
  readonly params_of?: string;
}

/** Which row an envelope belongs to. */
export interface StepsOwner {
  readonly id: string;
  readonly organization_id: string;
}

/** Limit of `seal`, JSON and all. */
const MAX_BYTES = 60_000;
/** Plans kept open: runs of one owner follow each other with the same. */
const MAX_OPENED = 64;

/** Steps of a run under way; plans of runs begun by an earlier version hold outputs, which stand beside records now. */
export interface OpenedPlan {
  readonly steps: readonly Step[];
  /** By number of the step. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Asked before anything is judged as well, so that what is refused for its size costs nothing more. */
export function assertFits(text: string, field: string): void {
  if (Buffer.byteLength(text) <= MAX_BYTES) return;
  throw validationFailed({
    details: [{ field, message: `at most ${MAX_BYTES} bytes in all`, type: 'too_long' }],
  });
}

/** Steps at rest: params may hold credentials of other systems (RULES R12). */
export class SealedSteps {
  readonly #box: Pick<SecretBox, 'seal' | 'open'>;

  readonly #table: string;
  /** Name of the steps on the wire. */
  readonly #field: string;
  readonly #opened = new BoundedMemo<OpenedPlan>(MAX_OPENED);

  constructor(box: Pick<SecretBox, 'seal' | 'open'>, table = 'connections', field = 'steps') {
    this.#box = box;
    this.#table = table;
    this.#field = field;
  }

  seal(steps: readonly Step[], { id, organization_id }: StepsOwner): string {
    const text = JSON.stringify(steps);
    assertFits(text, this.#field);
    return this.#box.seal(new Secret(text), { table: this.#table, row_id: id, organization_id });
  }

  open(envelope: string, { id, organization_id }: StepsOwner): readonly Step[] {
    const opened = this.#box.open(envelope, { table: this.#table, row_id: id, organization_id });
    return JSON.parse(opened.reveal());
  }

  openPlan(envelope: string, { id, organization_id }: StepsOwner): OpenedPlan {
    const key = `${organization_id} ${id} ${envelope}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = this.#box.open(envelope, { table: this.#table, row_id: id, organization_id });
    const plan: readonly Step[] | OpenedPlan = JSON.parse(opened.reveal());
    const answer = 'steps' in plan ? plan : { steps: plan, outputs: {} };
    this.#opened.set(key, answer);
    return answer;
  }
}
