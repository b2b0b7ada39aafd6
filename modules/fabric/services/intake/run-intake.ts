import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { LoggedEvent } from '@patchbay/kernel/events';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import type {
  AuthorViews,
  ClaimedRun,
  FailingPause,
  NewRunPlaces,
  Owner,
  RunSteps,
  RunWorker,
} from '@patchbay/runs';
import {
  type AuthorOf,
  admitEvents,
  causationOf,
  type EventVisibility,
  hiddenOutputs,
  type LacksRights,
  LeaseTerm,
  LOST_RIGHT,
  type Pausing,
  type TripAnnouncement,
  wasRefused,
} from '@patchbay/runs';
import type { ConnectionIndex, ConnectionMatch, WiredConnection } from '../connections/connection-index.ts';
import { authorsAmong } from './authors.ts';
import { connectionRates, missesOfConnections } from './connection-tables.ts';
import { applyCooldowns } from './cooldowns.ts';
import { type BegunRun, insertLastRuns, insertRuns, type NewRun } from './insert-runs.ts';
import { begunRun, claimedFor } from './new-claims.ts';

const intakeExemption = exempt(
  'fabric.intake',
  'events of all organizations are matched, each against the Connections of its own organization',
);

/** Runs, and characters of them, written together; bounds memory when an event matches many Connections. */
const RUNS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 4_000_000;

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem' | 'askAsSystem'>;
  readonly index: ConnectionIndex;
  readonly visibility: EventVisibility;
  readonly steps: Pick<RunSteps, 'run'>;
  readonly views: AuthorViews;
  readonly lacksRights: LacksRights;
  readonly pause: Pick<Pausing, 'pause'>;
  /** Takes the Connections whose runs only fail. */
  readonly failing: Pick<FailingPause, 'note'>;
  readonly trips: Pick<TripAnnouncement, 'announce'>;
  readonly clock: Clock;
  readonly worker: Pick<RunWorker, 'places' | 'begin' | 'wake'>;
  readonly leaseSeconds: number;
}

interface CarriedOut {
  /** Runs wait in PostgreSQL. */
  readonly isWaiting: boolean;
  readonly failing: readonly Owner[];
  readonly begun: readonly ClaimedRun[];
}

/**
 * Turns a batch of events into runs, in one transaction and a handful of statements. Runs that touch nothing outside
 * are written when they have ended; of the others those that have places here are written as begun, and the rest
 * `queued` for the run worker. A repeated batch finds its runs by Connection and event and changes nothing.
 */
export class RunIntake extends Service<IntakeDeps> {
  async take(events: readonly LoggedEvent[]): Promise<void> {
    const { database, index } = this.parts;
    // Most batches concern no Connection at all.
    if (!(await database.askAsSystem(intakeExemption, (db) => index.mayAnswer(db, events)))) return;
    const { stopped, failing, trips } = await this.#write(events);
    for (const [connection, reason] of stopped) await this.parts.pause.pause(connection, reason);
    for (const streak of failing) this.parts.failing.note(streak);
    for (const trip of trips) await this.parts.trips.announce(trip);
  }

  /** Runs go on as soon as they are committed. */
  async #write(events: readonly LoggedEvent[]) {
    const { worker, database } = this.parts;
    const places = worker.places();
    try {
      const admitted = await database.asSystem(intakeExemption, (db) => this.#admit(db, events, places));
      worker.begin(admitted.begun);
      if (admitted.isWaiting) worker.wake();
      return admitted;
    } finally {
      places.release();
    }
  }

  async #admit(db: Kysely<Tables>, events: readonly LoggedEvent[], places: NewRunPlaces) {
    const { index, visibility } = this.parts;
    const admitted = await admitEvents(db, events, {
      noun: 'Connection',
      misses: missesOfConnections,
      limits: connectionRates,
      index,
      visibility,
      authors: authorsAmong,
      isBarred: () => false,
    });
    const matches = await applyCooldowns(db, admitted.matches);
    const stopped = new Map(admitted.stopped);
    const { trips, authorOf } = admitted;
    const carriedOut = await this.#carryOut(db, matches, authorOf, stopped, places);
    return { ...carriedOut, stopped, trips };
  }

  /** Runs that end at once say as well which Connections must `stop`. */
  async #carryOut(
    db: Kysely<Tables>,
    matches: readonly ConnectionMatch[],
    authorOf: AuthorOf,
    stop: Map<WiredConnection, string>,
    places: NewRunPlaces,
  ): Promise<CarriedOut> {
    const { clock, leaseSeconds } = this.parts;
    // Begins before the lease, with room for a clock that runs slower than the database's.
    const term = new LeaseTerm(clock, (leaseSeconds * 1_000) / 3);
    await term.begin(async () => true);
    const earlier: string[] = [];
    const begun: BegunRun[] = [];
    const placed = new Map<string, ConnectionMatch>();
    let isWaiting = false;
    let characters = 0;
    let texts: string[] = [];
    let ids: string[] = [];
    for (const match of matches) {
      const run = claimedFor(match, await this.#runOf(match, authorOf), places);
      if (run.claim_id !== null) placed.set(run.id, match);
      if (wasRefused(run.steps) && this.#lacksRights(match, authorOf)) stop.set(match.owner, LOST_RIGHT);
      const text = JSON.stringify(run);
      isWaiting ||= run.status === 'queued' && run.claim_id === null;
      characters += text.length;
      texts.push(text);
      ids.push(run.id);
      if (texts.length < RUNS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      begun.push(...(await insertRuns(db, texts, leaseSeconds)));
      earlier.push(...ids);
      [texts, ids, characters] = [[], [], 0];
    }
    const last = await insertLastRuns(db, texts, earlier, leaseSeconds);
    begun.push(...last.begun);
    return {
      isWaiting: isWaiting || begun.length < placed.size,
      failing: last.failing,
      begun: begun.flatMap((run) => begunRun(run, placed.get(run.id), term)),
    };
  }

  /** Authors were read in this very transaction. */
  #lacksRights({ owner: connection }: ConnectionMatch, authorOf: AuthorOf): boolean {
    const author = authorOf(connection);
    return author !== null && this.parts.lacksRights(author, connection.steps);
  }

  async #runOf(match: ConnectionMatch, authorOf: AuthorOf): Promise<NewRun> {
    const run = runFor(match);
    const { owner: connection, event, refusal } = match;
    if (refusal !== null) return { ...run, status: 'skipped', reason: refusal, finished_at: this.#now() };
    if (!connection.is_instant) return run;
    const started_at = this.#now();
    const outcome = await this.parts.steps.run(
      {
        run_id: run.id,
        steps: connection.steps,
        trigger: event.payload,
        causation: causationOf(event, connection.id),
        done: [],
        mode: connection.shadow ? 'shadow' : 'live',
        claims: 0,
      },
      {
        principal: () => authorOf(connection),
        checkpoint: () => true,
      },
    );
    if (outcome.status === 'interrupted' || outcome.status === 'waiting') return run;
    const { status, reason, steps, context } = outcome;
    const outputs = hiddenOutputs(connection.steps, steps, context);
    const stored = this.parts.views.store(steps, connection, outputs);
    return { ...run, status, reason, ...stored, started_at, finished_at: this.#now() };
  }

  #now(): string {
    return this.parts.clock.now().toISOString();
  }
}

const runFor = ({ owner: connection, event }: ConnectionMatch): NewRun => ({
  id: newId(),
  organization_id: connection.organization_id,
  connection_id: connection.id,
  event_id: event.id,
  author_id: connection.author_id,
  shadow: connection.shadow,
  status: 'queued',
  reason: null,
  started_at: null,
  finished_at: null,
  steps: [],
  sealed_records: null,
  claim_id: null,
});
