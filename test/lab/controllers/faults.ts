export const faultKinds = [
  'slow',
  'hang',
  'unauthorized',
  'drop_after_read',
  'drop_before_answer',
  'rate_limited',
  'half_answer',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  /**
   * slow: executed at once, answered `delay_ms` later. hang: read, never executed, held until the product's own limit.
   * drop_after_read: read, not executed, connection destroyed. drop_before_answer: executed, then destroyed.
   * half_answer: executed, half of the body sent, then destroyed.
   */
  readonly kind: FaultKind;
  /** How many requests it meets before it switches itself off; absent means all. */
  readonly count?: number;
  readonly delay_ms?: number;
  readonly method?: string;
  /** Exact path without its query, or a prefix that ends in `*`. */
  readonly path?: string;
  /** Text the body holds, for products whose requests all go to one path. */
  readonly body?: string;
}

export interface ArmedFault extends Fault {
  readonly id: number;
  readonly remaining: number | null;
}

export class InvalidFault extends Error {}

const maxFaults = 100;
const maxDelayMs = 600_000;

/** The switches of one controller. The oldest matching switch wins; at most 100 are armed at a time. */
export class FaultSwitches {
  #armed: { id: number; fault: Fault; remaining: number | null }[] = [];
  #nextId = 1;

  set(fault: Fault): number {
    const problem = faultProblem(fault);
    if (problem !== null) throw new InvalidFault(problem);
    if (this.#armed.length >= maxFaults) throw new InvalidFault(`at most ${maxFaults} faults`);
    const id = this.#nextId;
    this.#nextId += 1;
    this.#armed.push({ id, fault: { ...fault }, remaining: fault.count ?? null });
    return id;
  }

  clear(id?: number): void {
    this.#armed = id === undefined ? [] : this.#armed.filter((armed) => armed.id !== id);
  }

  list(): readonly ArmedFault[] {
    return this.#armed.map(({ id, fault, remaining }) => ({ ...fault, id, remaining }));
  }

  /** The fault that meets this request, counted down. */
  take(method: string, path: string, body = ''): Fault | undefined {
    const met = this.#armed.find(({ fault }) => meets(fault, method, path, body));
    if (met === undefined) return undefined;
    if (met.remaining !== null) {
      met.remaining -= 1;
      if (met.remaining <= 0) this.clear(met.id);
    }
    return met.fault;
  }
}

function meets(fault: Fault, method: string, path: string, body: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  if (fault.body !== undefined && !body.includes(fault.body)) return false;
  if (fault.path === undefined) return true;
  return fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path;
}

/** Reads a fault that came as JSON; unknown keys and wrong types are refused. */
export function parseFault(body: Readonly<Record<string, unknown>>): Fault {
  const { kind, count, delay_ms, method, path, body: text, ...unknown } = body;
  const extra = Object.keys(unknown)[0];
  if (extra !== undefined) throw new InvalidFault(`unknown key ${extra}`);
  const known = faultKinds.find((name) => name === kind);
  if (known === undefined) throw new InvalidFault(`kind must be one of ${faultKinds.join(', ')}`);
  return {
    kind: known,
    ...optional('count', count, 'number'),
    ...optional('delay_ms', delay_ms, 'number'),
    ...optional('method', method, 'string'),
    ...optional('path', path, 'string'),
    ...optional('body', text, 'string'),
  };
}

function optional(key: string, value: unknown, type: 'number' | 'string'): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value !== type) throw new InvalidFault(`${key} must be a ${type}`);
  return { [key]: value };
}

function faultProblem(fault: Fault): string | null {
  if (!faultKinds.includes(fault.kind)) return `kind must be one of ${faultKinds.join(', ')}`;
  if (fault.count !== undefined && !(Number.isInteger(fault.count) && fault.count > 0)) {
    return 'count must be a whole number above 0';
  }
  const delay = fault.delay_ms;
  if (delay !== undefined && !(Number.isFinite(delay) && delay >= 0 && delay <= maxDelayMs)) {
    return `delay_ms must be 0 to ${maxDelayMs}`;
  }
  return fault.kind === 'slow' && delay === undefined ? 'slow needs delay_ms' : null;
}
