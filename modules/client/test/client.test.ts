import { createClient, type ErrorDetail } from '@patchbay/client';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { failure } from './support/failure.ts';

const harness = await bootPlatform(t, {
  environment: { PATCHBAY_MODULES: 'identity,api-keys,organizations,system,audit' },
});
const admin = await harness.person('org_admin');
const baseUrl = `${harness.url}/`;
const byToken = createClient({ baseUrl, credential: { token: admin.token } });
const { secret } = await byToken.request('POST', '/api-keys', { body: { name: 'integration' } });
const client = createClient({ baseUrl, credential: { api_key: secret } });

t.test('a client with an API key lists sites, page by page', async (t) => {
  for (const name of ['Aachen', 'Bonn', 'Celle']) await client.request('POST', '/sites', { body: { name } });
  const names: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await client.request('GET', '/sites', {
      params: { query: { page, per_page: 2, sort: 'name' } },
    });
    names.push(...found.items.map(({ name }) => name));
    pages = found.pages;
  }
  t.same(names, ['Aachen', 'Bonn', 'Celle']);
});

t.test('what was created with a key of its own is not created again by a repeated request', async (t) => {
  const create = () =>
    client.request('POST', '/sites', { body: { name: 'Dresden' }, idempotencyKey: 'site-of-dresden' });
  const [first, second] = [await create(), await create()];
  t.equal(second.id, first.id);
  const { total } = await client.request('GET', '/sites', { params: { query: { search: 'Dresden' } } });
  t.equal(total, 1);
});

t.test('a path takes its names from the parameters, and nothing answered is undefined', async (t) => {
  const { id } = await client.request('POST', '/sites', { body: { name: 'Emden' } });
  const params = { path: { site_id: id } };
  t.equal((await client.request('GET', '/sites/{site_id}', { params })).name, 'Emden');
  t.equal(await client.request('DELETE', '/sites/{site_id}', { params }), undefined);
  t.equal((await failure(client.request('GET', '/sites/{site_id}', { params }))).status, 404);
});

t.test('a text in a path leads to no other path', async (t) => {
  const urls: string[] = [];
  const noting = createClient({
    baseUrl,
    credential: { api_key: secret },
    onRequest: ({ request }) => {
      urls.push(request.url);
    },
  });
  const read = (site_id: string) =>
    noting.request('GET', '/sites/{site_id}', { params: { path: { site_id } } });
  t.equal((await failure(read('../users?page=1'))).status, 400);
  t.same(urls, [`${harness.url}/api/v1/sites/..%2Fusers%3Fpage%3D1`]);
  for (const site_id of ['', '.', '..']) await t.rejects(read(site_id), TypeError);
});

t.test('an update of what has changed since it was read is refused', async (t) => {
  const { id } = await client.request('POST', '/sites', { body: { name: 'Fulda' } });
  const params = { path: { site_id: id } };
  const { data, response } = await client.exchange('GET', '/sites/{site_id}', { params });
  t.equal(data.name, 'Fulda');
  const ifMatch = response.headers.get('ETag') ?? '';
  const rename = (name: string) =>
    client.request('PATCH', '/sites/{site_id}', { params, body: { name }, ifMatch });
  t.equal((await rename('Fulda Nord')).name, 'Fulda Nord');
  t.equal((await failure(rename('Fulda Ost'))).status, 412);
});

t.test('an error carries what its envelope says', async (t) => {
  const error = await failure(client.request('POST', '/sites', { body: { name: '' } }));
  const [detail] = error.details;
  t.match(error, { name: 'ApiError', status: 422, code: 422, retry_after_seconds: null });
  t.same(Object.keys(detail ?? {}), ['field', 'message', 'type'] satisfies (keyof ErrorDetail)[]);
  t.equal(detail?.field, 'name');
  t.type(error.request_id, 'string');
  t.ok(error.message.length > 0);
  const stranger = createClient({ baseUrl, credential: { token: 'none' } });
  t.equal((await failure(stranger.request('GET', '/sites'))).status, 401);
});

t.test('text is read as text', async (t) => {
  t.match(await client.request('GET', '/docs'), /^<!doctype html>/i);
});

t.test('bodies that are no JSON are sent as they are, with their type', async (t) => {
  const sent: string[] = [];
  const noting = createClient({
    baseUrl,
    credential: { api_key: secret },
    fetch: async (request) => {
      sent.push(`${request.headers.get('Content-Type')} ${await request.text()}`);
      return new Response(null, { status: 204 });
    },
  });
  const form = new URLSearchParams({ token: 'a b' });
  await noting.request('POST', '/oauth2/revoke', { body: form });
  await noting.request('POST', '/plugins', { body: new Blob(['zip'], { type: 'application/zip' }) });
  const headers = { 'Content-Type': 'application/zip' };
  await noting.request('POST', '/plugins', { body: new TextEncoder().encode('zip'), headers });
  await noting.request('POST', '/sites', { body: { name: 'Jena' } });
  await noting.request('DELETE', '/sites/{site_id}', { params: { path: { site_id: 'a' } } });
  t.same(sent, [
    'application/x-www-form-urlencoded token=a+b',
    'application/zip zip',
    'application/zip zip',
    'application/json {"name":"Jena"}',
    'null ',
  ]);
});

t.test('hooks see each request and response, and may change them', async (t) => {
  const seen: string[] = [];
  const hooked = createClient({
    baseUrl,
    credential: { api_key: secret },
    onRequest: ({ request, schemaPath }) => {
      request.headers.set('X-Request-ID', 'hooked');
      seen.push(`${request.method} ${schemaPath}`);
    },
    onResponse: ({ response }) => {
      seen.push(`${response.status} ${response.headers.get('X-Request-ID')}`);
    },
  });
  await hooked.request('GET', '/sites');
  t.same(seen, ['GET /sites', '200 hooked']);
});

t.test('a call ends with the signal that it was given', async (t) => {
  const signal = AbortSignal.abort(new Error('enough'));
  await t.rejects(client.request('GET', '/sites', { signal }), /enough/);
});
