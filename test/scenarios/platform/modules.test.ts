import { provide, token } from '@patchbay/kernel/di';
import { route } from '@patchbay/kernel/http';
import { createPlatform, type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import t from 'tap';
import Type from 'typebox';
import { bootPlatform, cloneDatabase, TEST_SECRET_KEY, waitFor } from '../../harness/index.ts';

const BROKEN = token<object>('test.broken');
const hello = (id: string, deps = {}) =>
  route({
    id: `${id}.hello`,
    method: 'GET',
    path: `/${id}/hello`,
    summary: 'Say hello',
    access: { public: 'a test' },
    reply: Type.Object({ hello: Type.Literal(id) }),
    deps,
    handle: () => ({ hello: id }),
  });

const broken: DiscoveredModule = {
  file: 'modules/broken/index.ts',
  declaration: defineModule({
    id: 'broken',
    title: 'Broken',
    status: 'available',
    prefixes: ['/broken'],
    providers: [
      provide(BROKEN, [], () => {
        throw new Error('the disk is on fire');
      }),
    ],
    routes: [hello('broken', { broken: BROKEN })],
  }),
};
const dependent: DiscoveredModule = {
  file: 'modules/dependent/index.ts',
  declaration: defineModule({
    id: 'dependent',
    title: 'Dependent',
    status: 'available',
    prefixes: ['/dependent'],
    requires: ['broken'],
    routes: [hello('dependent')],
  }),
};
const beta: DiscoveredModule = {
  file: 'modules/beta/index.ts',
  declaration: defineModule({
    id: 'beta',
    title: 'Beta',
    status: 'beta',
    prefixes: ['/beta'],
    routes: [hello('beta')],
  }),
};

t.test('in production a module that fails to start is degraded and the rest serves', async (t) => {
  const harness = await bootPlatform(t, {
    environment: { ENVIRONMENT: 'production' },
    modules: [broken, dependent],
    work: false,
  });
  t.equal((await harness.call('GET', '/broken/hello')).status, 503);
  t.equal((await harness.call('GET', '/dependent/hello')).status, 503, 'and so is what requires it');
  const health = await harness.call('GET', '//health');
  t.equal(health.body.status, 'degraded');
  t.match(health.body.degraded_subsystems, ['module broken', 'module dependent']);
  t.equal((await harness.call('GET', '/health/ready')).status, 200, 'it is not critical');
  t.equal((await harness.call('GET', '/docs')).status, 404, 'production serves no docs');
});

for (const environment of [
  { ENVIRONMENT: 'development' },
  { ENVIRONMENT: 'production', STRICT_STARTUP: 'true' },
])
  t.test(`with ${JSON.stringify(environment)} the start fails and names the file`, async (t) => {
    const database = await cloneDatabase();
    t.teardown(() => database.drop());
    await t.rejects(
      createPlatform({
        environment: {
          ...environment,
          DATABASE_URL: database.url,
          SECRET_KEY: TEST_SECRET_KEY,
          DATA_DIR: t.testdir(),
          PORT: '0',
          LOG_LEVEL: 'silent',
        },
        modules: [broken],
      }),
      /modules\/broken\/index\.ts: module "broken" does not start: the disk is on fire/,
    );
  });

t.test('a super administrator switches modules; it acts in every process within a second', async (t) => {
  const harness = await bootPlatform(t, { modules: [beta], work: false });
  const owner = await harness.owner();
  const state = async () =>
    (await harness.call('GET', '/modules', { as: owner })).body.items?.find(
      ({ id }: { id: string }) => id === 'beta',
    )?.enabled;
  t.equal((await harness.call('GET', '/beta/hello')).status, 404, 'beta modules are off');
  const on = await harness.call('PATCH', '/modules/beta', { as: owner, body: { enabled: true } });
  t.match(on, { status: 200, body: { id: 'beta', enabled: true, status: 'beta' } });
  t.equal((await harness.call('GET', '/beta/hello')).status, 200);
  t.not(await state(), false);
  await harness.call('PATCH', '/modules/beta', { as: owner, body: { enabled: false } });
  await waitFor(
    'the module to be off',
    async () => (await harness.call('GET', '/beta/hello')).status === 404,
  );
  t.equal(
    (await harness.call('PATCH', '/modules/nothing', { as: owner, body: { enabled: true } })).status,
    404,
  );
  t.equal(
    (await harness.call('PATCH', '/modules/identity', { as: owner, body: { enabled: false } })).status,
    409,
    'critical modules stay',
  );
  const admin = await harness.person('org_admin');
  t.equal((await harness.call('PATCH', '/modules/beta', { as: admin, body: { enabled: true } })).status, 403);
});

t.test('two platforms run in one process and share nothing', async (t) => {
  const [one, two] = await Promise.all([bootPlatform(t, { work: false }), bootPlatform(t, { work: false })]);
  const owner = await one.owner();
  t.equal((await one.call('GET', '/auth/me', { as: owner })).status, 200);
  t.equal((await two.call('GET', '/auth/me', { as: owner })).status, 401);
});

t.test('a second process on one database without Redis is refused with what to do', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  await t.rejects(
    createPlatform({
      environment: {
        DATABASE_URL: harness.databaseUrl,
        SECRET_KEY: TEST_SECRET_KEY,
        DATA_DIR: t.testdir(),
        PORT: '0',
        LOG_LEVEL: 'silent',
      },
    }),
    /another process uses this database; set REDIS_URL/,
  );
});

const wrong: readonly [string, Record<string, string>, RegExp][] = [
  [
    'an unknown ENVIRONMENT',
    { ENVIRONMENT: 'prod' },
    /ENVIRONMENT must be one of development, staging, production/,
  ],
  ['an empty ENVIRONMENT', { ENVIRONMENT: '' }, /ENVIRONMENT must be one of/],
  ['a wildcard origin', { CORS_ORIGINS: '*' }, /CORS_ORIGINS takes absolute origins/],
  ['the origin null', { CORS_ORIGINS: 'null' }, /CORS_ORIGINS takes absolute origins/],
  ['an origin with a path', { CORS_ORIGINS: 'https://a.example/x' }, /CORS_ORIGINS takes absolute origins/],
  ['a port that is none', { PORT: 'http' }, /PORT/],
  ['production without SECRET_KEY', { ENVIRONMENT: 'production' }, /SECRET_KEY is required/],
  ['a database without SECRET_KEY', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /SECRET_KEY is required/],
  [
    'a module that is not there',
    { PATCHBAY_MODULES: 'identity,nothing' },
    /PATCHBAY_MODULES names unknown modules: nothing/,
  ],
];
for (const [what, environment, message] of wrong)
  t.test(`${what} aborts the start`, async (t) => {
    await t.rejects(
      createPlatform({ environment: { DATA_DIR: t.testdir(), LOG_LEVEL: 'silent', ...environment } }),
      message,
    );
  });

t.test('another SECRET_KEY than the one the database was set up with is refused', async (t) => {
  const database = await cloneDatabase();
  t.teardown(() => database.drop());
  await t.rejects(
    createPlatform({
      environment: {
        DATABASE_URL: database.url,
        SECRET_KEY: 'another-key-another-key-another-key-1',
        DATA_DIR: t.testdir(),
        PORT: '0',
        LOG_LEVEL: 'silent',
      },
    }),
    /SECRET_KEY is not the one this database was set up with/,
  );
});
