import { Service } from '@patchbay/kernel/di';
import { validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Access } from '@patchbay/kernel/permissions';
import { closed, detailsOf, SchemaCompiler } from '@patchbay/kernel/schema';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ActionParams, AutomationAction } from '../../contract.ts';

/** Actions of enabled modules by their type. */
export class ActionIndex extends Service<{ contributed: Contributions<AutomationAction> }> {
  readonly #ajv = new SchemaCompiler({ allErrors: true, strict: false });
  readonly #validators = new WeakMap<object, ValidateFunction>();

  /** Sorted by type. */
  all(): readonly AutomationAction[] {
    return [...this.parts.contributed.values].sort((a, b) => (a.action_type < b.action_type ? -1 : 1));
  }

  find(action_type: string): AutomationAction | undefined {
    return this.parts.contributed.values.find((action) => action.action_type === action_type);
  }

  /** Throws `kernel.validation_failed` for rendered params that the action does not take. */
  assertParams({ params: schema }: AutomationAction, params: ActionParams): void {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(closed(schema));
    this.#validators.set(schema, validate);
    if (validate(params)) return;
    const details = detailsOf(validate.errors).map((detail) => ({
      ...detail,
      field: detail.field === '' ? 'params' : `params.${detail.field}`,
    }));
    throw validationFailed({ details });
  }
}

/** As sinks of the Fabric: without a permission of its own, an action is for unscoped org_admins (SPEC 5.9). */
export const accessTo = ({ permission }: Pick<AutomationAction, 'permission'>): Access =>
  permission === null ? { role: 'org_admin', unscoped: true } : { permission };
