import t from 'tap';
import Type from 'typebox';
import { defineError } from '../../../errors/index.ts';
import { openApiDocument, route } from '../index.ts';
import { assemble } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';

const wrongGrant = defineError({
  id: 'test.wrong_grant',
  kind: 'invalid',
  type: 'invalid_grant',
  message: 'The "code" is wrong…',
});
const token = route({
  id: 'test.token',
  method: 'POST',
  path: '/token',
  summary: 'Answers as RFC 6749 says',
  access: { public: 'a test' },
  bodyKind: 'form',
  bodyLimitBytes: 1_000,
  lenient: true,
  errorShape: 'oauth2',
  body: Type.Object({ grant_type: Type.String() }),
  reply: Type.Object({ ok: Type.Boolean() }),
  errors: [wrongGrant],
  handle: ({ body }) => {
    if (body.grant_type === 'fault') throw new Error('a detail that no caller may see');
    if (body.grant_type === 'wrong') throw wrongGrant();
    return { ok: true };
  },
});

t.test('a route with the shape of OAuth2 tells every error in it', async (t) => {
  const { call } = await assemble(t, [token]);
  const send = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await call('/token', { method: 'POST', body, headers: { 'content-type': type } });
    return [answer.status, answer.json];
  };
  t.same(await send('grant_type=x&more=1'), [200, { ok: true }]);
  t.same(await send('grant_type=wrong'), [
    400,
    { error: 'invalid_grant', error_description: "The 'code' is wrong'" },
  ]);
  t.match(await send('a=1'), [
    400,
    { error: 'invalid_request', error_description: 'grant_type is required' },
  ]);
  t.match(await send('grant_type=a&grant_type=b'), [400, { error: 'invalid_request' }]);
  t.match(await send('{}', 'application/json'), [415, { error: 'invalid_request' }]);
  t.match(await send('x'.repeat(2_000)), [
    413,
    { error: 'invalid_request', detail: 'request body exceeds 1000-byte limit' },
  ]);
  const [status, fault] = await send('grant_type=fault');
  t.match([status, fault], [500, { error: 'server_error' }]);
  t.notMatch(JSON.stringify(fault), /detail that/);
});

t.test('the document says so', async (t) => {
  const document = JSON.parse(JSON.stringify(openApiDocument([token], { version: '1' })));
  const { responses } = document.paths['/api/v1/token'].post;
  t.notOk(responses[422]);
  for (const status of [400, 413, 415, 500])
    t.match(responses[status].content['application/json'].schema, { $ref: /OAuthError$/ });
  t.ok(document.components.schemas.OAuthError);
});

t.test('Basic is no credential of a principal, and no bad one', async (t) => {
  const closed = bareRoute('closed', { access: { authenticated: true }, handle: () => ({ ok: true }) });
  const { call } = await assemble(t, [closed]);
  const answer = await call('/closed', {
    headers: { authorization: 'Basic YTpi', cookie: 'svc_access=viewer' },
  });
  t.same([answer.status, answer.headers.get('www-authenticate')], [401, 'Bearer']);
});
