import { recorderOf } from '@patchbay/kernel/audit';
import {
  assertUnchanged,
  type Database,
  jsonValue,
  type Page,
  type PageQuery,
  sql,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import { permissionFindings } from '@patchbay/module-fabric/contract';
import type { Quotas } from '@patchbay/module-organizations/contract';
import {
  assertSaveable,
  attributed,
  authorIdOf,
  concealed,
  type Finding,
  forgetFailures,
  type SealedSteps,
} from '@patchbay/runs';
import type { Static } from 'typebox';
import { tooManyRules } from '../../errors.ts';
import type { RuleInput, RulePatch } from '../../schemas.ts';
import { nextTick } from '../intake/next-tick.ts';
import { RULE_FAILURES } from '../intake/rule-tables.ts';
import { isSchedule, type TriggerType } from '../intake/trigger.ts';
import type { RuleCheck } from './rule-check.ts';
import { judged, type MergedRule, mergeRule } from './rule-draft.ts';
import { type RuleRow, type RuleRows, type RuleView, ruleRows } from './rule-view.ts';

type Input = Static<typeof RuleInput>;
type Patch = Static<typeof RulePatch>;

export interface RuleListQuery extends PageQuery {
  readonly trigger_type?: TriggerType;
  readonly is_enabled?: boolean;
}

export interface RulesDeps {
  readonly database: Database;
  readonly check: Pick<RuleCheck, 'findings' | 'rowFindings'>;
  readonly sealed: SealedSteps;
  readonly quotas: Quotas;
  readonly clock: Clock;
  /** Says that a tick may come sooner than was known. */
  readonly noteTick: (at: string) => void;
}

const record = recorderOf('automation.rules', 'automation_rule');

const MAX_RULES = 1_000;

/** The rules of an organization; each acts as its author, the user who wrote its actions. */
export class Rules {
  readonly #deps: RulesDeps;
  readonly #rows: RuleRows;

  constructor(deps: RulesDeps) {
    this.#deps = deps;
    this.#rows = ruleRows(deps.sealed);
  }

  list(principal: Principal, query: RuleListQuery): Promise<Page<RuleView>> {
    const { trigger_type, is_enabled } = query;
    return this.#deps.database.read(principal, (unit) =>
      this.#rows.page(unit, query, { trigger_type, is_enabled }),
    );
  }

  get(principal: Principal, id: string): Promise<RuleView> {
    return this.#deps.database.read(principal, (unit) => this.#rows.view(unit, id));
  }

  create(principal: Principal, input: Input): Promise<RuleView> {
    const merged = mergeRule(input, null, []);
    const author_id = authorIdOf(principal);
    return this.#deps.database.write(principal, async (work) => {
      const findings = assertSaveable(await this.#findings(work, merged));
      await this.#rows.assertRoom(work, MAX_RULES, tooManyRules);
      await this.#deps.quotas.assertRoom(work, 'automation_rules');
      const id = newId();
      const { organization_id } = work;
      const is_enabled = input.is_enabled ?? true;
      const next_fire_at = is_enabled ? this.#nextOf(merged) : null;
      await work.sql
        .insertInto('automation_rules')
        .values({
          id,
          organization_id,
          name: input.name,
          author_id,
          is_enabled,
          shadow: input.shadow ?? false,
          next_fire_at,
          trigger_type: merged.trigger.trigger_type,
          trigger_config: jsonValue(merged.trigger.trigger_config),
          conditions: jsonValue(merged.conditions),
          sealed_actions: this.#deps.sealed.seal(merged.actions, { id, organization_id }),
          max_runs_per_minute: input.max_runs_per_minute ?? null,
        })
        .execute();
      record(work, 'create', id, {
        name: input.name,
        ...merged.trigger,
        actions: merged.actions.map(({ operation_id }) => operation_id),
      });
      return this.#saved(work, id, findings, next_fire_at);
    });
  }

  /** Findings that would refuse the draft; nothing is written. */
  async tryCreate(principal: Principal, input: Input): Promise<{ findings: Finding[] }> {
    const merged = mergeRule(input, null, []);
    return this.#deps.database.read(principal, async (unit) => ({
      findings: await this.#findings(unit, merged),
    }));
  }

  /** A user who changes actions becomes their author; a paused rule that is enabled, or gets an author, goes on. */
  update(principal: Principal, id: string, patch: Patch, if_match: string | null): Promise<RuleView> {
    return this.#deps.database.write(principal, async (work) => {
      const row = await this.#rows.row(work, id, true);
      assertUnchanged(if_match, row.updated_at);
      const merged = this.#merge(patch, row);
      const findings = assertSaveable(await this.#findingsOf(work, row, patch, merged));
      const next_fire_at = this.#nextAfter(row, patch, merged);
      const { name, is_enabled, shadow, max_runs_per_minute } = patch;
      await work.sql
        .updateTable('automation_rules')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(is_enabled === undefined ? {} : { is_enabled }),
          ...(shadow === undefined ? {} : { shadow }),
          ...(max_runs_per_minute === undefined ? {} : { max_runs_per_minute }),
          ...(patch.conditions === undefined ? {} : { conditions: jsonValue(merged.conditions) }),
          ...(merged.isTriggerChanged
            ? {
                trigger_type: merged.trigger.trigger_type,
                trigger_config: jsonValue(merged.trigger.trigger_config),
              }
            : {}),
          ...(merged.isRewritten ? this.#authored(merged, row, authorIdOf(principal)) : {}),
          ...(goesOn(patch, merged) ? { paused_reason: null } : {}),
          next_fire_at,
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      if (goesOn(patch, merged)) await forgetFailures(work, RULE_FAILURES, id);
      record(work, 'update', id, {
        fields: Object.keys(patch),
        author_changed: merged.isRewritten && row.author_id !== principal.user_id,
      });
      return this.#saved(work, id, findings, next_fire_at);
    });
  }

  tryUpdate(principal: Principal, id: string, patch: Patch): Promise<{ findings: Finding[] }> {
    return this.#deps.database.read(principal, async (unit) => {
      const row = await this.#rows.row(unit, id);
      const merged = this.#merge(patch, row);
      return { findings: await this.#findingsOf(unit, row, patch, merged) };
    });
  }

  /** Executions that have not begun are given up; the record of the others stays. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.#deps.database.write(principal, async (work) => {
      const { name } = await this.#rows.row(work, id, true);
      await work.sql
        .updateTable('automation_rules')
        .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()`, next_fire_at: null })
        .where('id', '=', id)
        .execute();
      record(work, 'delete', id, { name });
    });
  }

  async #findings(unit: Unit, merged: MergedRule): Promise<Finding[]> {
    const { check } = this.#deps;
    const found = check.findings(unit.principal, judged(merged, true));
    return [...found, ...(await check.rowFindings(unit, merged.actions))];
  }

  async #findingsOf(unit: Unit, row: RuleRow, patch: Patch, merged: MergedRule): Promise<Finding[]> {
    const { check } = this.#deps;
    const answers = answersFor(unit.principal, row, patch, merged);
    const isSetGoing = merged.isRewritten || merged.isTriggerChanged || patch.is_enabled === true;
    const found = [
      ...check.findings(unit.principal, judged(merged, answers), answers),
      ...(isSetGoing ? await check.rowFindings(unit, merged.actions) : []),
    ];
    return [
      ...concealed(found, merged.actions, merged.storedActions, row, unit.principal),
      ...(await reachOf(unit, row, merged, answers)),
    ];
  }

  async #saved(
    work: UnitOfWork,
    id: string,
    findings: Finding[],
    next_fire_at: string | null,
  ): Promise<RuleView> {
    if (next_fire_at !== null) work.afterCommit(() => this.#deps.noteTick(next_fire_at));
    return { ...(await this.#rows.view(work, id)), findings };
  }

  /** Params that were kept stay those of their writer. */
  #authored({ actions, storedActions }: MergedRule, row: RuleRow, author_id: string) {
    const written = attributed(actions, storedActions, row, author_id);
    return { sealed_actions: this.#deps.sealed.seal(written, row), author_id };
  }

  #merge(patch: Patch, row: RuleRow): MergedRule {
    return mergeRule(patch, row, this.#deps.sealed.open(row.sealed_actions, row));
  }

  /**
   * A computed tick stays, unless there is another schedule; a rule switched on again begins anew, so that missed
   * ticks are not made up for.
   */
  #nextAfter(row: RuleRow, patch: Patch, merged: MergedRule): string | null {
    const isOn = patch.is_enabled ?? row.is_enabled;
    const isPaused = row.paused_reason !== null && !goesOn(patch, merged);
    if (!isOn || isPaused) return null;
    return row.next_fire_at === null || merged.isTriggerChanged ? this.#nextOf(merged) : row.next_fire_at;
  }

  #nextOf({ trigger: { trigger_config } }: MergedRule): string | null {
    if (!isSchedule(trigger_config)) return null;
    return nextTick(trigger_config, this.#deps.clock.now())?.toISOString() ?? null;
  }
}

/**
 * Writing actions needs the rights to them, and so does making another author's actions answer to something else
 * or go on: otherwise a user with less could act through the rule.
 */
const answersFor = (
  { user_id }: Principal,
  { author_id }: RuleRow,
  patch: Patch,
  { isRewritten, isTriggerChanged }: MergedRule,
): boolean =>
  isRewritten ||
  (user_id !== author_id &&
    (isTriggerChanged ||
      patch.conditions !== undefined ||
      patch.is_enabled === true ||
      patch.shadow === false));

/** Another's actions stay within the caller's sites; one's own are judged where they are carried out. */
const reachOf = async (
  unit: Unit,
  { author_id }: RuleRow,
  { isRewritten }: MergedRule,
  answers: boolean,
): Promise<Finding[]> => (answers && !isRewritten ? permissionFindings(unit, author_id, 'actions') : []);

const goesOn = (patch: Patch, { isRewritten }: MergedRule): boolean =>
  isRewritten || patch.is_enabled === true;
