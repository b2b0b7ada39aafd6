import type { MissTables } from '@patchbay/runs';

/** Runs of Connections that failed one after another, by Connection. */
export const CONNECTION_FAILURES = 'connection_failures';

export const missesOfConnections: MissTables = {
  misses: 'connection_misses',
  counters: 'connection_counters',
  owner: 'connection_id',
};
