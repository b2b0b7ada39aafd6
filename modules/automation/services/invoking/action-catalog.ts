import { Service } from '@patchbay/kernel/di';
import { type BoundOperation, type Catalog, readOperation } from '@patchbay/kernel/fabric';
import type { AutomationAction } from '../../contract.ts';
import type { ActionIndex } from './action-index.ts';

type Wanted = Pick<Catalog, 'find' | 'findForeign' | 'view'>;

/** Actions in the place of operations, for the checks that steps of Connections go through as well. */
export class ActionCatalog
  extends Service<{ actions: Pick<ActionIndex, 'find'>; catalog: Wanted }>
  implements Wanted
{
  readonly #bound = new WeakMap<AutomationAction, BoundOperation>();

  find(action_type: string): BoundOperation | undefined {
    const action = this.parts.actions.find(action_type);
    if (action === undefined) return undefined;
    const known = this.#bound.get(action);
    if (known?.operation.input === action.params) return known;
    const bound = boundAction(action);
    this.#bound.set(action, bound);
    return bound;
  }

  findForeign(...asked: Parameters<Wanted['findForeign']>): ReturnType<Wanted['findForeign']> {
    return this.parts.catalog.findForeign(...asked);
  }

  view(organization_id: string): ReturnType<Wanted['view']> {
    return this.parts.catalog.view(organization_id);
  }
}

const boundAction = ({ action_type, title, description, params, output, permission }: AutomationAction) => ({
  operation: readOperation({
    id: action_type,
    title,
    description,
    input: params,
    ...(output ? { output } : {}),
    permission,
    run: () => Promise.reject(new Error('actions are carried out by rules only')),
  }),
  provider_id: 'automation',
  tier: 'native' as const,
  isEnabled: () => true,
  deps: {},
});
