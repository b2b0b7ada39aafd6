/** Emissions of one plugin in one organization: since a minute ago, or of one event that led to them. */
export interface Emitted {
  readonly events: number;
  readonly bytes: number;
}

export type EmitBudgetName = 'cause' | 'minute';

/**
 * Limits of one plugin in one organization. `cause`: for the event at the beginning of the chain that it answers,
 * over all calls that chain leads to. `minute`: in any sixty seconds. Further emissions are refused with
 * `emit_budget_spent`.
 */
export const emitBudgets: Readonly<Record<EmitBudgetName, Emitted>> = {
  cause: { events: 100, bytes: 1024 * 1024 },
  minute: { events: 1_000, bytes: 5 * 1024 * 1024 },
};

export type EmitSpent = Readonly<Record<EmitBudgetName, Emitted>>;

const plus = (one: Emitted, other: Emitted): Emitted => ({
  events: one.events + other.events,
  bytes: one.bytes + other.bytes,
});
const isOver = (spent: Emitted, budget: Emitted): boolean =>
  spent.events > budget.events || spent.bytes > budget.bytes;

/** The budget that one more event of so many bytes would overdraw; null when it fits both. */
export function overdrawnBudget(before: EmitSpent, now: Emitted, bytes: number): EmitBudgetName | null {
  const wanted = plus(now, { events: 1, bytes });
  if (isOver(plus(before.cause, wanted), emitBudgets.cause)) return 'cause';
  return isOver(plus(before.minute, wanted), emitBudgets.minute) ? 'minute' : null;
}

/** Says to an author which budget is spent. */
export function describeBudget(name: EmitBudgetName): string {
  const { events, bytes } = emitBudgets[name];
  const span = name === 'cause' ? 'for one event that leads to them' : 'a minute';
  return `A plugin may emit ${events} events or ${bytes / 1024 / 1024} MiB ${span} in an organization`;
}
