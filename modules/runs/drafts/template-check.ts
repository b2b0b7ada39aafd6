import {
  type AnyOperation,
  type EventEntry,
  pathInSchema,
  templatePaths,
  templateUnresolved,
} from '@patchbay/kernel/fabric';
import Type from 'typebox';
import { type Finding, fault, warning } from './finding.ts';

/** A step with the operation it names; absent when the catalog has none. */
export interface NamedStep {
  readonly params: unknown;
  readonly operation: AnyOperation | undefined;
}

const UNRESOLVED = templateUnresolved.type ?? 'TEMPLATE_UNRESOLVED';
const INDEX = /^(0|[1-9]\d*)$/;
const MAX_SHOWN = 100;
/** Other systems choose its payload, so a Connection may be tried out with anything. */
const FOREIGN_CATEGORY = 'ingest';

const Staged = Type.Object({ change_id: Type.String(), feature: Type.String() });
const Artifact = Type.Union([Type.Object({ media_type: Type.String(), size: Type.Integer() }), Type.Null()]);

/** Judges every template against the payloads of the events and the outputs of the steps before (SPEC 4.5). */
export function templateFindings(
  steps: readonly NamedStep[],
  events: readonly EventEntry[],
): readonly Finding[] {
  return steps.flatMap(({ params }, index) =>
    [...new Set(templatePaths(params))].flatMap((path) => {
      const finding = judge(path, index, steps, events);
      return finding === null ? [] : [finding];
    }),
  );
}

function judge(
  path: string,
  index: number,
  steps: readonly NamedStep[],
  events: readonly EventEntry[],
): Finding | null {
  const field = `steps.${index}.params`;
  const shown = `{{${path.slice(0, MAX_SHOWN)}}}`;
  const [root, ...rest] = path.split('.');
  if (root === 'trigger') return inTrigger(rest.join('.'), field, shown, events);
  const [number, ...below] = rest;
  const isThere = number === undefined || (INDEX.test(number) && Number(number) < index);
  if (root !== 'steps' || !isThere)
    return fault(
      field,
      UNRESOLVED,
      `${shown} cannot resolve: only trigger and steps before this one are there`,
    );
  const step = number === undefined ? undefined : steps[Number(number)];
  if (step === undefined || below.length === 0) return null;
  return pathInSchema(contextOf(step.operation), below.join('.')) === 'absent'
    ? fault(field, UNRESOLVED, `${shown} cannot resolve: step ${number} leaves no such value`)
    : null;
}

function inTrigger(
  path: string,
  field: string,
  shown: string,
  events: readonly EventEntry[],
): Finding | null {
  if (path === '' || events.length === 0) return null;
  const lacking = events.filter(({ payload_schema }) => pathInSchema(payload_schema, path) === 'absent');
  if (lacking.length === 0) return null;
  const names = lacking.slice(0, 3).map(({ event_type }) => event_type);
  const message = `${shown} is not in the payload of ${names.join(', ')}`;
  const isCertain =
    lacking.length === events.length && lacking.every(({ event_type }) => !isForeign(event_type));
  return isCertain ? fault(field, UNRESOLVED, message) : warning(field, UNRESOLVED, message);
}

const isForeign = (event_type: string): boolean => event_type.startsWith(`${FOREIGN_CATEGORY}.`);

/** Content of `steps.N` once the step has ended. */
function contextOf(operation: AnyOperation | undefined) {
  const output = operation?.write ? Staged : (operation?.output ?? Type.Unknown());
  return Type.Object({ output, artifact: Artifact, success: Type.Boolean() });
}
