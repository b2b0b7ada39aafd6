import { readOperation } from '@patchbay/kernel/fabric';
import { NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

/** Leaves its message in the run's record and touches nothing else (SPEC 4.5). */
export const logOperation = readOperation({
  id: 'fabric.log',
  title: 'Log',
  description: 'Keeps a message in the record of the run; no side effects.',
  input: Type.Object({ message: Type.Optional(Type.String()) }, { additionalProperties: false }),
  output: Type.Object({ message: NullableText }),
  permission: null,
  effect: false,
  run: async ({ params }) => ({ output: { message: params.message ?? null } }),
});
