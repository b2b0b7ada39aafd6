import t from 'tap';
import Type from 'typebox';
import { PermissionMap, systemPrincipal } from '../../permissions/index.ts';
import {
  type AnyOperation,
  type Artifact,
  type ArtifactReference,
  Artifacts,
  artifactGone,
  artifactIn,
  artifactStoreFailed,
  artifactTooLarge,
  Invoker,
  MAX_ARTIFACT_BYTES,
  readOperation,
  type StageRequest,
  writeOperation,
} from '../index.ts';

const principal = systemPrincipal('01900000-0000-7000-8000-00000000000a');
const controller_id = '01900000-0000-7000-8000-0000000000c1';
const none = { values: [], version: 1 };
const reference: ArtifactReference = {
  token: 'a-token',
  sha256: 'a'.repeat(64),
  size: 3,
  media_type: 'image/jpeg',
};
const picture: Artifact = { media_type: 'image/jpeg', bytes: Buffer.from('abc') };

const shared = { title: 'x', description: 'x', permission: 'x:read', input: Type.Object({}) };
const look = readOperation({
  ...shared,
  id: 'x.look',
  accepts: ['image/jpeg'],
  run: async ({ artifact }) => ({ output: artifact?.bytes.toString() ?? null }),
});
const count = readOperation({
  ...shared,
  id: 'x.count',
  run: async ({ artifact }) => ({ output: artifact === undefined }),
});
const store = writeOperation({
  ...shared,
  id: 'x.store',
  accepts: ['image/jpeg', 'blob'],
  feature: 'x.store',
  operation: 'create',
});
const set = writeOperation({ ...shared, id: 'x.set', feature: 'x.set', operation: 'create' });
const draw = (bytes: Buffer) =>
  readOperation({
    ...shared,
    id: 'x.draw',
    produces: ['image/jpeg'],
    run: async () => ({ output: null, artifact: { ...picture, bytes } }),
  });

function setUp(bytes = picture.bytes) {
  const keys: string[] = [];
  const staged: StageRequest[] = [];
  const kept = {
    async put(_organization_id: string, _artifact: Artifact, key: string) {
      keys.push(key);
      return reference;
    },
    async get(_organization_id: string, { token }: ArtifactReference) {
      if (token !== reference.token) throw artifactGone();
      return picture;
    },
    renew: async () => {},
  };
  const stager = {
    async stage(_principal: unknown, request: StageRequest) {
      staged.push(request);
      return { change_id: 'c1' };
    },
  };
  const operations: readonly AnyOperation[] = [look, count, store, set, draw(bytes)];
  const catalog = {
    find(operation_id: string) {
      const operation = operations.find(({ id }) => id === operation_id);
      return (
        operation && { operation, provider_id: 'x', tier: 'native' as const, isEnabled: () => true, deps: {} }
      );
    },
    findForeign: () => undefined,
  };
  const artifacts = new Artifacts({ stores: { values: [kept], version: 1 } });
  const invoker = new Invoker({
    catalog,
    permissions: new PermissionMap([]),
    stagers: { values: [stager], version: 1 },
    artifacts,
  });
  return { invoker, keys, staged };
}

t.test('an operation that takes artifacts is handed the bytes, wherever they are', async (t) => {
  const { invoker } = setUp();
  const called = (artifact: Parameters<Invoker['invoke']>[1]['artifact']) =>
    invoker.invoke(principal, { operation_id: 'x.look', params: {}, artifact });
  t.match(await called(picture), { output: 'abc' });
  t.match(await called({ media_type: 'image/jpeg', reference }), { output: 'abc' });
  const gone = { ...reference, token: 'another' };
  await t.rejects(called({ media_type: 'image/jpeg', reference: gone }), artifactGone());
  await t.rejects(called(undefined), { message: /no step before it produced one/ });
  await t.rejects(called({ media_type: 'text/plain', bytes: picture.bytes }), {
    message: /before it there is text/,
  });
});

t.test('one that takes none is handed none, and is not refused for what a step before it left', async (t) => {
  const { invoker, staged } = setUp();
  const params = { controller_id };
  t.match(await invoker.invoke(principal, { operation_id: 'x.count', params: {}, artifact: picture }), {
    output: true,
  });
  await invoker.invoke(principal, { operation_id: 'x.set', params, artifact: picture });
  t.equal(staged[0]?.artifact, undefined);
});

t.test('what is staged with an artifact is kept before, under the id of the effect', async (t) => {
  const { invoker, staged, keys } = setUp();
  const invocation = { operation_id: 'x.store', params: { controller_id }, effect_id: 'effect 1' };
  await invoker.invoke(principal, { ...invocation, artifact: picture });
  t.same(staged[0]?.artifact, { media_type: 'image/jpeg', reference });
  t.same(keys, ['effect 1']);
  await invoker.invoke(principal, { ...invocation, artifact: { media_type: 'image/jpeg', reference } });
  t.same(keys, ['effect 1'], 'what is kept already is not kept again');
});

t.test('what an operation produces is kept when asked for, and bounded in any case', async (t) => {
  const { invoker, keys } = setUp();
  const invocation = { operation_id: 'x.draw', params: {}, effect_id: 'effect 2' };
  t.match(await invoker.invoke(principal, { ...invocation, keep_artifact: true }), { kept: reference });
  t.notHas(await invoker.invoke(principal, invocation), { kept: Object });
  t.same(keys, ['effect 2']);
  const huge = setUp(Buffer.alloc(MAX_ARTIFACT_BYTES + 1));
  await t.rejects(huge.invoker.invoke(principal, invocation), artifactTooLarge());
});

t.test('without a store nothing is kept, and it is said', async (t) => {
  const artifacts = new Artifacts({ stores: none });
  const told = artifactStoreFailed({ message: 'Artifacts cannot be kept: the storage module is off.' });
  await t.rejects(artifacts.keep('o', picture, 'k'), told);
  await t.rejects(artifacts.open('o', { media_type: 'image/jpeg', reference }), told);
});

t.test('a payload names an artifact only with everything that makes a reference', async (t) => {
  t.same(artifactIn({ artifact: { ...reference, more: 1 } }), { media_type: 'image/jpeg', reference });
  const broken: readonly unknown[] = [
    null,
    'text',
    {},
    { artifact: null },
    { artifact: [] },
    { artifact: 'token' },
    { artifact: { ...reference, token: { $ne: 1 } } },
    { artifact: { ...reference, token: 'x'.repeat(201) } },
    { artifact: { ...reference, token: 'nul\0' } },
    { artifact: { ...reference, media_type: '\ud800' } },
    { artifact: { ...reference, sha256: 'A'.repeat(64) } },
    { artifact: { ...reference, size: '3' } },
    { artifact: { ...reference, size: -1 } },
    { artifact: { ...reference, size: 1.5 } },
    { artifact: { ...reference, size: Number.MAX_SAFE_INTEGER } },
  ];
  for (const payload of broken) t.equal(artifactIn(payload), undefined, JSON.stringify(payload));
});
