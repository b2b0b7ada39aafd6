import { Service } from '@patchbay/kernel/di';
import { type EventRegistry, parsePattern, patternMatches } from '@patchbay/kernel/events';
import {
  accessOf,
  type BoundOperation,
  type Catalog,
  type Conditions,
  type EventEntry,
  inputSchemaOf,
  templatePaths,
} from '@patchbay/kernel/fabric';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { isUuid, SchemaCompiler } from '@patchbay/kernel/schema';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Step } from '../steps/sealed-steps.ts';
import { type Finding, fault, warning } from './finding.ts';
import { mediaFindings } from './media-check.ts';
import { templateFindings } from './template-check.ts';

/** The parts of a Connection that can be wrong beyond their shape. */
export interface Draft {
  readonly source_event: string;
  readonly conditions: Conditions | null;
  readonly steps: readonly Step[];
}

/** `type` of a finding that says the author may not. */
export const FORBIDDEN = 'forbidden';

const LISTS = new Set(['in', 'not_in']);
const TEXTS = new Set(['starts_with', 'ends_with', 'matches']);

/** Says everything that would keep a Connection from running, before it is saved. */
export class DraftCheck extends Service<{
  catalog: Pick<Catalog, 'find' | 'findForeign' | 'view'>;
  registry: Pick<EventRegistry, 'find'>;
  permissions: PermissionMap;
}> {
  readonly #ajv = new SchemaCompiler({ allErrors: true, strict: false });
  readonly #validators = new WeakMap<object, ValidateFunction>();

  /** `answersForSteps`: whether the author wrote the steps, and so needs the rights to them. */
  findings(author: Principal, draft: Draft, answersForSteps = true): readonly Finding[] {
    const { source_event, steps } = draft;
    const events = this.#eventsOf(source_event, author.organization_id);
    const named = steps.map(({ operation_id, params }) => ({
      params,
      operation: this.parts.catalog.find(operation_id)?.operation,
    }));
    return [
      ...patternFindings(source_event),
      ...this.#sourceFindings(author, source_event, events),
      ...conditionFindings(draft.conditions),
      ...steps.flatMap((step, index) => this.#stepFindings(author, step, index, answersForSteps)),
      ...templateFindings(named, events),
      ...mediaFindings(named, events),
    ];
  }

  /** Rights to the steps that a principal lacks. */
  missingRights(principal: Principal, steps: readonly Pick<Step, 'operation_id'>[]): readonly Finding[] {
    return steps.flatMap(({ operation_id }, index) => {
      const bound = this.parts.catalog.find(operation_id);
      return bound ? this.#rightFindings(principal, bound, index) : [];
    });
  }

  #eventsOf(source_event: string, organization_id: string): readonly EventEntry[] {
    const pattern = parsePattern(source_event);
    if (pattern === null) return [];
    const { events } = this.parts.catalog.view(organization_id);
    return events.filter(({ event_type }) => patternMatches(pattern, event_type));
  }

  /** Plugins come and go, so an undeclared event may still be waited for (DECISIONS 31). */
  #sourceFindings(
    author: Principal,
    source_event: string,
    events: readonly EventEntry[],
  ): readonly Finding[] {
    const field = 'source_event';
    if (parsePattern(source_event) === null) return [];
    if (events.length === 0) return [warning(field, 'unknown_event', 'no event of the catalog matches')];
    const hidden = events.find(({ event_type }) => !this.#mayHear(author, event_type));
    if (hidden === undefined) return [];
    const why = events.length === 1 ? '' : ', which it matches';
    return [fault(field, FORBIDDEN, `you may not subscribe to ${hidden.event_type}${why}`)];
  }

  #mayHear(author: Principal, event_type: string): boolean {
    const event = this.parts.registry.find(event_type, author.organization_id);
    return event === undefined || decide(this.parts.permissions, author, event.access).allowed;
  }

  #stepFindings(author: Principal, step: Step, index: number, answers: boolean): readonly Finding[] {
    const field = `steps.${index}.operation_id`;
    const bound = this.parts.catalog.find(step.operation_id);
    if (bound === undefined) {
      const isForeign =
        this.parts.catalog.findForeign(step.operation_id, author.organization_id) !== undefined;
      return isForeign || step.operation_id.startsWith('plugin.')
        ? [fault(field, 'plugin_operation', 'operations of plugins cannot be steps')]
        : [fault(field, 'unknown_operation', 'no such operation in the catalog')];
    }
    return [
      ...(answers ? this.#rightFindings(author, bound, index) : []),
      ...(bound.operation.write ? targetFindings(step, index) : []),
      ...this.#inputFindings(bound, step, index),
    ];
  }

  #rightFindings(principal: Principal, bound: BoundOperation, index: number): readonly Finding[] {
    const { allowed, reason } = decide(this.parts.permissions, principal, accessOf(bound));
    return allowed ? [] : [fault(`steps.${index}.operation_id`, FORBIDDEN, reason)];
  }

  /** Values of templates are judged when they are there. */
  #inputFindings(bound: BoundOperation, { params }: Step, index: number): readonly Finding[] {
    const schema = inputSchemaOf(bound);
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    if (validate(params)) return [];
    return (validate.errors ?? [])
      .filter((error) => error.propertyName === undefined && !isTemplated(params, error))
      .filter((error) => !(bound.operation.write && isOfTarget(error)))
      .map((error) => inputFinding(error, index));
  }
}

const patternFindings = (pattern: string): readonly Finding[] =>
  parsePattern(pattern) === null
    ? [fault('source_event', 'pattern', 'is no event type and no pattern: whole segments, `*` or `**`')]
    : [];

const conditionFindings = (set: Conditions | null): readonly Finding[] =>
  (set?.conditions ?? []).flatMap(({ operator, value }, index) => {
    const field = `conditions.conditions.${index}.value`;
    if (LISTS.has(operator) && !Array.isArray(value))
      return [fault(field, 'type', `${operator} takes a list`)];
    if (TEXTS.has(operator) && typeof value !== 'string')
      return [fault(field, 'type', `${operator} takes a text`)];
    if (operator !== 'exists' && value === undefined) return [fault(field, 'required', 'is required')];
    return [];
  });

function targetFindings({ params }: Step, index: number): readonly Finding[] {
  const field = `steps.${index}.params.controller_id`;
  const { controller_id } = params;
  if (controller_id === undefined || controller_id === null || controller_id === '')
    return [fault(field, 'NO_TARGET', 'a write needs controller_id')];
  if (typeof controller_id === 'string' && (isUuid(controller_id) || templatePaths(controller_id).length > 0))
    return [];
  return [fault(field, 'BAD_TARGET', 'must be a UUID')];
}

/** Templates fill values in, never names. */
const OF_NAMES: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'propertyNames']);

/** Said in the words of the executor already (`NO_TARGET`, `BAD_TARGET`). */
const isOfTarget = ({ instancePath, params }: ErrorObject): boolean =>
  instancePath === '/controller_id' || (instancePath === '' && params['missingProperty'] === 'controller_id');

function isTemplated(input: unknown, { instancePath, keyword }: ErrorObject): boolean {
  if (OF_NAMES.has(keyword)) return false;
  const names = instancePath.split('/').slice(1);
  const at = names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    input,
  );
  return templatePaths(at).length > 0;
}

function inputFinding(error: ErrorObject, index: number): Finding {
  const refused = error.params['propertyName'];
  const named = error.params['missingProperty'] ?? error.params['additionalProperty'] ?? refused;
  const path = [
    `steps.${index}.params`,
    ...error.instancePath.split('/').slice(1),
    ...(named ? [String(named)] : []),
  ];
  return refused === undefined
    ? fault(path.join('.'), error.keyword, error.message ?? 'is not valid')
    : fault(path.join('.'), 'not_allowed', 'is not for callers to set');
}
