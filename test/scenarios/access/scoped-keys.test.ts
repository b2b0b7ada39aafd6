import { ROUTE_CATALOG } from '@patchbay/kernel/modules';
import { decide, PERMISSION_MAP, type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import { WebSocket } from 'ws';
import { bootPlatform, type Person } from '../../harness/index.ts';
import { NOWHERE } from '../support/wire.ts';

const harness = await bootPlatform(t, { work: false, environment: { ADAPTER_READ_ONLY: 'false' } });
const owner = await harness.owner();
const admin = await harness.person('org_admin');

const make = (body: object, as: Person = owner) =>
  harness.call('POST', '/api-keys', { as, body: { name: 'k', ...body } });
const secretOf = async (scopes: readonly string[], as: Person = owner): Promise<string> => {
  const made = await make({ scopes }, as);
  if (made.status !== 201) throw new Error(`making a key answered ${made.status}: ${made.text}`);
  return made.body.secret;
};
const by = (apiKey: string, method: string, path: string, body?: object) =>
  harness.call(method, path, { apiKey, ...(body === undefined ? {} : { body }) });

t.test('a scoped key of a super administrator holds its scopes and nothing else', async (t) => {
  const key = await secretOf(['site:read']);
  t.equal((await by(key, 'GET', '/sites')).status, 200);
  t.same((await by(key, 'GET', '/auth/me')).body.permissions, ['site:read']);
  for (const [method, path, body] of [
    ['POST', '/sites', { name: 'No' }],
    ['GET', '/users', undefined],
    ['GET', '/organizations', undefined],
    ['POST', '/organizations', { name: 'No' }],
    ['GET', '/modules', undefined],
    ['PUT', '/system/read-only', { read_only: true }],
    ['GET', '/security/keys', undefined],
    ['GET', '/security/sessions', undefined],
    ['POST', '/fabric/connections', { name: 'c', source_event: 'site.created', steps: [] }],
    ['POST', '/fabric/ingest', { payload: {} }],
    ['GET', '/audit', undefined],
  ] as const)
    t.equal((await by(key, method, path, body)).status, 403, `${method} ${path}`);
});

t.test('a bare star matches nothing that has a name', async (t) => {
  const star = await secretOf(['*']);
  for (const path of ['/sites', '/users', '/devices', '/audit', '/organizations', '/credentials'])
    t.equal((await by(star, 'GET', path)).status, 403, path);
  t.equal(
    (await by(star, 'POST', '/fabric/operations/fabric.log/invoke', { params: { message: 'm' } })).status,
    403,
  );
});

t.test('operations ask for the same scopes as routes do', async (t) => {
  const { body } = await harness.call('GET', '/fabric/catalog', { as: owner });
  const operations = body.operations as readonly { id: string; permission: string | null; write: boolean }[];
  const key = await secretOf(['site:read']);
  t.ok(operations.length >= 3);
  for (const { id } of operations.filter(({ permission }) => permission !== 'site:read'))
    t.equal((await by(key, 'POST', `/fabric/operations/${id}/invoke`, { params: {} })).status, 403, id);
  for (const { id, permission } of operations.filter((each) => each.permission !== null)) {
    const holding = await secretOf([String(permission)]);
    const answer = await by(holding, 'POST', `/fabric/operations/${id}/invoke`, { params: {} });
    t.not(answer.status, 403, `${id} with ${permission}`);
  }
});

t.test('what a key that holds nothing may still write is a short list, known by name', async (t) => {
  const key: Principal = { ...systemPrincipal(owner.organization_id), kind: 'api_key', scopes: ['*'] };
  const open = harness
    .get(ROUTE_CATALOG)
    .all.map(({ route }) => route)
    .filter(({ method, access }) => method !== 'GET' && !('public' in access))
    .filter(({ access }) => decide(harness.get(PERMISSION_MAP), key, access).allowed);
  t.same(open.map(({ id }) => id).sort(), [
    'api_keys.create',
    'api_keys.revoke',
    // Judged by the permission of each change's feature.
    'changes.approvals.cast',
    'changes.approvals.withdraw',
    'changes.confirm',
    'changes.sets.apply',
    'changes.sets.cancel',
    'changes.sets.continue',
    'changes.sets.create',
    'changes.undo',
    'fabric.operations.invoke',
    'gateway.apply',
    'gateway.discard',
    'notifications.mark_all',
    'notifications.update',
  ]);
});

t.test('a scoped key lets no application act for its user, and adds no way to sign in', async (t) => {
  const key = await secretOf(['site:read']);
  const catalog = harness.get(ROUTE_CATALOG);
  const doors = catalog.all
    .map(({ route }) => route)
    .filter(({ id, access }) => /^(oauth2|passkeys|sso|auth)\./.test(id) && !('public' in access))
    .filter(({ access }) => !('authenticated' in access));
  t.ok(doors.length > 5);
  for (const { id, method, path } of doors) {
    const target = String(path).replace(/\{[^}]*\}/g, NOWHERE);
    t.equal((await by(key, method, target, method === 'GET' ? undefined : {})).status, 403, id);
  }
});

t.test('keys open no event stream, scoped or not', async (t) => {
  const url = `${harness.url.replace(/^http/, 'ws')}/api/v1/ws`;
  for (const secret of [await secretOf(['device:read']), (await make({})).body.secret]) {
    const socket = new WebSocket(url, { headers: { 'x-api-key': secret } });
    const closed = new Promise<number>((resolve) => {
      socket.on('error', () => resolve(0));
      socket.on('close', (code) => resolve(code));
    });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token: secret })));
    const frames: string[] = [];
    socket.on('message', (data) => frames.push(String(data)));
    t.not(await closed, 1000);
    t.notMatch(frames.join(), /"connected"/);
  }
});

t.test('a key makes no other key, so that what was stolen ends with it', async (t) => {
  for (const parent of [await make({ scopes: ['site:*'] }), await make({})])
    for (const wanted of [{}, { scopes: ['site:read'] }, { scopes: ['*'] }]) {
      const body = { name: 'child', ...wanted };
      const child = await by(parent.body.secret, 'POST', '/api-keys', body);
      t.same([child.status, child.body.error.type], [403, 'reauthentication_required']);
    }
});

t.test('a scoped key revokes itself, and no other key of its user', async (t) => {
  const [one, other] = [await make({ scopes: ['site:read'] }), await make({})];
  t.equal((await by(one.body.secret, 'DELETE', `/api-keys/${other.body.id}`)).status, 403);
  t.equal((await by(other.body.secret, 'GET', '/sites')).status, 200);
  t.equal((await by(one.body.secret, 'DELETE', `/api-keys/${one.body.id}`)).status, 204);
  t.equal((await by(one.body.secret, 'GET', '/sites')).status, 401);
});

t.test('ai.chat is in no role: only a super administrator may put it on a key', async (t) => {
  const declared = await harness.call('GET', '/auth/me', { as: admin });
  t.notOk(declared.body.permissions.some((each: string) => each.startsWith('ai.chat')));
  const asked = await make({ scopes: ['ai.chat'] }, admin);
  t.ok([403, 422].includes(asked.status), `${asked.status}`);
});

t.test('one key is read by its owner alone', async (t) => {
  const made = (await make({ scopes: ['site:read'] }, admin)).body;
  const read = await harness.call('GET', `/api-keys/${made.id}`, { as: admin });
  t.equal(read.status, 200);
  t.match(read.body, { id: made.id, prefix: made.prefix, scopes: ['site:read'] });
  t.notOk('secret' in read.body || 'key_hash' in read.body);
  t.equal((await harness.call('GET', `/api-keys/${made.id}`, { as: owner })).status, 404);
  await harness.call('DELETE', `/api-keys/${made.id}`, { as: admin });
  t.equal((await harness.call('GET', `/api-keys/${made.id}`, { as: admin })).status, 404);
});

t.test('of fifty callers who want the last place one gets it', async (t) => {
  const operator = await harness.person('operator');
  for (let number = 0; number < 49; number += 1) await make({ name: `k${number}` }, operator);
  const answers = await Promise.all(Array.from({ length: 50 }, () => make({ name: 'last' }, operator)));
  t.equal(answers.filter(({ status }) => status === 201).length, 1);
  t.equal(answers.filter(({ status }) => status === 409).length, 49);
});
