import type { AnyOperation } from '@patchbay/kernel/fabric';
import type { OnceInvoker } from '@patchbay/module-fabric/contract';
import type { AutomationAction } from '../contract.ts';

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
): AutomationAction => ({
  ...facts,
  params: input,
  ...('output' in sink && sink.output ? { output: sink.output } : {}),
  permission,
  async run({ principal, params, effect_id, causation, trigger, signal }) {
    const invocation = { operation_id, params, effect_id, causation, trigger, signal };
    return { success: true, result: await once.invoke(principal, invocation) };
  },
});
