import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { v7 as uuidv7 } from 'uuid';
import { type Authors, actingIn } from './authors.ts';
import type { ConnectionIndex } from './connection-index.ts';
import type { ConnectionPause } from './connection-pause.ts';
import { applyCooldowns } from './cooldowns.ts';
import { authorsOf, type Hearing, hearingOf } from './hearing.ts';
import { insertRuns, type NewRun } from './insert-runs.ts';
import { causationOf, type Match, type Matched, matchEvents } from './match-events.ts';
import { recordMisses } from './miss-log.ts';
import { applyGates } from './run-gates.ts';
import type { RunSteps } from './run-steps.ts';
import type { TripAnnouncement } from './trip-announcement.ts';

const intakeExemption = exempt(
  'fabric.intake',
  'events of all organizations are matched, each against the Connections of its own organization',
);

/** Runs, and characters of them, written together; bounds memory when an event matches many Connections. */
const RUNS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 4_000_000;
export const AUTHOR_REFUSAL = 'author_disabled';

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem'>;
  readonly index: ConnectionIndex;
  readonly authors: Pick<Authors, 'among'>;
  readonly hearing: Hearing;
  readonly steps: Pick<RunSteps, 'run'>;
  readonly pause: Pick<ConnectionPause, 'pause'>;
  readonly trips: Pick<TripAnnouncement, 'announce'>;
  readonly clock: Clock;
  /** Says that runs wait in PostgreSQL. */
  readonly wake: () => void;
}

type Authority = ReadonlyMap<string, Principal>;

/**
 * Turns a batch of events into runs, in one transaction and a handful of statements. Runs that touch nothing
 * outside are written when they have ended; the others are written `queued` for the run worker. A repeated
 * batch finds its runs by Connection and event and changes nothing.
 */
export class RunIntake {
  readonly #deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  async take(events: readonly LoggedEvent[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    const { orphaned, waiting, trips } = await this.#deps.database.asSystem(intakeExemption, async (db) => {
      const matched = await this.#match(db, events);
      await recordMisses(db, matched.misses, first.cursor);
      return this.#admit(db, matched.matches, matched.authors);
    });
    if (waiting) this.#deps.wake();
    for (const connection of orphaned) await this.#deps.pause.pause(connection, AUTHOR_REFUSAL);
    for (const trip of trips) await this.#deps.trips.announce(trip);
  }

  /** What an author may not hear is as if it had not matched (DECISIONS 31). */
  async #match(
    db: Kysely<Tables>,
    events: readonly LoggedEvent[],
  ): Promise<Matched & { readonly authors: Authority }> {
    const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
    const indexes = await this.#deps.index.of(db, organizations);
    const authors = await this.#deps.authors.among(db, authorsOf(events, indexes));
    return { authors, ...matchEvents(events, indexes, { hears: hearingOf(this.#deps.hearing, authors) }) };
  }

  async #admit(db: Kysely<Tables>, found: readonly Match[], authors: Authority) {
    const judged = found.map((match) =>
      canAct(authors, match) ? match : { ...match, refusal: AUTHOR_REFUSAL },
    );
    const gated = await applyGates(db, judged);
    const matches = await applyCooldowns(db, gated.matches);
    const waiting = await this.#carryOut(db, matches, authors);
    const orphaned = matches
      .filter(({ refusal }) => refusal === AUTHOR_REFUSAL)
      .map(({ connection }) => connection);
    return { waiting, orphaned: new Set(orphaned), trips: gated.trips };
  }

  /** True when some of the runs wait for the run worker. */
  async #carryOut(db: Kysely<Tables>, matches: readonly Match[], authors: Authority): Promise<boolean> {
    let waiting = false;
    let characters = 0;
    let texts: string[] = [];
    for (const match of matches) {
      const run = await this.#runOf(match, authors);
      const text = JSON.stringify(run);
      waiting ||= run.status === 'queued';
      characters += text.length;
      texts.push(text);
      if (texts.length < RUNS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      await insertRuns(db, texts);
      [texts, characters] = [[], 0];
    }
    await insertRuns(db, texts);
    return waiting;
  }

  async #runOf(match: Match, authors: Authority): Promise<NewRun> {
    const run = runFor(match);
    const { connection, event, refusal } = match;
    if (refusal !== null) return { ...run, status: 'skipped', reason: refusal, finished_at: this.#now() };
    if (!connection.is_instant) return run;
    const started_at = this.#now();
    const outcome = await this.#deps.steps.run(
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
        principal: () => actingIn(authors.get(connection.author_id), connection.organization_id),
        checkpoint: () => true,
      },
    );
    if (outcome.status === 'interrupted' || outcome.status === 'waiting') return run;
    return { ...run, ...outcome, started_at, finished_at: this.#now() };
  }

  #now(): string {
    return this.#deps.clock.now().toISOString();
  }
}

const canAct = (authors: Authority, { connection }: Match): boolean =>
  actingIn(authors.get(connection.author_id), connection.organization_id) !== null;

const runFor = ({ connection, event }: Match): NewRun => ({
  id: uuidv7(),
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
});
