import { readFileSync } from 'node:fs';
import t from 'tap';
import { type Envelope, envelope, firewallBench } from './support/pfsense-bench.ts';

interface Exchange {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: { readonly status: number; readonly body: Envelope };
}

const file = new URL('../vendor-data/pfsense/transcript.json', import.meta.url);
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as { exchanges: readonly Exchange[] };

/** Key names of the first object, and of the first object in each of its lists where both have one. */
function namesOf(recorded: unknown, told: unknown): unknown {
  if (Array.isArray(recorded)) return recorded.length === 0 ? [] : namesOf(recorded[0], first(told));
  if (typeof recorded !== 'object' || recorded === null) return null;
  return Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => [
      name,
      Array.isArray(value) && typeof value[0] === 'object'
        ? namesOf(value, Reflect.get(Object(told), name))
        : null,
    ]),
  );
}

const first = (told: unknown): unknown => (Array.isArray(told) ? told[0] : told);

t.test('every recorded exchange has the same status, envelope and key names here', async (t) => {
  const { call } = await firewallBench(t, { devices: 0 });
  t.ok(exchanges.length >= 46);
  for (const { request, response } of exchanges) {
    const answer = await call(request.method, request.path.slice('/api/v2'.length), request.body);
    const name = `${request.method} ${request.path} ${response.body.response_id}`;
    t.equal(answer.status, response.status, name);
    const told = envelope(answer);
    t.same(Object.keys(told), Object.keys(response.body), name);
    t.match(
      told,
      { code: response.body.code, status: response.body.status, response_id: response.body.response_id },
      name,
    );
    t.same(namesOf(told.data, response.body.data), namesOf(response.body.data, told.data), name);
    if (response.status >= 400 && !/`\d+`/.test(response.body.message))
      t.equal(told.message, response.body.message, name);
  }
});
