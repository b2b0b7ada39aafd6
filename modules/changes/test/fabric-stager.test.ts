import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { validationFailed } from '@patchbay/kernel/errors';
import { artifactGone, stagingRefused } from '@patchbay/kernel/fabric';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import type { Changes } from '../contract.ts';
import { tooManyPending } from '../errors/index.ts';
import { FabricStager } from '../services/staging/fabric-stager.ts';

const principal = systemPrincipal('01900000-0000-7000-8000-00000000000a');
const request = {
  controller_id: '01900000-0000-7000-8000-0000000000c1',
  feature: 'acme.vlan',
  operation: 'create' as const,
  payload: {},
  causation: [],
};
const reference = { token: 'a'.repeat(43), sha256: 'b'.repeat(64), size: 3, media_type: 'image/jpeg' };
const artifact = { media_type: 'image/jpeg', reference };
// Only handed on, never looked into.
const unit = {} as UnitOfWork;
const database: Pick<Database, 'write'> = { write: (_principal, work) => work(unit) };

const features = { values: [], version: 1 };

function stagerWith(stage: Changes['stage'], renew: () => Promise<void> = async () => {}) {
  return new FabricStager({ changes: { stage }, artifacts: { renew }, database, features });
}
const failing = (error: Error) => stagerWith(async () => Promise.reject(error));

t.test('a full queue is told in words that callers of the Fabric declare', async (t) => {
  const staged = failing(tooManyPending()).stage(principal, request);
  await t.rejects(staged, { id: stagingRefused.id, message: tooManyPending.message });
});

t.test('every other refusal stays as it is', async (t) => {
  const other = new Error('the database is away');
  await t.rejects(failing(other).stage(principal, request), other);
});

t.test('the reference to an artifact stands in the staged payload, and its time begins anew', async (t) => {
  const seen: unknown[] = [];
  const stager = stagerWith(
    async (_principal, { payload }, work) => {
      seen.push({ payload, isInUnit: work === unit });
      return Promise.reject(new Error('enough was seen'));
    },
    async () => void seen.push('renewed'),
  );
  await t.rejects(stager.stage(principal, { ...request, artifact }), { message: 'enough was seen' });
  t.same(seen, ['renewed', { payload: { artifact: reference }, isInUnit: true }]);
});

t.test(
  'nothing is staged with an artifact that is gone, that was not kept, or that params name',
  async (t) => {
    let staged = 0;
    const stage = async () => {
      staged += 1;
      return Promise.reject(new Error('nothing may be staged'));
    };
    const gone = stagerWith(stage, async () => Promise.reject(artifactGone()));
    await t.rejects(gone.stage(principal, { ...request, artifact }), artifactGone());
    const bytes = { media_type: 'image/jpeg', bytes: Buffer.from('abc') };
    await t.rejects(stagerWith(stage).stage(principal, { ...request, artifact: bytes }), {
      message: 'The artifact was not kept before.',
    });
    const named = { ...request, payload: { artifact: reference }, artifact };
    await t.rejects(stagerWith(stage).stage(principal, named), {
      id: validationFailed.id,
      message: 'Validation failed.',
    });
    t.equal(staged, 0);
  },
);
