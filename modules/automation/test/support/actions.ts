import { contribute } from '@patchbay/kernel/extension';
import { readOperation, writeOperation } from '@patchbay/kernel/fabric';
import { moduleOf, pretendedOperation, pretendedSetting } from '@patchbay/test/kit';
import { STAGED_FEATURES } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { type ActionRun, AUTOMATION_ACTIONS, type AutomationAction } from '../../contract.ts';

/** Calls of the simulated actions, oldest first. */
export const asked: ActionRun[] = [];

const pretended = (
  action_type: string,
  run: AutomationAction['run'],
  facts: Partial<AutomationAction> = {},
): AutomationAction => ({
  action_type,
  title: 'Pretended',
  description: 'Pretended.',
  permission: 'automation:write',
  params: Type.Object({ text: Type.Optional(Type.String()) }, { additionalProperties: false }),
  ...facts,
  run(action) {
    asked.push(action);
    return run(action);
  },
});

const count = readOperation({
  ...pretendedOperation,
  id: 'pretended.count',
  input: Type.Object({ of: Type.Unknown() }),
  output: Type.Object({ count: Type.Integer() }),
  run: async () => ({ output: { count: 3 } }),
});
const set = writeOperation({
  ...pretendedOperation,
  id: 'pretended.set',
  permission: 'controller:write',
  feature: 'pretended.set',
  operation: 'update',
  singleton: true,
  input: Type.Object({ name: Type.String() }),
});

/** Actions and operations of a module that is not there. */
export const pretendedModule = moduleOf(import.meta.filename, {
  id: 'pretended',
  title: 'Pretended',
  operations: [count, set],
  contributes: [
    ...contribute(
      AUTOMATION_ACTIONS,
      pretended(
        'pretended.say',
        async ({ params }) => ({ success: true, output: { said: params['text'] } }),
        {
          output: Type.Object({ said: Type.String() }),
        },
      ),
      pretended('pretended.refuse', async () => ({ success: false, error: 'the lamp is broken' })),
      pretended('pretended.raise', () => Promise.reject(new Error('a secret inside'))),
      pretended('pretended.settings', async () => ({ success: true }), { permission: 'settings:write' }),
    ),
    ...contribute(STAGED_FEATURES, pretendedSetting),
  ],
});
