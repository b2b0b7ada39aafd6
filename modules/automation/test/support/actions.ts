import { contribute } from '@patchbay/kernel/extension';
import { readOperation, writeOperation } from '@patchbay/kernel/fabric';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import { STAGED_FEATURES, type StagedFeature } from '@patchbay/vendor-kit';
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

const feature: StagedFeature<null> = {
  key: 'pretended.set',
  title: 'Set',
  vendor: null,
  area: 'pretended',
  operations: ['update'],
  permission: 'controller:write',
  risk: 'normal',
  singleton: true,
  payload: () => Type.Object({ name: Type.String() }, { additionalProperties: false }),
  apply: async () => ({ target_id: null }),
};

const common = { title: 'Pretended', description: 'Pretended.' };
const count = readOperation({
  ...common,
  id: 'pretended.count',
  permission: 'controller:read',
  input: Type.Object({ of: Type.Unknown() }),
  output: Type.Object({ count: Type.Integer() }),
  run: async () => ({ output: { count: 3 } }),
});
const set = writeOperation({
  ...common,
  id: 'pretended.set',
  permission: 'controller:write',
  feature: 'pretended.set',
  operation: 'update',
  singleton: true,
  input: Type.Object({ name: Type.String() }),
});

/** Actions and operations of a module that is not there. */
export const pretendedModule: DiscoveredModule = {
  file: import.meta.filename,
  declaration: defineModule({
    id: 'pretended',
    title: 'Pretended',
    status: 'available',
    prefixes: [],
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
      ...contribute(STAGED_FEATURES, feature),
    ],
  }),
};
