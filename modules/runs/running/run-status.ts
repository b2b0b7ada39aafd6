/** States of a run (DECISIONS 27). */
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';

/** A run that failed waits to be replayed or put away. */
export type DeadLetter = 'open' | 'replayed' | 'dismissed';
