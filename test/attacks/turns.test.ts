// Runs in a process of its own: turns of the loop are timed, and garbage of other files would lengthen them.
import { redact } from '@patchbay/kernel/events';
import { evaluateConditions, renderTemplate } from '@patchbay/kernel/fabric';
import t from 'tap';
import { staysResponsive } from '../harness/index.ts';
import { neededQuery, pathOf, target } from '../sweeps/support/routes.ts';
import type { Schema } from '../sweeps/support/schema.ts';
import { bootWorld, populate } from '../sweeps/support/world.ts';

/** Largest body that is accepted, less what stands around the hostile part. */
const MAX_BYTES = 1_048_576 - 20_000;

const listOf = (item: string): string =>
  `[${Array.from({ length: Math.floor(MAX_BYTES / (item.length + 1)) }, () => item).join()}]`;

function nested(levels: number): string {
  const leaf = `[${'0,'.repeat(5_000)}0]`;
  return `[${Array.from({ length: 60 }, () => '['.repeat(levels) + leaf + ']'.repeat(levels)).join()}]`;
}

const members = (): string => {
  const parts: string[] = [];
  for (let bytes = 0, n = 0; bytes < MAX_BYTES - 20; n += 1) {
    const part = `"k${n}":${n}`;
    parts.push(part);
    bytes += part.length + 1;
  }
  return `{${parts.join()}}`;
};

/** What may stand where anything may. */
const HOSTILE: Readonly<Record<string, string>> = {
  lists: listOf('[]'),
  numbers: listOf('0'),
  members: members(),
  nested: nested(50),
  text: JSON.stringify('{{a}}'.repeat(MAX_BYTES / 5)),
};

type Place = readonly string[];

const isOpen = (schema: Schema): boolean =>
  schema.type === undefined && !schema.properties && !schema.anyOf && !schema.enum && !('const' in schema);

/** Places of a schema where a large value may stand: anything, open objects, lists, texts without an end. */
function placesOf(schema: Schema, path: Place = []): { path: Place; kinds: readonly string[] }[] {
  if (path.length > 5) return [];
  const found: { path: Place; kinds: readonly string[] }[] = [];
  if (isOpen(schema)) found.push({ path, kinds: ['lists', 'members', 'nested', 'text'] });
  else if (schema.type === 'array') {
    found.push({ path, kinds: ['numbers', 'lists'] });
    found.push(...placesOf(schema.items ?? {}, [...path, '0']));
  } else if (schema.type === 'object' && !schema.properties) found.push({ path, kinds: ['members'] });
  else if (
    schema.type === 'string' &&
    (schema.maxLength ?? Number.POSITIVE_INFINITY) > 50_000 &&
    !schema.format
  )
    found.push({ path, kinds: ['text'] });
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    found.push(...placesOf(inner, [...path, name]));
  for (const inner of schema.anyOf ?? []) if (inner.type !== 'null') found.push(...placesOf(inner, path));
  return found;
}

const MARK = '__hostile__';

function put(value: unknown, [name, ...rest]: Place, placed: unknown): unknown {
  if (name === undefined) return placed;
  if (Array.isArray(value) || name === '0') return [put(Object(value)[0] ?? {}, rest, placed)];
  return { ...Object(value), [name]: put(Object(value)[name] ?? {}, rest, placed) };
}

const world = await bootWorld(t, { checkReplies: false });
const { harness, routes, owner } = world;
const pool = await populate(t, world, owner);

t.test('no body of a megabyte holds the event loop, wherever in it the weight is', async (t) => {
  const statuses = new Map<number, number>();
  for (const swept of routes.filter(({ body, method }) => body !== undefined && method !== 'GET')) {
    const path = target(pathOf(swept, pool.valuesFor(swept)) + neededQuery(swept));
    for (const { path: place, kinds } of placesOf(swept.body ?? {}))
      for (const kind of kinds) {
        const sample = pool.sampler().value(swept.body ?? {}, { full: true });
        const raw = Buffer.from(
          JSON.stringify(put(sample, place, MARK)).replace(`"${MARK}"`, () => HOSTILE[kind] ?? ''),
        );
        let status = 0;
        await staysResponsive(t, `${swept.name} ${place.join('.')} ${kind}`, async () => {
          ({ status } = await harness.call(swept.method, path, { as: owner, raw }));
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status < 300) t.comment(`${swept.name} ${place.join('.')} ${kind}: ${status}`);
      }
  }
  t.comment(JSON.stringify([...statuses]));
});

const times = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at));

t.test(
  'conditions, templates and redaction of the largest input there is hold the event loop no longer',
  async (t) => {
    const conditions = (
      operator: 'contains' | 'matches' | 'in',
      value: string | number | (string | number)[],
    ) => ({
      logic: 'or' as const,
      conditions: times(50, () => ({ field: 'a', operator, value })),
    });
    const items = times(100_000, (at) => at + 0.5);
    const glob = `*${'a'.repeat(998)}b`;
    const object = Object.fromEntries(times(4_000, (at) => [`member ${at}`, at]));
    const work: Readonly<Record<string, () => unknown>> = {
      'numbers in a list': () => evaluateConditions(conditions('contains', -1), { a: items }),
      'lists in a list': () => evaluateConditions(conditions('contains', [1, 2]), { a: lists }),
      'a glob that nearly matches everywhere': () =>
        evaluateConditions(conditions('matches', glob), { a: nearly }),
      'a text in long texts': () =>
        evaluateConditions(conditions('in', longTexts), { a: `${'x'.repeat(999)}z` }),
      'templates of nothing': () => renderTemplate('{{a}}'.repeat(200_000), { a: '' }),
      'long paths': () => renderTemplate(`{{${'a.'.repeat(200)}a}}`.repeat(2_400), { a: {} }),
      'an object printed again and again': () => renderTemplate('{{a}}'.repeat(200_000), { a: object }),
      'redaction of a list': () => redact({ a: items }),
      'redaction of members': () => redact(Object.fromEntries(times(20_000, (at) => [`member ${at}`, at]))),
    };
    const lists = times(100_000, () => []);
    const nearly = 'a'.repeat(4_096);
    const longTexts = times(100, (at) => `${'x'.repeat(990)}${at}`);
    for (const [name, each] of Object.entries(work))
      await staysResponsive(t, name, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        each();
      });
  },
);

t.test('secrets that a change keeps hold the event loop no longer than others', async (t) => {
  const most = (count: number, item: (at: number) => string): string => times(count, item).join();
  const marker = '"[redacted]"';
  const payloads: Readonly<Record<string, string>> = {
    'as many as are kept, in names that the schema does not know': `{"comment":"x",${most(2_999, (at) => `"x_${at}":${marker}`)}}`,
    'as many as a body holds': `{"comment":"x",${most(19_000, (at) => `"x_${at}":${marker}`)}}`,
    'as many as a body holds, in a list': `{"comment":"x","list":[${most(19_000, () => `{"x_key":${marker}}`)}]}`,
    'one beside a long list': `{"x_key":${marker},"list":[${most(90_000, () => '0')}]}`,
  };
  const site_id = await harness.site(owner, 'Kept');
  const body = { name: 'kept', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' };
  const made = await harness.call('POST', '/controllers', { as: owner, body });
  const path = `/gateway-routeros-interfaces/${made.body.id}/changes/routeros.interfaces.vlan?operation=update`;
  for (const [name, payload] of Object.entries(payloads)) {
    const raw = Buffer.from(`{"target_id":"*1","payload":${payload}}`);
    let status = 0;
    await staysResponsive(t, name, async () => {
      ({ status } = await harness.call('POST', path, { as: owner, raw }));
    });
    t.equal(status, 422, name);
  }
});
