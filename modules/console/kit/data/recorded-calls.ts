import { useSyncExternalStore } from 'react';

/** A call that the present page made, for "as a request". */
export interface RecordedCall {
  readonly id: number;
  readonly method: string;
  /** Path below `/api/v1` as declared, with its `{parameters}`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly status: number;
}

const MOST = 30;
let calls: readonly RecordedCall[] = [];
let next = 1;
const listeners = new Set<() => void>();

function replace(all: readonly RecordedCall[]): void {
  calls = all;
  for (const notify of listeners) notify();
}

/** Keeps the latest call of each method and address, newest first. */
export function recordCall(call: Omit<RecordedCall, 'id'>): void {
  const others = calls.filter(
    (each) =>
      each.method !== call.method ||
      each.path !== call.path ||
      JSON.stringify(each.parameters) !== JSON.stringify(call.parameters),
  );
  replace([{ ...call, id: next++ }, ...others].slice(0, MOST));
}

/** Called when another page is shown. */
export const forgetCalls = (): void => replace([]);

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const useRecordedCalls = (): readonly RecordedCall[] => useSyncExternalStore(subscribe, () => calls);
