/** What the runner asks a worker to do. */
export interface Order {
  readonly file: string;
  readonly timeoutMs: number;
  /** How long what it left open has to close. */
  readonly closeMs: number;
}

/** What a worker tells the runner. */
export type Told =
  | { readonly kind: 'begun' }
  | { readonly kind: 'extended'; readonly timeoutMs: number }
  /** A file that failed by what it left behind. */
  | { readonly kind: 'late'; readonly file: string; readonly why: string }
  /** The process ends by itself; tap makes its code one of its own. */
  | { readonly kind: 'exits'; readonly code: number }
  | {
      readonly kind: 'ended';
      readonly residentBytes: number;
      /** Whether the file left the process in a state in which others cannot be run. */
      readonly isSpent: boolean;
    };
