import { type ApiError, errorOf } from '@patchbay/client';
import t from 'tap';

const told = ({ status, code, type, message, request_id, details, retry_after_seconds }: ApiError) => ({
  status,
  code,
  type,
  message,
  request_id,
  details,
  retry_after_seconds,
});
const answer = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(null, { status, headers });
const nothing = { type: null, request_id: null, details: [], retry_after_seconds: null };

t.test('an envelope is read whole', async (t) => {
  const details = [{ field: 'name', message: 'is too long', type: 'too_long' }];
  const error = { code: 409, message: 'In use.', request_id: 'r-1', type: 'in_use', details };
  t.same(told(errorOf(answer(409), { error })), { ...nothing, ...error, status: 409 });
});

t.test('a body that is only a detail is read too', async (t) => {
  const detail = { detail: 'Rate limit exceeded', retry_after: 12 };
  t.same(told(errorOf(answer(429, { 'X-Request-ID': 'r-2' }), detail)), {
    ...nothing,
    status: 429,
    code: 429,
    message: 'Rate limit exceeded',
    request_id: 'r-2',
    retry_after_seconds: 12,
  });
});

t.test('errors of OAuth2 name themselves', async (t) => {
  const body = { error: 'invalid_grant', error_description: 'The code has run out.' };
  t.same(told(errorOf(answer(400), body)), {
    ...nothing,
    status: 400,
    code: 400,
    type: 'invalid_grant',
    message: 'The code has run out.',
  });
});

t.test('what stands between, such as a proxy, may answer anything', async (t) => {
  for (const body of ['<html>', undefined, null, [], { error: 7 }, { error: { details: [7, null] } }])
    t.match(errorOf(answer(502, { 'Retry-After': '30' }), body), {
      status: 502,
      code: 502,
      message: 'The platform answered 502.',
      retry_after_seconds: 30,
    });
  t.equal(errorOf(answer(503, { 'Retry-After': 'Wed, 21 Oct' }), '').retry_after_seconds, null);
  t.equal(errorOf(answer(502), '<html>').body, '<html>');
});
