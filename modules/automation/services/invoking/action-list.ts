import { type Page, type PageQuery, pageOf } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import type { Static } from 'typebox';
import type { AutomationAction } from '../../contract.ts';
import { manageRules } from '../../permissions.ts';
import type { ActionReply } from '../../schemas.ts';
import { type ActionIndex, accessTo } from './action-index.ts';

type ActionView = Static<typeof ActionReply>;

/** Actions of rules, by type, as `GET /actions` answers them. */
export class ActionList extends Service<{ actions: Pick<ActionIndex, 'all'>; permissions: PermissionMap }> {
  list(principal: Principal, query: PageQuery): Page<ActionView> {
    const { search = '', sort = 'action_type', page, per_page } = query;
    const field = sort.replace(/^-/, '') === 'title' ? 'title' : 'action_type';
    const found = this.parts.actions
      .all()
      .filter(({ action_type, title }) =>
        `${action_type} ${title}`.toLowerCase().includes(search.toLowerCase()),
      )
      .map((action) => this.#viewOf(principal, action))
      .sort((a, b) => (a[field] < b[field] ? -1 : 1));
    if (sort.startsWith('-')) found.reverse();
    return pageOf(found.slice((page - 1) * per_page, page * per_page), found.length, query);
  }

  #viewOf(principal: Principal, action: AutomationAction): ActionView {
    const { action_type, title, description, params, output, permission } = action;
    const isAllowed = [manageRules, accessTo(action)].every(
      (access) => decide(this.parts.permissions, principal, access).allowed,
    );
    return {
      action_type,
      title,
      description,
      params_schema: params,
      output_schema: output ?? null,
      permission,
      allowed: isAllowed,
      available: action.isAvailable?.() !== false,
    };
  }
}
