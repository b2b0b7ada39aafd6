import { type Database, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import type { LoggedEvent } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { actingIn, actingUsers } from '@patchbay/module-identity/contract';
import type { Authored, AuthorViews, FailingPause, Owner, RunSteps } from '@patchbay/runs';
import {
  AUTHOR_REFUSAL,
  applyGates,
  authorsOf,
  causationOf,
  type Hearing,
  hearingOf,
  hiddenOutputs,
  type LacksRights,
  LOST_RIGHT,
  type Matched,
  matchEvents,
  type Pausing,
  recordMisses,
  type TripAnnouncement,
  unheard,
  wasRefused,
} from '@patchbay/runs';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectionIndex, ConnectionMatch, WiredConnection } from '../connections/connection-index.ts';
import { connectionGates, missesOfConnections } from './connection-tables.ts';
import { applyCooldowns } from './cooldowns.ts';
import { insertLastRuns, insertRuns, type NewRun } from './insert-runs.ts';

const intakeExemption = exempt(
  'fabric.intake',
  'events of all organizations are matched, each against the Connections of its own organization',
);

/** Runs, and characters of them, written together; bounds memory when an event matches many Connections. */
const RUNS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 4_000_000;

export interface IntakeDeps {
  readonly database: Pick<Database, 'asSystem'>;
  readonly index: ConnectionIndex;
  readonly hearing: Hearing;
  readonly steps: Pick<RunSteps, 'run'>;
  readonly views: AuthorViews;
  readonly lacksRights: LacksRights;
  readonly pause: Pick<Pausing, 'pause'>;
  /** Takes the Connections whose runs only fail. */
  readonly failing: Pick<FailingPause, 'note'>;
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
    const { stopped, failing, isWaiting, trips } = await this.#deps.database.asSystem(
      intakeExemption,
      async (db) => {
        const matched = await this.#match(db, events);
        await recordMisses(db, matched.misses, first.cursor, missesOfConnections);
        return this.#admit(db, matched.matches, matched.authors);
      },
    );
    if (isWaiting) this.#deps.wake();
    for (const [connection, reason] of stopped) await this.#deps.pause.pause(connection, reason);
    for (const streak of failing) this.#deps.failing.note(streak);
    for (const trip of trips) await this.#deps.trips.announce(trip);
  }

  /** What an author may not hear is as if it had not matched (DECISIONS 31). */
  async #match(
    db: Kysely<Tables>,
    events: readonly LoggedEvent[],
  ): Promise<Matched<WiredConnection> & { readonly authors: Authority }> {
    const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
    const indexes = await this.#deps.index.of(db, organizations);
    const authors = await actingUsers(db, authorsOf(events, indexes));
    const authorOf = ({ author_id, organization_id }: Authored): Principal | null =>
      actingIn(authors.get(author_id), organization_id);
    return {
      authors,
      ...(await matchEvents(events, indexes, {
        noun: 'Connection',
        hears: hearingOf(this.#deps.hearing, authorOf),
      })),
    };
  }

  /** Why an author's Connection may not run at all; null when nothing speaks against it. */
  #refusalOf({ owner: connection, event }: ConnectionMatch, authors: Authority): string | null {
    const author = actingIn(authors.get(connection.author_id), connection.organization_id);
    if (author === null) return AUTHOR_REFUSAL;
    return unheard(this.#deps.hearing, author, connection, event);
  }

  async #admit(db: Kysely<Tables>, found: readonly ConnectionMatch[], authors: Authority) {
    const judged = found.map((match) => {
      const refusal = this.#refusalOf(match, authors);
      return refusal === null ? match : { ...match, refusal };
    });
    const gated = await applyGates(db, connectionGates, judged);
    const matches = await applyCooldowns(db, gated.matches);
    const stopped = new Map(
      matches.flatMap(({ owner: connection, refusal }) =>
        refusal === AUTHOR_REFUSAL || refusal === LOST_RIGHT ? [[connection, refusal] as const] : [],
      ),
    );
    const { isWaiting, failing } = await this.#carryOut(db, matches, authors, stopped);
    return { isWaiting, failing, stopped, trips: gated.trips };
  }

  /** Runs that end at once say as well which Connections must `stop`. */
  async #carryOut(
    db: Kysely<Tables>,
    matches: readonly ConnectionMatch[],
    authors: Authority,
    stop: Map<WiredConnection, string>,
  ): Promise<{ readonly isWaiting: boolean; readonly failing: readonly Owner[] }> {
    const earlier: string[] = [];
    let isWaiting = false;
    let characters = 0;
    let texts: string[] = [];
    let ids: string[] = [];
    for (const match of matches) {
      const run = await this.#runOf(match, authors);
      if (wasRefused(run.steps) && this.#lacksRights(match, authors)) stop.set(match.owner, LOST_RIGHT);
      const text = JSON.stringify(run);
      isWaiting ||= run.status === 'queued';
      characters += text.length;
      texts.push(text);
      ids.push(run.id);
      if (texts.length < RUNS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      await insertRuns(db, texts);
      earlier.push(...ids);
      [texts, ids, characters] = [[], [], 0];
    }
    return { isWaiting, failing: await insertLastRuns(db, texts, earlier) };
  }

  /** Authors were read in this very transaction. */
  #lacksRights({ owner: connection }: ConnectionMatch, authors: Authority): boolean {
    const author = actingIn(authors.get(connection.author_id), connection.organization_id);
    return author !== null && this.#deps.lacksRights(author, connection.steps);
  }

  async #runOf(match: ConnectionMatch, authors: Authority): Promise<NewRun> {
    const run = runFor(match);
    const { owner: connection, event, refusal } = match;
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
    const { status, reason, steps, context } = outcome;
    const outputs = hiddenOutputs(connection.steps, steps, context);
    const stored = this.#deps.views.store(steps, connection, outputs);
    return { ...run, status, reason, ...stored, started_at, finished_at: this.#now() };
  }

  #now(): string {
    return this.#deps.clock.now().toISOString();
  }
}

const runFor = ({ owner: connection, event }: ConnectionMatch): NewRun => ({
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
  sealed_records: null,
});
