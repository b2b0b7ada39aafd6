export interface PlannedFile {
  readonly file: string;
  /** How long it took before, or is guessed to take. */
  readonly seconds: number;
  /** Whether it has a process of its own. */
  readonly isAlone: boolean;
  /** Whether it waits more than it computes, and takes little from those that run beside it. */
  readonly isWaiting: boolean;
}

export interface Places {
  /** Files that are run at once. */
  readonly jobs: number;
  /** So many more, of those that wait. */
  readonly beside: number;
}
