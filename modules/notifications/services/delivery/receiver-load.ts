import type { Throttle } from '../preferences/preference-settings.ts';

/** Messages a receiver has had of a subject within its window, and waiting ones. */
export interface LoadRow {
  readonly target_id: string;
  readonly subject: string;
  /** Sent or to be sent in the window, without what was held back. */
  readonly recent: number;
  readonly earliest: string | null;
  readonly waiting: number;
}

export interface Subject {
  readonly target_id: string;
  readonly subject: string;
}

/** Change of a receiver's row. */
export interface ReceiverChange {
  readonly target_id: string;
  readonly due_at: string | null;
  readonly dropped: number;
}

export interface HeldInInbox {
  readonly user_id: string;
  readonly subject: string;
  readonly count: number;
}

interface Window {
  count: number;
  earliestMs: number;
}

/** Counts along while notices of one transaction are given to their receivers. */
export class ReceiverLoad {
  readonly #windows = new Map<string, Window>();
  readonly #waiting = new Map<string, number>();
  readonly #due = new Map<string, number>();
  readonly #dropped = new Map<string, number>();
  readonly #inInbox = new Map<string, { user_id: string; subject: string; count: number }>();

  constructor(rows: readonly LoadRow[]) {
    for (const { target_id, subject, recent, earliest, waiting } of rows) {
      const earliestMs = earliest === null ? Number.POSITIVE_INFINITY : Date.parse(earliest);
      this.#windows.set(keyOf({ target_id, subject }), { count: recent, earliestMs });
      this.#waiting.set(target_id, waiting);
    }
  }

  waiting(target_id: string): number {
    return this.#waiting.get(target_id) ?? 0;
  }

  /** When the next message of the subject may go; null: now. */
  closedUntil(about: Subject, { most, minutes }: Throttle, now: Date): Date | null {
    const window = this.#windows.get(keyOf(about));
    if (window === undefined || window.count < most) return null;
    const opensMs = window.earliestMs + minutes * 60_000;
    return new Date(Math.max(opensMs, now.getTime() + 1_000));
  }

  /** Null: it is there at once. */
  send(about: Subject, due_at: Date | null, now: Date): void {
    const window = this.#windows.get(keyOf(about)) ?? { count: 0, earliestMs: Number.POSITIVE_INFINITY };
    this.#windows.set(keyOf(about), {
      count: window.count + 1,
      earliestMs: Math.min(window.earliestMs, now.getTime()),
    });
    if (due_at !== null) this.#wait(about.target_id, due_at);
  }

  hold({ target_id }: Subject, due_at: Date): void {
    this.#wait(target_id, due_at);
  }

  holdInInbox(about: Subject, user_id: string | null): null {
    const held = this.#inInbox.get(keyOf(about));
    if (user_id !== null)
      this.#inInbox.set(keyOf(about), { user_id, subject: about.subject, count: (held?.count ?? 0) + 1 });
    return null;
  }

  drop(target_id: string): null {
    this.#dropped.set(target_id, (this.#dropped.get(target_id) ?? 0) + 1);
    return null;
  }

  heldInInbox(): readonly HeldInInbox[] {
    return [...this.#inInbox.values()];
  }

  changes(): readonly ReceiverChange[] {
    return [...new Set([...this.#due.keys(), ...this.#dropped.keys()])].map((target_id) => {
      const dueMs = this.#due.get(target_id);
      return {
        target_id,
        due_at: dueMs === undefined ? null : new Date(dueMs).toISOString(),
        dropped: this.#dropped.get(target_id) ?? 0,
      };
    });
  }

  #wait(target_id: string, due_at: Date): void {
    this.#waiting.set(target_id, this.waiting(target_id) + 1);
    const dueMs = this.#due.get(target_id) ?? Number.POSITIVE_INFINITY;
    this.#due.set(target_id, Math.min(dueMs, due_at.getTime()));
  }
}

const keyOf = ({ target_id, subject }: Subject): string => `${target_id} ${subject}`;
