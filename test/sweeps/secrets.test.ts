import { createLogger, isSecretField } from '@patchbay/kernel/telemetry';
import t from 'tap';
import type { Answer } from '../harness/index.ts';
import { neededQuery, pathOf, routesOf, type Swept, target } from './support/routes.ts';
import { Rows } from './support/rows.ts';
import type { FieldSource } from './support/schema.ts';
import { bootWorld, populate } from './support/world.ts';

const MARK = 'Planted';
const lines: string[] = [];
const logger = createLogger({ level: 'trace', stream: { write: (line: string) => void lines.push(line) } });
const world = await bootWorld(t, { logger, environment: { ENABLE_METRICS: 'true' } });
const { harness, owner, routes } = world;

let planted = 0;
/** A password that the rules accept, in every field that holds something secret. */
const plant: FieldSource = (field, { type, enum: words, format }) => {
  const isSecret = isSecretField(field) || /(password|secret|token|passphrase|code)$/.test(field);
  if (!isSecret || type !== 'string' || words || format) return undefined;
  planted += 1;
  return `${MARK}-${planted}-aA7!`;
};

/** Secrets the platform made, by what they are; each was shown once. */
const given = new Map<string, string>([
  ['access token', owner.token],
  ['refresh token', owner.refresh_token],
  ['password of the owner', owner.password],
]);

const declared = routesOf(harness.platform.modules);
const answers: { readonly name: string; readonly text: string; readonly shows: boolean }[] = [];

/** Remembers every answer; what a route may show once is a secret from then on. */
function remember(method: string, path: string, answer: Answer): void {
  const route = declared.find(({ template, method: own }) => own === method && matchesFully(template, path));
  const shows = route?.route.secretReply === true;
  if (shows && answer.status < 300) collect(String(route?.name), answer.body);
  answers.push({ name: `${method} ${path}`, text: answer.text + JSON.stringify(answer.headers), shows });
}

const matchesFully = (template: string, path: string): boolean => {
  const bare = (path.startsWith('//') ? path.slice(1) : `/api/v1${path}`).split('?', 1)[0] ?? '';
  const [wanted, had] = [template.split('/'), bare.split('/')];
  return (
    wanted.length === had.length && wanted.every((part, index) => part.startsWith('{') || part === had[index])
  );
};

function collect(name: string, body: unknown): void {
  for (const [field, value] of Object.entries(Object(body) as object))
    if (typeof value === 'string' && isSecretField(field)) given.set(`${field} of ${name}`, value);
}

const call = harness.call.bind(harness);
harness.call = async (method, path, options) => {
  const answer = await call(method, path, options);
  remember(method, path, answer);
  return answer;
};

const pool = await populate(t, world, owner, plant);
const rows = await Rows.open(harness.databaseUrl, t);
const send = (swept: Swept, options: Parameters<typeof call>[2]) =>
  harness.call(swept.method, target(pathOf(swept, pool.valuesFor(swept)) + neededQuery(swept)), options);

t.test(
  'secrets go in by every door: bodies that fit and that do not, credentials, and addresses',
  async (t) => {
    for (const swept of routes.filter(({ body }) => body)) {
      const body = Object(pool.sampler(plant).value(swept.body ?? {}, { full: true })) as object;
      const as =
        (await call('GET', '/auth/me', { as: owner })).status === 200
          ? owner
          : await harness.signIn(owner.email, owner.password);
      const spared = /\/(users|organizations|logout|modules)/.test(swept.template) && swept.method !== 'POST';
      if (!spared) await send(swept, { as, body });
      await send(swept, { as, body: { ...body, unknown_key: 1 } });
      await send(swept, { as, raw: JSON.stringify(body).slice(0, -1) });
    }
    const bearer = `${MARK}-bearer`;
    await harness.call('GET', '/auth/me', { headers: { authorization: `Bearer ${bearer}` } });
    await harness.call('GET', '/auth/me', { apiKey: `${MARK}-key` });
    await harness.call('GET', '/auth/me', { headers: { cookie: `svc_access=${MARK}-cookie` } });
    await harness.call('GET', `/ws?token=${MARK}-query`);
    await harness.call('GET', `/sites?access_token=${MARK}-query&search=x`, { as: owner });
    const names = ['api_key', 'apikey', 'key', 'x-api-key', 'password', 'sig', 'anything'];
    const query = names.map((name) => `${name}=${MARK}-query`).join('&');
    for (const swept of routes)
      await harness.call(swept.method, `${target(pathOf(swept))}?${query}`, { as: owner });
    t.ok(planted > 10);
    t.ok(lines.length > 50);
  },
);

t.test('nothing that can be read shows a secret again', async (t) => {
  for (const swept of routes.filter(({ method }) => method === 'GET')) await send(swept, { as: owner });
  const metrics = await harness.call('GET', '//metrics');
  t.equal(metrics.status, 200);
  const showing = answers.filter(({ text, shows }) => !shows && holdsSecret(text));
  t.same(
    showing.map(({ name, text }) => `${name}: ${excerpt(text)}`),
    [],
  );
});

t.test('the log, at its most talkative, holds none of them', async (t) => {
  logger.flush();
  t.same(lines.filter(holdsSecret).map(excerpt), []);
});

t.test('no table holds one of them as it is', async (t) => {
  const tables = await rows.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`);
  t.ok(tables.length > 10);
  for (const { name } of tables) {
    const found = await rows.query<{ text: string }>(
      `select t::text as text from ${name} t where position($1 in t::text) > 0 limit 1`,
      [`${MARK}-`],
    );
    t.same(
      found.map(({ text }) => excerpt(text)),
      [],
      name,
    );
    for (const [what, secret] of given) {
      const kept = await rows.query(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [
        secret,
      ]);
      t.same(kept, [], `${name} does not hold the ${what}`);
    }
  }
});

const holdsSecret = (text: string): boolean =>
  text.includes(`${MARK}-`) || [...given.values()].some((secret) => text.includes(secret));

/** Where the secret stands, without the rest. */
function excerpt(text: string): string {
  const at =
    [`${MARK}-`, ...given.values()].map((secret) => text.indexOf(secret)).find((index) => index !== -1) ?? 0;
  return text.slice(Math.max(0, at - 150), at + 60);
}
