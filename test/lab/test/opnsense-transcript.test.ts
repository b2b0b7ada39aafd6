import { readFileSync } from 'node:fs';
import t from 'tap';
import { firewallBench, type Json } from './support/opnsense-bench.ts';

interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly auth?: 'none';
    readonly body?: Json;
    readonly raw?: string;
  };
  readonly response: { readonly status: number; readonly body: unknown; readonly location?: string };
}

const file = new URL('../vendor-data/opnsense/transcript.json', import.meta.url);
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as { exchanges: readonly Exchange[] };

/** Names and kinds of an answer, level by level; lists of rows by their first row, which stands for all. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : 'scalar';
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}

const words = (body: unknown): unknown => {
  const { result, status } = Object(body) as Json;
  return { result, status };
};

t.test('every recorded exchange replays with the same status, envelope and key names', async (t) => {
  const { call } = await firewallBench(t);
  const ids = new Map<string, string>();
  for (const { request, response } of exchanges) {
    const { method, auth, raw, body } = request;
    const path = renamed(request.path, ids);
    const sent = raw ?? (body === undefined ? undefined : JSON.parse(renamed(JSON.stringify(body), ids)));
    const answer = await call(method, path, sent, auth === 'none' ? '' : undefined);
    const name = `${method} ${request.path} ${raw ?? JSON.stringify(body ?? '')}`.slice(0, 160);
    t.equal(answer.status, response.status, name);
    if (response.location !== undefined) t.equal(answer.headers['location'], response.location, name);
    if (request.path.includes('/backups/')) t.same(Object.keys(Object(answer.json)), ['items'], name);
    else t.same(shapeOf(answer.json), shapeOf(response.body), name);
    t.same(words(answer.json), words(response.body), name);
    const [recorded, made] = [uuidOf(response.body), uuidOf(answer.json)];
    if (recorded !== undefined && made !== undefined) ids.set(recorded, made);
  }
});

const uuidOf = (body: unknown): string | undefined => {
  const { uuid } = Object(body) as Json;
  return typeof uuid === 'string' ? uuid : undefined;
};

/** Ids differ on every run; later requests name what earlier ones made. */
const renamed = (text: string, ids: ReadonlyMap<string, string>): string =>
  [...ids].reduce((changed, [recorded, made]) => changed.replaceAll(recorded, made), text);
