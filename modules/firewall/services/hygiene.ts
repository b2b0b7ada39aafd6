import { EventLoopSlice } from '@patchbay/kernel/concurrency';
import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SyncedController, SyncedControllers, SyncedScope } from '@patchbay/module-gateway/contract';
import type { Controllers } from '@patchbay/module-inventory/contract';
import { adapterFailure, type FirewallRule, type ObjectsByFeature } from '@patchbay/vendor-kit';
import { type Placed, placeOf } from './firewall-rules.ts';
import { type Finding, type FindingKind, judgeRules } from './judge-rules.ts';

type Firewall = SyncedController<'firewall'>;

export interface HygieneQuery extends PageQuery, SyncedScope {
  readonly kind?: FindingKind;
  readonly severity?: Finding['severity'];
  readonly live?: boolean;
}

export interface NotJudged {
  readonly controller_id: string;
  readonly name: string;
  readonly reason: string;
}

interface Shown extends Placed {
  readonly kind: FindingKind;
  readonly severity: Finding['severity'];
  readonly reason: string;
  readonly rule: RuleName;
  readonly by: RuleName | null;
}

export interface RuleName {
  readonly feature: string;
  readonly target_id: string;
  readonly name: string;
  readonly chain: string;
  readonly position: number;
  readonly action: FirewallRule['action'];
}

export interface Report extends Page<Shown> {
  /** Over all pages, whatever kind was asked for. */
  readonly counts: Readonly<Record<FindingKind, number>>;
  readonly judged: { readonly controllers: number; readonly rules: number };
  readonly not_judged: readonly NotJudged[];
}

/** More of one firewall are compared with each other for too long. */
const MAX_RULES = 3_000;
const severities = ['high', 'medium', 'low'];

/** Which rules do nothing, nothing any more, or too much. */
export class Hygiene extends Service<{ synced: SyncedControllers; controllers: Pick<Controllers, 'open'> }> {
  /** Throws `gateway.too_wide`; read live also `kernel.not_found`, `kernel.validation_failed` and adapter errors. */
  async report(principal: Principal, query: HygieneQuery): Promise<Report> {
    const { site_id, controller_id, vendor } = query;
    const firewalls = await this.parts.synced.read(principal, { site_id, controller_id, vendor }, 'firewall');
    const found: Shown[] = [];
    const not_judged: NotJudged[] = [];
    const judged = { controllers: 0, rules: 0 };
    const slice = new EventLoopSlice();
    for (const firewall of query.live ? [await this.#live(principal, firewalls, controller_id)] : firewalls) {
      if (slice.isOver) await slice.yield();
      const rules = firewall.reading?.rules(firewall.objects) ?? [];
      const reason = firewall.is_read ? tooMany(rules) : (firewall.gap ?? 'Nothing is known of it.');
      if (reason !== null) {
        not_judged.push({ controller_id: firewall.id, name: firewall.name, reason });
        continue;
      }
      judged.controllers += 1;
      judged.rules += rules.length;
      for (const finding of await judgeRules(rules, slice)) found.push(shown(firewall, finding));
    }
    return { ...pageOfFindings(found, query), counts: countsOf(found), judged, not_judged };
  }

  /** As it stands on the device now, with its counters. */
  async #live(
    principal: Principal,
    firewalls: readonly Firewall[],
    controller_id: string | undefined,
  ): Promise<Firewall> {
    if (controller_id === undefined) {
      const message = 'is needed to read a firewall live';
      throw validationFailed({ details: [{ field: 'controller_id', message, type: 'required' }] });
    }
    const [firewall] = firewalls;
    if (!firewall?.reading) throw notFound();
    try {
      const { session } = await this.parts.controllers.open(principal, controller_id);
      const objects: Record<string, ObjectsByFeature[string]> = {};
      for (const feature of firewall.reading.features) objects[feature] = (await session.list(feature)) ?? [];
      return { ...firewall, objects, is_read: true };
    } catch (error) {
      throw adapterFailure(error);
    }
  }
}

const tooMany = (rules: readonly FirewallRule[]): string | null =>
  rules.length > MAX_RULES ? `It has ${rules.length} rules; up to ${MAX_RULES} are compared.` : null;

const nameOf = (firewall: Firewall, rule: FirewallRule): RuleName => {
  const { target_id, name, chain, position, action } = rule;
  return { feature: `${firewall.feature_prefix}${rule.feature}`, target_id, name, chain, position, action };
};

const shown = (firewall: Firewall, { kind, severity, reason, rule, by }: Finding): Shown => ({
  ...placeOf(firewall),
  kind,
  severity,
  reason,
  rule: nameOf(firewall, rule),
  by: by && nameOf(firewall, by),
});

function pageOfFindings(found: readonly Shown[], query: HygieneQuery): Page<Shown> {
  const { kind, severity, search, page, per_page } = query;
  const wanted = search?.toLowerCase();
  const chosen = found
    .filter((each) => kind === undefined || each.kind === kind)
    .filter((each) => severity === undefined || each.severity === severity)
    .filter(({ controller_name, reason }) => {
      return !wanted || [controller_name, reason].some((text) => text.toLowerCase().includes(wanted));
    })
    .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
  return pageOf(chosen.slice((page - 1) * per_page, page * per_page), chosen.length, query);
}

function countsOf(found: readonly Shown[]): Record<FindingKind, number> {
  const counts = { shadowed: 0, duplicate: 0, unused: 0, any_any: 0, disabled: 0, never_matches: 0 };
  for (const { kind } of found) counts[kind] += 1;
  return counts;
}
