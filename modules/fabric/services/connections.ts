import { type Database, type Page, type PageQuery, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { type ErrorDetail, forbidden, notFound, validationFailed } from '@patchbay/kernel/errors';
import { assertUnchanged } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Quotas } from '@patchbay/module-organizations/contract';
import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { tooManyConnections } from '../errors.ts';
import type { ConnectionInput, ConnectionPatch } from '../schemas.ts';
import { ConnectionRows } from './connection-rows.ts';
import type { ConnectionRow, ConnectionView } from './connection-view.ts';
import { type Draft, type DraftCheck, FORBIDDEN } from './draft-check.ts';
import { jsonValue } from './json-value.ts';
import { mergeSteps, sameSteps } from './merge-steps.ts';
import type { SealedSteps, Step } from './sealed-steps.ts';

type Input = Static<typeof ConnectionInput>;
type Patch = Static<typeof ConnectionPatch>;

export interface Findings {
  readonly findings: ErrorDetail[];
}

const MOST_CONNECTIONS = 1_000;

/** The Connections of an organization; each acts as its author, who is whoever wrote its steps. */
export class Connections {
  readonly #database: Database;
  readonly #check: DraftCheck;
  readonly #sealed: SealedSteps;
  readonly #quotas: Quotas;
  readonly #rows: ConnectionRows;

  constructor(database: Database, check: DraftCheck, sealed: SealedSteps, quotas: Quotas) {
    this.#database = database;
    this.#check = check;
    this.#sealed = sealed;
    this.#quotas = quotas;
    this.#rows = new ConnectionRows(sealed);
  }

  list(principal: Principal, query: PageQuery): Promise<Page<ConnectionView>> {
    return this.#database.read(principal, (unit) => this.#rows.page(unit, query));
  }

  get(principal: Principal, id: string): Promise<ConnectionView> {
    return this.#database.read(principal, (unit) => this.#rows.view(unit, id));
  }

  create(principal: Principal, input: Input): Promise<ConnectionView> {
    const { draft, steps } = this.#draftOf(input, null, []);
    assertSound(this.#check.findings(principal, draft));
    const author_id = authorOf(principal);
    return this.#database.write(principal, async (work) => {
      if ((await this.#rows.count(work)) >= MOST_CONNECTIONS) throw tooManyConnections();
      await this.#quotas.assertRoom(work, 'connections');
      const id = uuidv7();
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
          is_enabled: rest.is_enabled ?? true,
          shadow: rest.shadow ?? false,
        })
        .execute();
      record(work, 'create', id, {
        name,
        source_event,
        operations: steps.map(({ operation_id }) => operation_id),
      });
      return this.#rows.view(work, id);
    });
  }

  /** What would be refused; nothing is written. */
  async tryCreate(principal: Principal, input: Input): Promise<Findings> {
    return { findings: [...this.#check.findings(principal, this.#draftOf(input, null, []).draft)] };
  }

  /** Whoever changes steps becomes their author; a paused Connection that is enabled, or gets an author, goes on. */
  update(principal: Principal, id: string, patch: Patch, if_match: string | null): Promise<ConnectionView> {
    return this.#database.write(principal, async (work) => {
      const row = await this.#rows.row(work, id, true);
      assertUnchanged(if_match, row.updated_at);
      const stored = this.#sealed.open(row.sealed_steps, row);
      const { draft, steps } = this.#draftOf(patch, row, stored);
      const rewritten = !sameSteps(steps, stored);
      assertSound(this.#findingsOf(principal, draft, rewritten));
      const { steps: _steps, conditions, ...plain } = patch;
      await work.sql
        .updateTable('connections')
        .set({
          ...plain,
          ...(conditions === undefined ? {} : { conditions: jsonValue(draft.conditions) }),
          ...(rewritten
            ? { sealed_steps: this.#sealed.seal(steps, row), author_id: authorOf(principal) }
            : {}),
          ...(rewritten || patch.is_enabled ? { paused_reason: null } : {}),
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      record(work, 'update', id, {
        fields: Object.keys(patch),
        author_changed: rewritten && row.author_id !== principal.user_id,
      });
      return this.#rows.view(work, id);
    });
  }

  tryUpdate(principal: Principal, id: string, patch: Patch): Promise<Findings> {
    return this.#database.read(principal, async (unit) => {
      const row = await this.#rows.row(unit, id);
      const stored = this.#sealed.open(row.sealed_steps, row);
      const { draft, steps } = this.#draftOf(patch, row, stored);
      return { findings: [...this.#findingsOf(principal, draft, !sameSteps(steps, stored))] };
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

  /** Steps that stay another author's are not this caller's to answer for. */
  #findingsOf(principal: Principal, draft: Draft, rewritten: boolean): readonly ErrorDetail[] {
    return this.#check.findings(principal, rewritten ? draft : { ...draft, steps: [] });
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

function assertSound(findings: readonly ErrorDetail[]): void {
  const refusal = findings.find(({ type }) => type === FORBIDDEN);
  const faults = findings.filter(({ type }) => type !== FORBIDDEN);
  if (faults.length > 0) throw validationFailed({ details: faults });
  if (refusal) throw forbidden({ message: `Not allowed: ${refusal.field}: ${refusal.message}.` });
}

function authorOf({ user_id }: Principal): string {
  if (user_id === null) throw notFound();
  return user_id;
}

function record(
  work: UnitOfWork,
  verb: string,
  target_id: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  work.audit.record({ action: `fabric.connections.${verb}`, target_type: 'connection', target_id, detail });
}
