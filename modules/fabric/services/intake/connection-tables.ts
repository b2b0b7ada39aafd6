import { exempt } from '@patchbay/kernel/database';
import type { LimitKind, MissTables, RerunKind, TripKind } from '@patchbay/runs';
import { notADeadLetter, runNotEnded, stepsChanged } from '../../errors.ts';
import { connectionThrottled } from '../../events/fabric.ts';
import type { WiredConnection } from '../connections/connection-index.ts';

/** Runs of Connections that failed one after another, by Connection. */
export const CONNECTION_FAILURES = 'connection_failures';

const rates = 'connection_rates';
const table = { runs: 'connection_runs', owner: 'connection_id' };

export const connectionRuns: RerunKind = {
  ...table,
  more: [],
  owners: 'connections',
  plan: 'sealed_steps',
  failures: CONNECTION_FAILURES,
  ownerNoun: 'connection',
  ownerName: 'Connection',
  stepNoun: 'step',
  hasModes: true,
  runNotEnded,
  stepsChanged,
  notADeadLetter,
  rerun: 'fabric.runs.rerun',
  dismiss: 'fabric.dead-letters.dismiss',
  target_type: 'run',
  claiming: exempt('fabric.claim-runs', 'waiting runs of all organizations are taken in their order'),
  writing: exempt('fabric.write-runs', 'states of runs of several organizations travel in one statement'),
};

/** Runs go by the time that their ids begin with. */
export const forgottenRuns = {
  kind: connectionRuns,
  age: 'id',
  forgetting: exempt(
    'fabric.forget-runs',
    'old runs of all organizations are forgotten by age and number alone',
  ),
} as const;

/** Steps with effects can start a storm; a limit that was set holds for all. */
export const connectionRates: LimitKind<WiredConnection> = {
  ...table,
  rates,
  isCounted: ({ is_instant, max_runs_per_minute }) => !is_instant || max_runs_per_minute !== null,
  isSingle: ({ mode, is_instant }) => mode === 'single' && !is_instant,
};

export const connectionTrips: TripKind = {
  rates,
  action: 'fabric.connections.throttle',
  target_type: 'connection',
  publish: (work, { id: connection_id, ...throttled }, causation) =>
    work.events.publish(connectionThrottled, { connection_id, ...throttled }, { causation }),
};

export const missesOfConnections: MissTables = {
  misses: 'connection_misses',
  counters: 'connection_counters',
  owner: 'connection_id',
};
