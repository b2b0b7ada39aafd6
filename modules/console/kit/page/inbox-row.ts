/** Tabs of the review inbox, in their order. */
export const INBOX_STATES = ['waiting', 'failed', 'ending'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** Takes an action back where the platform can. */
export interface InboxUndo {
  readonly label: string;
  run(): Promise<unknown>;
}

/** A decision that is taken in the inbox itself. */
export interface InboxAction {
  /** `approve` is on the key `a`, `dismiss` on `d`. */
  readonly key: 'approve' | 'dismiss';
  readonly label: string;
  /** Said when it worked. */
  readonly done: string;
  /** Asked before; for what cannot be undone. */
  readonly confirm?: string;
  readonly isDangerous?: boolean;
  /** Rejects with the `ApiError`. */
  run(): Promise<InboxUndo | undefined>;
}

/** One matter that waits for a decision. */
export interface InboxRow {
  /** Unique within its queue. */
  readonly id: string;
  readonly state: InboxState;
  /** Kind in words: `Approval`, `API key`. */
  readonly kind: string;
  readonly title: string;
  /** Facts to know before deciding. */
  readonly detail?: string | null;
  readonly site_id?: string | null;
  /** Since when it waits, ISO 8601. */
  readonly at: string;
  /** When it decides itself; rows with it come first and count down. */
  readonly until?: string | null;
  /** Its page, below `/console`. */
  readonly href: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly actions: readonly InboxAction[];
}

/** Rows of a queue now. */
export interface InboxReport {
  readonly rows: readonly InboxRow[];
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Rows that were not read, and the list that has them. */
  readonly more?: { readonly amount: number; readonly href: string };
}

/** Props of a part at `inbox.queue`: it draws nothing, and says what it has by `useInboxReport`. */
export interface InboxQueueProps {
  report(report: InboxReport): void;
}
