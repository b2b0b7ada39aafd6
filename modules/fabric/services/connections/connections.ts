import { recorderOf } from '@patchbay/kernel/audit';
import {
  assertUnchanged,
  type Database,
  jsonValue,
  type Page,
  type PageQuery,
  sql,
  type Unit,
} from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Quotas } from '@patchbay/module-organizations/contract';
import type { Draft, Finding, SealedSteps, Step } from '@patchbay/runs';
import {
  assertSaveable,
  attributed,
  authorIdOf,
  concealed,
  forgetFailures,
  mergeSteps,
  sameSteps,
} from '@patchbay/runs';
import type { Static } from 'typebox';
import { tooManyConnections } from '../../errors.ts';
import type { ConnectionInput, ConnectionPatch } from '../../schemas/connections.ts';
import { CONNECTION_FAILURES } from '../intake/connection-tables.ts';
import type { DraftJudgement, JudgedDraft } from '../static-check/draft-judgement.ts';
import { permissionFindings } from './author-permissions.ts';
import {
  type ConnectionRow,
  type ConnectionRows,
  type ConnectionView,
  connectionRows,
} from './connection-view.ts';

type Input = Static<typeof ConnectionInput>;
type Patch = Static<typeof ConnectionPatch>;

export interface Findings {
  readonly findings: Finding[];
}

const record = recorderOf('fabric.connections', 'connection');

const MAX_CONNECTIONS = 1_000;

/** The Connections of an organization; each acts as its author, the user who wrote its steps. */
export class Connections {
  readonly #database: Database;
  readonly #judgement: DraftJudgement;
  readonly #sealed: SealedSteps;
  readonly #quotas: Quotas;
  readonly #rows: ConnectionRows;

  constructor(database: Database, judgement: DraftJudgement, sealed: SealedSteps, quotas: Quotas) {
    this.#database = database;
    this.#judgement = judgement;
    this.#sealed = sealed;
    this.#quotas = quotas;
    this.#rows = connectionRows(sealed);
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ConnectionView>> {
    return this.#database.read(principal, (unit) => this.#rows.page(unit, query));
  }

  get(principal: Principal, id: string): Promise<ConnectionView> {
    return this.#database.read(principal, (unit) => this.#rows.view(unit, id));
  }

  create(principal: Principal, input: Input): Promise<ConnectionView> {
    const { draft, steps } = this.#draftOf(input, null, []);
    const author_id = authorIdOf(principal);
    return this.#database.write(principal, async (work) => {
      const findings = await this.#judgement.assertSound(work, unsaved(draft));
      await this.#rows.assertRoom(work, MAX_CONNECTIONS, tooManyConnections);
      await this.#quotas.assertRoom(work, 'connections');
      const id = newId();
      const { organization_id } = work;
      const { name, source_event, conditions, ...rest } = input;
      await work.sql
        .insertInto('connections')
        .values({
          id,
          organization_id,
          name,
          source_event,
          author_id,
          conditions: jsonValue(draft.conditions),
          sealed_steps: this.#sealed.seal(steps, { id, organization_id }),
          cooldown_seconds: rest.cooldown_seconds ?? 0,
          mode: rest.mode ?? 'parallel',
          max_parallel: rest.max_parallel ?? null,
          max_runs_per_minute: rest.max_runs_per_minute ?? null,
          is_enabled: rest.is_enabled ?? true,
          shadow: rest.shadow ?? false,
        })
        .execute();
      record(work, 'create', id, {
        name,
        source_event,
        operations: steps.map(({ operation_id }) => operation_id),
      });
      return { ...(await this.#rows.view(work, id)), findings };
    });
  }

  /** Findings that would refuse the draft; nothing is written. */
  async tryCreate(principal: Principal, input: Input): Promise<Findings> {
    const { draft } = this.#draftOf(input, null, []);
    return this.#database.read(principal, async (unit) => ({
      findings: await this.#judgement.findings(unit, unsaved(draft)),
    }));
  }

  /** A user who changes steps becomes their author; a paused Connection that is enabled, or gets an author, goes on. */
  update(principal: Principal, id: string, patch: Patch, if_match: string | null): Promise<ConnectionView> {
    return this.#database.write(principal, async (work) => {
      const row = await this.#rows.row(work, id, true);
      assertUnchanged(if_match, row.updated_at);
      const stored = this.#sealed.open(row.sealed_steps, row);
      const { draft, steps } = this.#draftOf(patch, row, stored);
      const rewritten = !sameSteps(steps, stored);
      const found = await this.#judgement.findings(work, judged(id, draft, patch, rewritten));
      const findings = assertSaveable([
        ...concealed(found, steps, stored, row, principal),
        ...(await reachOf(work, row, patch, rewritten)),
      ]);
      const { steps: _steps, conditions, ...plain } = patch;
      const author_id = rewritten ? authorIdOf(principal) : row.author_id;
      await work.sql
        .updateTable('connections')
        .set({
          ...plain,
          ...(conditions === undefined ? {} : { conditions: jsonValue(draft.conditions) }),
          ...(rewritten
            ? { sealed_steps: this.#sealed.seal(attributed(steps, stored, row, author_id), row), author_id }
            : {}),
          ...(rewritten || patch.is_enabled ? { paused_reason: null } : {}),
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      if (rewritten || patch.is_enabled) await forgetFailures(work, CONNECTION_FAILURES, id);
      record(work, 'update', id, {
        fields: Object.keys(patch),
        author_changed: rewritten && row.author_id !== principal.user_id,
      });
      return { ...(await this.#rows.view(work, id)), findings };
    });
  }

  tryUpdate(principal: Principal, id: string, patch: Patch): Promise<Findings> {
    return this.#database.read(principal, async (unit) => {
      const row = await this.#rows.row(unit, id);
      const stored = this.#sealed.open(row.sealed_steps, row);
      const { draft, steps } = this.#draftOf(patch, row, stored);
      const rewritten = !sameSteps(steps, stored);
      const found = await this.#judgement.findings(unit, judged(id, draft, patch, rewritten));
      const findings = concealed(found, steps, stored, row, principal);
      return { findings: [...findings, ...(await reachOf(unit, row, patch, rewritten))] };
    });
  }

  /** Runs that have not begun are given up; the record of the others stays. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.#database.write(principal, async (work) => {
      const { name } = await this.#rows.row(work, id, true);
      await work.sql
        .updateTable('connections')
        .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      record(work, 'delete', id, { name });
    });
  }

  #draftOf(
    input: Patch,
    row: ConnectionRow | null,
    stored: readonly Step[],
  ): { draft: Draft; steps: readonly Step[] } {
    const steps = input.steps === undefined ? stored : mergeSteps(input.steps, stored);
    const conditions = input.conditions ?? row?.conditions ?? null;
    return {
      steps,
      draft: { steps, conditions, source_event: input.source_event ?? row?.source_event ?? '' },
    };
  }
}

const unsaved = (draft: Draft): JudgedDraft => ({ id: null, draft, wired: draft, answersForSteps: true });

/** Steps that stay another author's are not this caller's to answer for, unless they get another source. */
const judged = (id: string, draft: Draft, patch: Patch, rewritten: boolean): JudgedDraft => ({
  id,
  draft: rewritten || patch.source_event !== undefined ? draft : { ...draft, steps: [] },
  wired: changesWiring(patch, rewritten) ? draft : null,
  answersForSteps: rewritten,
});

/**
 * Changes that can close a cycle: other steps, another source, conditions that no longer end it, and being
 * switched on.
 */
const changesWiring = ({ source_event, conditions, is_enabled }: Patch, rewritten: boolean): boolean =>
  rewritten || source_event !== undefined || conditions !== undefined || is_enabled === true;

/** Another's steps that answer to something else, or go on, stay within the caller's sites. */
const reachOf = async (
  unit: Unit,
  { author_id }: ConnectionRow,
  { source_event, conditions, is_enabled, shadow }: Patch,
  rewritten: boolean,
): Promise<Finding[]> => {
  const isSetGoing = is_enabled === true || shadow === false;
  if (rewritten || (source_event === undefined && conditions === undefined && !isSetGoing)) return [];
  return permissionFindings(unit, author_id, 'steps');
};
