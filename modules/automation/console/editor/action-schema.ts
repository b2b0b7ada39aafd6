import { asSchema, isRecord, type OpenSchema } from '@patchbay/console-kit/steps-model';

/** An action of `GET /actions`. */
export interface ActionFacts {
  readonly action_type: string;
  readonly params_schema: unknown;
}

/** Operations and features that the params of an action name; they describe further params. */
export interface Described {
  /** Input schema of an operation of the Fabric. */
  operation(id: string): unknown;
  readonly operations: readonly string[];
  /** Payload schema of a staged feature. */
  payload(feature: string, operation: string): unknown;
}

const OPERATION = 'fabric.operation';
const STAGE = 'stage_change';

const withProperties = (schema: OpenSchema, properties: OpenSchema): OpenSchema => ({
  ...schema,
  properties: { ...asSchema(schema['properties']), ...properties },
});

/** The schema of an action's params as a form shows it: what a chosen operation or feature takes stands in its place. */
export function schemaOfAction(
  action: ActionFacts | undefined,
  params: unknown,
  described: Described,
): unknown {
  const schema = asSchema(action?.params_schema);
  if (action === undefined || schema === null || !isRecord(params)) return action?.params_schema;
  if (action.action_type === OPERATION) {
    const own = described.operation(String(params['operation_id'] ?? ''));
    return withProperties(schema, {
      operation_id: { enum: [...described.operations] },
      ...(asSchema(own) === null ? {} : { params: own }),
    });
  }
  if (action.action_type !== STAGE) return schema;
  const payload = described.payload(String(params['feature'] ?? ''), String(params['operation'] ?? ''));
  return withProperties(schema, {
    controller_id: { type: 'string', format: 'uuid', 'x-refers-to': 'controller' },
    ...(asSchema(payload) === null ? {} : { payload }),
  });
}

/** Payload of a schedule's tick, for templates. */
export const TICK = {
  type: 'object',
  required: ['scheduled_for', 'fired_at', 'timezone'],
  properties: {
    scheduled_for: { type: 'string', format: 'date-time' },
    fired_at: { type: 'string', format: 'date-time' },
    timezone: { type: 'string' },
  },
};

/** Schema of what an action leaves to those after it. */
export const outputOfAction = (output_schema: unknown, params: unknown, write: (id: string) => boolean) => ({
  isWrite: isRecord(params) && typeof params['operation_id'] === 'string' && write(params['operation_id']),
  output_schema,
});
