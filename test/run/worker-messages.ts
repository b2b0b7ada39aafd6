/** What the runner asks a worker to do. */
export interface Order {
  readonly file: string;
  readonly timeoutMs: number;
}

/** What a worker tells the runner. */
export type Told =
  | { readonly kind: 'extended'; readonly timeoutMs: number }
  | {
      readonly kind: 'ended';
      readonly residentBytes: number;
      /** Whether the file left the process in a state in which others cannot be run. */
      readonly isSpent: boolean;
    };
