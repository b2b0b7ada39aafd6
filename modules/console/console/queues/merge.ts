import type { InboxReport, InboxRow, InboxState } from '@patchbay/console-kit/page';

export interface QueuedRow extends InboxRow {
  /** Unique over all queues. */
  readonly key: string;
}

/** Rows that decide themselves come first, the soonest of them on top; then the newest. */
function order(one: InboxRow, other: InboxRow): number {
  const [until, theirs] = [one.until ?? null, other.until ?? null];
  if (until !== null && theirs !== null) return Date.parse(until) - Date.parse(theirs);
  if (until !== null || theirs !== null) return until === null ? 1 : -1;
  return Date.parse(other.at) - Date.parse(one.at);
}

export type Reports = Readonly<Record<string, InboxReport>>;

/** Rows of all queues as one, without those that were decided just now. */
export const mergeQueues = (reports: Reports, decided: ReadonlySet<string>): readonly QueuedRow[] =>
  Object.entries(reports)
    .flatMap(([queue, { rows }]) => rows.map((row): QueuedRow => ({ ...row, key: `${queue} ${row.id}` })))
    .filter(({ key }) => !decided.has(key))
    .toSorted(order);

export const inState = (rows: readonly QueuedRow[], state: InboxState): readonly QueuedRow[] =>
  rows.filter((row) => row.state === state);

/** The place that is chosen after `step`, within the list. */
export const stepped = (at: number, step: number, length: number): number =>
  length === 0 ? 0 : Math.min(Math.max(at + step, 0), length - 1);

export type InboxCommand = 'next' | 'former' | 'open' | 'approve' | 'dismiss' | 'help';

const KEYS: Readonly<Record<string, InboxCommand>> = {
  j: 'next',
  k: 'former',
  o: 'open',
  a: 'approve',
  d: 'dismiss',
  '?': 'help',
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The command of a key; none while another key is held with it, which belongs to the browser. */
export const commandOf = ({ key, ctrlKey, metaKey, altKey }: Pressed): InboxCommand | undefined =>
  ctrlKey || metaKey || altKey ? undefined : KEYS[key];
