import { stagingRefused } from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { tooManyPending } from '../errors.ts';
import { FabricStager } from '../services/fabric-stager.ts';

const principal = systemPrincipal('01900000-0000-7000-8000-00000000000a');
const request = {
  controller_id: '01900000-0000-7000-8000-0000000000c1',
  feature: 'acme.vlan',
  operation: 'create' as const,
  payload: {},
  causation: [],
};
const failing = (error: Error) => new FabricStager({ stage: async () => Promise.reject(error) });

t.test('a full queue is told in words that callers of the Fabric declare', async (t) => {
  const staged = failing(tooManyPending()).stage(principal, request);
  await t.rejects(staged, { id: stagingRefused.id, message: tooManyPending.message });
});

t.test('every other refusal stays as it is', async (t) => {
  const other = new Error('the database is away');
  await t.rejects(failing(other).stage(principal, request), other);
});
