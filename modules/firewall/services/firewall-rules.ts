import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { SyncedController, SyncedControllers, SyncedScope } from '@patchbay/module-gateway/contract';
import type { FirewallRule, NatRule } from '@patchbay/vendor-kit';

export interface Placed {
  readonly controller_id: string;
  readonly controller_name: string;
  readonly site_id: string;
  readonly vendor: string;
}

type Ruled = FirewallRule & Placed;
type Translated = NatRule & Placed;

export interface RuleQuery extends PageQuery, SyncedScope {
  readonly action?: string;
  readonly enabled?: boolean;
}

export interface NatQuery extends PageQuery, SyncedScope {
  readonly kind?: string;
  readonly enabled?: boolean;
}

/** Rules and translations of every firewall the caller sees, as the last syncs brought them. */
export class FirewallRules extends Service<{ synced: SyncedControllers }> {
  async rules(principal: Principal, query: RuleQuery): Promise<Page<Ruled>> {
    const all = await this.#placed(principal, query, ({ reading, objects }) => reading?.rules(objects) ?? []);
    const { action, enabled } = query;
    const found = all.filter(
      (rule) =>
        (action === undefined || rule.action === action) &&
        (enabled === undefined || rule.enabled === enabled),
    );
    return cut(found, query);
  }

  async nat(principal: Principal, query: NatQuery): Promise<Page<Translated>> {
    const all = await this.#placed(principal, query, ({ reading, objects }) => reading?.nat(objects) ?? []);
    const { kind, enabled } = query;
    const found = all.filter(
      (rule) =>
        (kind === undefined || rule.kind === kind) && (enabled === undefined || rule.enabled === enabled),
    );
    return cut(found, query);
  }

  async #placed<T extends { readonly feature: string }>(
    principal: Principal,
    { site_id, controller_id, vendor }: SyncedScope,
    read: (controller: SyncedController<'firewall'>) => readonly T[],
  ): Promise<readonly (T & Placed)[]> {
    const controllers = await this.parts.synced.read(
      principal,
      { site_id, controller_id, vendor },
      'firewall',
    );
    return controllers.flatMap((controller) =>
      read(controller).map((rule) => ({
        ...rule,
        feature: `${controller.feature_prefix}${rule.feature}`,
        ...placeOf(controller),
      })),
    );
  }
}

export const placeOf = ({ id, name, site_id, vendor }: SyncedController<'firewall'>): Placed => {
  return { controller_id: id, controller_name: name, site_id, vendor };
};

type Listed = Placed & { readonly name: string; readonly position: number; readonly feature: string };

/** Searched, ordered and cut. Rules that are alike in the field keep the order in which they are tried. */
function cut<T extends Listed>(found: readonly T[], query: PageQuery): Page<T> {
  const { search, sort = 'controller_name', page, per_page } = query;
  const wanted = search?.toLowerCase();
  const hits = wanted ? found.filter((rule) => textsOf(rule).some((text) => text.includes(wanted))) : found;
  const field = sort.replace(/^-/, '');
  const turn = sort.startsWith('-') ? -1 : 1;
  const inOrder = hits.toSorted((one, other) => turn * compared(fieldOf(one, field), fieldOf(other, field)));
  return pageOf(inOrder.slice((page - 1) * per_page, page * per_page), hits.length, query);
}

const fieldOf = (rule: object, field: string): unknown => Reflect.get(rule, field);

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [String(one ?? ''), String(other ?? '')];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Every text in a rule, in small letters. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.toLowerCase()];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
