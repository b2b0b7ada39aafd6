import { randomUUID } from 'node:crypto';
import { type Database, jsonValue, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { type JudgedConditions, judgedConditions } from '../explaining/judged-conditions.ts';
import type { RunRecords } from '../records/run-records.ts';
import { insertingRun } from '../records/run-rows.ts';
import type { ClaimedRun } from '../running/claimed-run.ts';
import { LEASE_SECONDS } from '../running/run-claims.ts';
import type { RunWorker } from '../running/run-worker.ts';
import type { RerunKind } from './rerun-kind.ts';
import type { OwnerForRun, RunOwner } from './run-owner.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface TestRequest {
  readonly payload?: Payload | undefined;
  readonly event_id?: string | undefined;
}

/** Parts of a test. */
interface Occasion {
  readonly trigger: Payload;
  readonly event_id: string | null;
  readonly site_id: string | null;
}

export interface RunTestDeps<O extends RunOwner, V> {
  readonly kind: Pick<RerunKind, 'runs' | 'owner' | 'more' | 'target_type'>;
  /** Of what is recorded. */
  readonly action: string;
  readonly database: Database;
  readonly ownerFor: OwnerForRun<O>;
  readonly worker: Pick<RunWorker, 'byHand' | 'carryOut'>;
  readonly records: Pick<RunRecords<V>, 'get'>;
  /** Payload for an owner that answers no events; null for others. */
  readonly tickOf?: (owner: O) => Payload | null;
}

/** A run by hand, and whether an event like that would have led to one. */
export type TestView<V> = V & { readonly conditions: JudgedConditions };

/**
 * Carries an owner's steps out once, by hand, regardless of its conditions, cooldowns and rate limits; the
 * verdict of the conditions is answered. Writes are staged.
 */
export class RunTests<O extends RunOwner, V> extends Service<RunTestDeps<O, V>> {
  /** The run acts as the author, so the caller must hold every step's permission as well. */
  test(principal: Principal, owner_id: string, request: TestRequest): Promise<TestView<V>> {
    return this.parts.worker.byHand(principal.organization_id, () =>
      this.#test(principal, owner_id, request),
    );
  }

  async #test(principal: Principal, owner_id: string, request: TestRequest): Promise<TestView<V>> {
    const { database, ownerFor, tickOf, worker, records } = this.parts;
    const { run, conditions } = await database.write(principal, async (work) => {
      const owner = await ownerFor(work, owner_id);
      const tick = tickOf?.(owner) ?? null;
      const occasion = tick === null ? await occasionOf(work, request) : tickOnly(tick, request);
      const conditions = judgedConditions(owner.conditions, occasion.trigger);
      return { run: await this.#insert(work, owner, occasion), conditions };
    });
    await worker.carryOut(run);
    return { ...(await records.get(principal, run.id)), conditions };
  }

  async #insert(work: UnitOfWork, owner: O, { trigger, event_id, site_id }: Occasion): Promise<ClaimedRun> {
    const { kind, action } = this.parts;
    const run = {
      id: newId(),
      organization_id: work.organization_id,
      claim_id: randomUUID(),
      claims: 1,
      author_id: owner.author_id,
      shadow: owner.shadow,
      sealed_plan: owner.sealed_plan,
      event_id,
    };
    await insertingRun(kind, {
      ...run,
      [kind.owner]: owner.id,
      ...(kind.more.includes('site_id') ? { site_id } : {}),
      is_test: true,
      status: 'running',
      trigger: jsonValue(trigger),
      started_at: sql`clock_timestamp()`,
      lease_until: sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`,
    }).execute(work.sql);
    const detail = { [kind.owner]: owner.id, event_id };
    work.audit.record({ action, target_type: kind.target_type, target_id: run.id, detail });
    return {
      ...run,
      owner_id: owner.id,
      steps: [],
      sealed_records: null,
      trigger,
      causation: [],
      refusal: null,
    };
  }
}

function tickOnly(trigger: Payload, { payload, event_id }: TestRequest): Occasion {
  if (payload !== undefined || event_id !== undefined)
    throw refused('a schedule is run as it stands', 'not_allowed');
  return { trigger, event_id: null, site_id: null };
}

async function occasionOf({ sql: db }: UnitOfWork, request: TestRequest): Promise<Occasion> {
  const { payload, event_id } = request;
  if ((payload === undefined) === (event_id === undefined))
    throw refused('give either payload or event_id', 'required');
  if (event_id === undefined) return { trigger: payload ?? {}, event_id: null, site_id: null };
  const { rows } = await sql<Occasion>`
    select payload as trigger, id as event_id, site_id from event_log where id = ${event_id}::uuid`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

const refused = (message: string, type: string) =>
  validationFailed({ details: [{ field: 'payload', message, type }] });
