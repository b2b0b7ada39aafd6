import { type AnyOperation, type Catalog, inputSchemaOf } from '@patchbay/kernel/fabric';
import type { OnceInvoker } from '@patchbay/module-fabric/contract';
import type {} from '@patchbay/runs';
import type { AutomationAction } from '../../contract.ts';

export interface SinkFacts {
  readonly action_type: string;
  readonly title: string;
  readonly description: string;
}

/**
 * A sink of the Fabric under the name that rules have for it: the same params, limits, signature and id per effect,
 * and the same right to it (SPEC 5.9).
 */
export const sinkAction = (
  once: Pick<OnceInvoker, 'invoke'>,
  { id: operation_id, input, permission, ...sink }: AnyOperation,
  facts: SinkFacts,
  catalog: Pick<Catalog, 'find'>,
): AutomationAction => ({
  ...facts,
  /** As the sink takes them now: channels come and go with their modules. */
  get params() {
    const bound = catalog.find(operation_id);
    return bound ? inputSchemaOf(bound) : input;
  },
  ...('output' in sink && sink.output ? { output: sink.output } : {}),
  permission,
  async run({ principal, params, effect_id, causation, trigger, signal }) {
    const invocation = { operation_id, params, effect_id, causation, trigger, signal };
    return { success: true, result: await once.invoke(principal, invocation) };
  },
});
