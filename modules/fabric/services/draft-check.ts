import type { ErrorDetail } from '@patchbay/kernel/errors';
import { addFormats, type Conditions, parsePattern } from '@patchbay/kernel/events';
import { type AnyOperation, accessOf, type BoundOperation, type Catalog } from '@patchbay/kernel/fabric';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Step } from './sealed-steps.ts';
import { canResolve, templatesIn } from './templates-in.ts';

/** The parts of a Connection that can be wrong beyond their shape. */
export interface Draft {
  readonly source_event: string;
  readonly conditions: Conditions | null;
  readonly steps: readonly Step[];
}

/** `type` of a finding that says the author may not. */
export const FORBIDDEN = 'forbidden';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LISTS = new Set(['in', 'not_in']);
const TEXTS = new Set(['starts_with', 'ends_with', 'matches']);

/** Says everything that would keep a Connection from running, before it is saved. */
export class DraftCheck {
  readonly #catalog: Pick<Catalog, 'find' | 'findForeign'>;
  readonly #permissions: PermissionMap;
  readonly #ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor(catalog: Pick<Catalog, 'find' | 'findForeign'>, permissions: PermissionMap) {
    this.#catalog = catalog;
    this.#permissions = permissions;
  }

  findings(author: Principal, draft: Draft): readonly ErrorDetail[] {
    return [
      ...patternFindings(draft.source_event),
      ...conditionFindings(draft.conditions),
      ...draft.steps.flatMap((step, index) => this.#stepFindings(author, step, index)),
    ];
  }

  /** What a principal lacks to carry out the steps. */
  missingRights(principal: Principal, steps: readonly Pick<Step, 'operation_id'>[]): readonly ErrorDetail[] {
    return steps.flatMap(({ operation_id }, index) => {
      const bound = this.#catalog.find(operation_id);
      return bound ? this.#rightFindings(principal, bound, index) : [];
    });
  }

  #stepFindings(author: Principal, step: Step, index: number): readonly ErrorDetail[] {
    const field = `steps.${index}.operation_id`;
    const bound = this.#catalog.find(step.operation_id);
    if (bound === undefined) {
      const isForeign = this.#catalog.findForeign(step.operation_id, author.organization_id) !== undefined;
      return isForeign || step.operation_id.startsWith('plugin.')
        ? [{ field, message: 'operations of plugins cannot be steps', type: 'plugin_operation' }]
        : [{ field, message: 'no such operation in the catalog', type: 'unknown_operation' }];
    }
    return [
      ...this.#rightFindings(author, bound, index),
      ...templateFindings(step, index),
      ...(bound.operation.write ? targetFindings(step, index) : []),
      ...this.#inputFindings(bound.operation, step, index),
    ];
  }

  #rightFindings(principal: Principal, bound: BoundOperation, index: number): readonly ErrorDetail[] {
    const { allowed, reason } = decide(this.#permissions, principal, accessOf(bound));
    return allowed ? [] : [{ field: `steps.${index}.operation_id`, message: reason, type: FORBIDDEN }];
  }

  /** What a template will bring is judged when it is there. */
  #inputFindings(operation: AnyOperation, { params }: Step, index: number): readonly ErrorDetail[] {
    const validate = this.#validators.get(operation.input) ?? this.#ajv.compile(operation.input);
    this.#validators.set(operation.input, validate);
    const { controller_id, target_id, notes, ...payload } = params;
    const input = operation.write ? payload : params;
    if (validate(input)) return [];
    return (validate.errors ?? [])
      .filter((error) => !isTemplated(input, error))
      .map((error) => inputFinding(error, index));
  }
}

const patternFindings = (pattern: string): readonly ErrorDetail[] =>
  parsePattern(pattern) === null
    ? [
        {
          field: 'source_event',
          message: 'is no event type and no pattern: whole segments, `*` or `**`',
          type: 'pattern',
        },
      ]
    : [];

const conditionFindings = (set: Conditions | null): readonly ErrorDetail[] =>
  (set?.conditions ?? []).flatMap(({ operator, value }, index) => {
    const field = `conditions.conditions.${index}.value`;
    if (LISTS.has(operator) && !Array.isArray(value))
      return [{ field, message: `${operator} takes a list`, type: 'type' }];
    if (TEXTS.has(operator) && typeof value !== 'string')
      return [{ field, message: `${operator} takes a text`, type: 'type' }];
    if (operator !== 'exists' && value === undefined)
      return [{ field, message: 'is required', type: 'required' }];
    return [];
  });

const templateFindings = ({ params }: Step, index: number): readonly ErrorDetail[] =>
  templatesIn(params)
    .filter((path) => !canResolve(path, index))
    .map((path) => ({
      field: `steps.${index}.params`,
      message: `{{${path.slice(0, 100)}}} cannot resolve: only trigger and steps before this one are there`,
      type: 'TEMPLATE_UNRESOLVED',
    }));

function targetFindings({ params }: Step, index: number): readonly ErrorDetail[] {
  const field = `steps.${index}.params.controller_id`;
  const { controller_id } = params;
  if (controller_id === undefined || controller_id === null || controller_id === '')
    return [{ field, message: 'a write needs controller_id', type: 'NO_TARGET' }];
  if (
    typeof controller_id === 'string' &&
    (UUID.test(controller_id) || templatesIn(controller_id).length > 0)
  )
    return [];
  return [{ field, message: 'must be a UUID', type: 'BAD_TARGET' }];
}

function isTemplated(input: unknown, { instancePath, keyword }: ErrorObject): boolean {
  if (keyword === 'required' || keyword === 'additionalProperties') return false;
  const names = instancePath.split('/').slice(1);
  const at = names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    input,
  );
  return templatesIn(at).length > 0;
}

function inputFinding(error: ErrorObject, index: number): ErrorDetail {
  const named = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const path = [
    `steps.${index}.params`,
    ...error.instancePath.split('/').slice(1),
    ...(named ? [String(named)] : []),
  ];
  return { field: path.join('.'), message: error.message ?? 'is not valid', type: error.keyword };
}
