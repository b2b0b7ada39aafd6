import { randomUUID } from 'node:crypto';
import { internalError, notFound } from '@patchbay/kernel/errors';
import { route } from '@patchbay/kernel/http';
import { defineModule } from '@patchbay/kernel/modules';
import t from 'tap';
import type { Answer } from '../harness/index.ts';
import { asSchema, matches, neededQuery, pathOf, type Swept, target } from './support/routes.ts';
import { Sampler } from './support/sample.ts';
import { some } from './support/some.ts';
import { bootWorld } from './support/world.ts';

const failing = route({
  id: 'sweep-fault.fail',
  method: 'GET',
  path: '/sweep-fault',
  summary: 'Fails by a mistake of ours',
  access: { public: 'a test of what callers see of a fault' },
  errors: [internalError],
  status: 204,
  handle: () => {
    throw new Error('a detail that no caller may see');
  },
});
const faulty = defineModule({
  id: 'sweep-fault',
  title: 'Fault',
  status: 'available',
  prefixes: ['/sweep-fault'],
  routes: [failing],
});

const { harness, owner, routes } = await bootWorld(t, {
  modules: [{ declaration: faulty, file: import.meta.filename }],
});
const sampler = new Sampler();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const HEADERS: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-xss-protection': /^1; mode=block$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cache-control': /^no-store, no-cache, must-revalidate$/,
  pragma: /^no-cache$/,
  'permissions-policy': /./,
  'content-security-policy': /./,
  'x-response-time': /^[\d.]+ ?ms$/,
  'x-request-id': /^[A-Za-z0-9_-]{1,128}$/,
};
const byTemplate = Map.groupBy(routes, ({ template }) => template);
const ask = (method: string, path: string, options: Parameters<typeof harness.call>[2] = {}) =>
  harness.call(method, target(path), { as: owner, ...options });

/** A way to a route's path that no more precise route takes. */
function concrete(swept: Swept): string {
  const path = pathOf(swept);
  const precise = routes.some(
    ({ template }) =>
      template !== swept.template && matches(template, path) && template.includes('{') === false,
  );
  return precise ? concrete(swept) : path;
}

t.test('the schemas of every route can be compiled', (t) => {
  t.doesNotThrow(() => harness.platform.services.http.compileAll());
  t.end();
});

t.test('a method that a path does not know is answered 405 with the ones it knows', async (t) => {
  for (const [template, [first]] of byTemplate) {
    if (first === undefined) continue;
    const path = concrete(first);
    const known = new Set(routes.filter((each) => matches(each.template, path)).map(({ method }) => method));
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    for (const method of METHODS.filter((each) => !known.has(each))) {
      const { status, headers, body } = await ask(method, path);
      t.same([status, headers['allow'], body?.error?.code], [405, allowed, 405], `${method} ${template}`);
    }
  }
});

t.test('HEAD answers what GET answers, without a body', async (t) => {
  for (const swept of some(
    'http rules 1',
    routes.filter(({ method }) => method === 'GET'),
  )) {
    const path = concrete(swept);
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    t.same([head.status, head.text], [get.status, ''], swept.name);
    t.same(head.headers['content-type'], get.headers['content-type'], `${swept.name} content type`);
  }
});

t.test('a slash at the end changes nothing and redirects nobody', async (t) => {
  for (const swept of some(
    'http rules 2',
    routes.filter(({ method, template }) => method === 'GET' && template !== '/'),
  )) {
    const path = concrete(swept).replace(/\/$/, '');
    const [bare, slashed] = [await ask('GET', path), await ask('GET', `${path}/`)];
    t.same(
      [slashed.status, slashed.headers['location']],
      [bare.status, bare.headers['location']],
      swept.name,
    );
  }
});

t.test('an alias answers as the path it stands for', async (t) => {
  for (const { route, template, method } of some('http rules 3', routes))
    for (const alias of route.aliases ?? []) {
      const path = template.replace(route.path, alias).replace(/\{[a-z_]+\*?\}/g, () => randomUUID());
      const { status } = await harness.call(method, target(path));
      t.not(status, 404, `${method} ${alias}`);
      t.not(status, 405, `${method} ${alias}`);
    }
});

t.test('an id in the path that is no UUID is answered 400', async (t) => {
  for (const swept of some('http rules 4', routes))
    for (const name of swept.ids)
      for (const text of [
        '1',
        'not-a-uuid',
        `${randomUUID()}x`,
        '%00',
        '..%2f..',
        '%F0%9F%92%A5',
        `{${randomUUID()}}`,
      ]) {
        const parts = pathOf(swept).split('/');
        parts[swept.template.split('/').indexOf(`{${name}}`)] = text;
        const path = parts.join('/');
        if (
          routes.some(
            (each) => each !== swept && each.method === swept.method && matches(each.template, path),
          )
        )
          continue;
        const answer = await ask(
          swept.method,
          path + neededQuery(swept),
          swept.body ? { body: sampler.value(swept.body) } : {},
        );
        const wanted = swept.route.params?.[name] ? [400, 404] : [400];
        t.ok(
          wanted.includes(answer.status),
          `${swept.name} with ${name}=${text} answers ${answer.status} ${answer.text.slice(0, 200)}`,
        );
      }
});

t.test('a path that nothing stands at is answered 404', async (t) => {
  for (const path of [
    '/nothing',
    '/api/v1/nothing',
    `/api/v1/nothing/${randomUUID()}`,
    `/api/v1/nothing/${randomUUID()}/at/all`,
    '/api/v2/sites',
    '/api/v1/SITES',
    '/api/v1/sites//',
  ])
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await ask(method, path);
      t.same([status, body?.error?.message], [404, notFound.message], `${method} ${path}`);
    }
});

t.test(
  'a query key that a route does not know is answered 422, unless the route follows an RFC',
  async (t) => {
    for (const swept of some(
      'http rules 5',
      routes.filter(({ route }) => !route.lenient && route.rate !== 'auth'),
    )) {
      const { status, body } = await ask(
        swept.method,
        `${concrete(swept)}?surely_unknown=1`,
        swept.body ? { body: {} } : {},
      );
      const detail = body?.error?.details?.find(({ field }: { field: string }) => field === 'surely_unknown');
      t.same([status, detail?.type], [422, 'additional_property'], swept.name);
    }
  },
);

t.test(
  'a body key that a route does not know is answered 422, and a body that is no JSON 400 or 415',
  async (t) => {
    const strict = routes.filter(
      ({ body, route }) => body?.properties && !route.lenient && route.rate !== 'auth' && !route.before,
    );
    for (const swept of some('http rules 6', strict)) {
      if (asSchema(swept.route.body)?.additionalProperties !== undefined) continue;
      const path = concrete(swept);
      const unknown = await ask(swept.method, path, { body: { surely_unknown: 1 } });
      const types = (unknown.body?.error?.details ?? []).map(
        ({ field, type }: { field: string; type: string }) => `${field} ${type}`,
      );
      t.ok(
        unknown.status === 422 && types.includes('surely_unknown additional_property'),
        `${swept.name}: ${unknown.text.slice(0, 300)}`,
      );
      const broken = await ask(swept.method, path, { raw: '{"a":' });
      t.same(broken.status, 400, `${swept.name} with broken JSON`);
      const other = await ask(swept.method, path, {
        raw: '<a/>',
        headers: { 'content-type': 'application/xml' },
      });
      t.same(other.status, 415, `${swept.name} with XML`);
    }
  },
);

t.test('every answer carries the security headers, and repeats an acceptable request id', async (t) => {
  const check = (what: string, { headers }: Answer) => {
    const wrong = Object.entries(HEADERS).filter(
      ([name, wanted]) => !wanted.test(String(headers[name] ?? '')),
    );
    t.same(
      wrong.map(([name]) => `${name}: ${headers[name]}`),
      [],
      what,
    );
  };
  check('200', await ask('GET', '/api/v1/auth/me'));
  check('400', await ask('POST', '/api/v1/sites', { raw: '{' }));
  check('401', await harness.call('GET', '/auth/me'));
  check('404', await ask('GET', '/api/v1/nothing/here'));
  check('404 at the root', await ask('GET', '/nothing'));
  check('405', await ask('DELETE', '/api/v1/auth/me'));
  check('413', await ask('POST', '/api/v1/sites', { raw: `{"name":"${'x'.repeat(1_100_000)}"}` }));
  check('415', await ask('POST', '/api/v1/sites', { raw: 'x', headers: { 'content-type': 'text/plain' } }));
  check('422', await ask('POST', '/api/v1/sites', { body: {} }));
  check('500', await ask('GET', '/api/v1/sweep-fault'));
  for (const swept of routes.filter(
    ({ method, route }) => method === 'GET' && route.produces === undefined,
  )) {
    const id = `sweep-${randomUUID()}`;
    const answer = await ask('GET', concrete(swept), { headers: { 'x-request-id': id } });
    check(swept.name, answer);
    t.equal(answer.headers['x-request-id'], id, `${swept.name} repeats the id`);
    if (answer.status >= 400)
      t.equal(answer.body?.error?.request_id, id, `${swept.name} names it in its envelope`);
  }
});

t.test('a request id that is not acceptable is replaced, not repeated', async (t) => {
  for (const id of ['a b', 'x'.repeat(129), 'a;b', '<script>']) {
    const { headers } = await ask('GET', '/api/v1/auth/me', { headers: { 'x-request-id': id } });
    t.not(headers['x-request-id'], id);
    t.match(headers['x-request-id'], /^[A-Za-z0-9_-]{1,128}$/);
  }
});

t.test('a fault of ours is answered 500 with nothing of it told', async (t) => {
  const { status, body, text } = await ask('GET', '/api/v1/sweep-fault');
  t.same([status, body?.error?.code, body?.error?.message], [500, 500, internalError.message]);
  t.notMatch(text, /a detail that no caller may see/);
});
